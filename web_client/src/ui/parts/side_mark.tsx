import type { GameName, Side } from '../../protocol/types';

/** A stone, a disc or a xiangqi piece of a side; told apart by more than colour: red has a double ring. */
export function SideMark({ game, side, size = 38 }: { game: GameName; side: Side; size?: number }) {
  if (game === 'xiangqi') return <XiangqiMark side={side} size={size} />;
  const tone = side === 'first' ? 'dark' : 'pale';
  return (
    <span class={`stone ${tone}`} style={{ width: `${size}px`, height: `${size}px` }} aria-hidden="true" />
  );
}

function XiangqiMark({ side, size }: { side: Side; size: number }) {
  const colour = side === 'first' ? '#b3211a' : '#1c2a2b';
  return (
    <svg class="piece-mark" viewBox="-46 -46 92 92" width={size} height={size} aria-hidden="true">
      <circle r="44" fill="#f3e2bf" stroke="#9a6f38" stroke-width="2" />
      <circle r="36" fill="none" stroke={colour} stroke-width={side === 'first' ? 3 : 5} />
      {side === 'first' && <circle r="30" fill="none" stroke={colour} stroke-width="2" />}
      <path d={side === 'first' ? CROWN : HELMET} fill={colour} />
    </svg>
  );
}

// Own drawings: a general's crown and a plain one, readable at 16 pixels without any font.
const CROWN = 'M-18 14L-22-10L-10 0L0-18L10 0L22-10L18 14Z';
const HELMET = 'M-18 14L-18-6L-9 2L0-14L9 2L18-6L18 14Z';
