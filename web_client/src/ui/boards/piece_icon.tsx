import { useEffect, useRef } from 'preact/hooks';
import { castShadow, shadowPaints } from '../../board/drawing/shadow';
import { svg } from '../../board/drawing/svg';
import type { GameView, PieceSet } from '../../games/kit/game';
import type { Side } from '../../protocol/types';
import { useServices } from '../services/services';

interface Props {
  readonly game: GameView;
  readonly side: Side;
  readonly size?: number;
  /** Instead of the chosen set, and of the general. */
  readonly set?: PieceSet;
  readonly kind?: string;
}

/** A piece of a side as the board draws it: the general in xiangqi, a stone or disc elsewhere. */
export function PieceIcon({ game, side, size = 38, set, kind }: Props) {
  const chosen = useServices().preferences.settings.value.pieceSet;
  const pieceSet = set ?? chosen;
  const drawing = useRef<SVGSVGElement>(null);
  const { radius } = game.geometry;
  const reach = radius * 1.16;
  useEffect(() => {
    // Ids are global to a page; on one page no two marks of a side have one size.
    const prefix = `mark-${side}-${size}${set ?? ''}${kind ?? ''}`;
    const look = { flipped: false, coordinates: false, narrow: false, pieceSet, prefix };
    const draw = (): void =>
      drawing.current?.replaceChildren(
        svg('circle', { r: radius + 1, class: 'mark-rim' }),
        ...game.art.paints(prefix),
        ...shadowPaints(prefix),
        castShadow(game.art.shadow, prefix),
        game.art.piece({ side, kind: kind ?? game.iconKind }, look),
      );
    draw();
    let isWanted = true;
    game.loadPieceSet?.(pieceSet)?.then(
      () => isWanted && draw(),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [game, side, pieceSet, kind]);
  return (
    <svg
      ref={drawing}
      class="piece-mark"
      // The shadow of a stone is wider than the mark.
      overflow="visible"
      viewBox={`${-reach} ${-reach + radius * 0.06} ${2 * reach} ${2 * reach}`}
      width={size}
      height={size}
      aria-hidden="true"
    />
  );
}
