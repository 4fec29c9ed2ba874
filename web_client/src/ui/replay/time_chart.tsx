import type { GameView } from '../../games/kit/game';
import type { Side } from '../../protocol/types';
import { formatClock } from '../../state/clock';
import { PieceIcon } from '../boards/piece_icon';
import { useWords } from '../services/services';

interface Props {
  readonly spent: readonly number[];
  readonly begins: Side;
  readonly ply: number;
  readonly onPly: (ply: number) => void;
  readonly game: GameView;
}

const HEIGHT = 96;
const WIDTH = 528;

/** Thinking time of each ply: the first side's bars go up, the second's go down. A click leads to the ply. */
export function TimeChart({ spent, begins, ply, onPly, game }: Props) {
  const { t } = useWords();
  const first = begins === 'first' ? 0 : 1;
  const longest = Math.max(...spent, 1);
  const step = WIDTH / spent.length;
  // A square root, so that one long thought does not flatten all the others.
  const height = (ms: number): number => Math.max(1.5, Math.sqrt(ms / longest) * (HEIGHT / 2 - 6));
  const seek = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    onPly(Math.ceil(((event.clientX - box.left) / box.width) * spent.length));
  };
  return (
    <section class="card time-chart">
      <h2>
        {t('replay.time')}
        <small class="row">
          <PieceIcon game={game} side="first" size={15} /> {formatClock(total(spent, first))}
          <PieceIcon game={game} side="second" size={15} /> {formatClock(total(spent, 1 - first))}
        </small>
      </h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" onClick={seek} aria-hidden="true">
        {spent.map((ms, index) => (
          <rect
            key={index}
            class={index % 2 === first ? 'up' : 'down'}
            x={index * step + step * 0.12}
            width={step * 0.76}
            y={index % 2 === first ? HEIGHT / 2 - height(ms) : HEIGHT / 2}
            height={height(ms)}
          />
        ))}
        <path class="axis" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {ply > 0 && <path class="cursor" d={`M${(ply - 0.5) * step} 0V${HEIGHT}`} />}
      </svg>
    </section>
  );
}

const total = (spent: readonly number[], parity: number): number =>
  spent.reduce((sum, ms, index) => (index % 2 === parity ? sum + ms : sum), 0);
