import type { BoardGame, Piece, Position, Square } from '../model/game';

/**
 * The next piece of a kind, of the side that sits below, in reading order after `from`. `from` itself comes last: a
 * single piece is found again. Null where the side has none.
 */
export function nextOf(
  game: BoardGame,
  position: Position,
  kind: Piece['kind'],
  from: Square,
  flipped: boolean,
): Square | null {
  const side = flipped ? 'second' : 'first';
  const squares = game.geometry.rows(flipped).flat();
  const start = squares.indexOf(from) + 1;
  const isSought = (square: Square) => {
    const piece = position.pieces.get(square);
    return piece?.kind === kind && piece.side === side;
  };
  return [...squares.slice(start), ...squares.slice(0, start)].find(isSought) ?? null;
}
