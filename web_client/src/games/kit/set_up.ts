import type { Piece, Position, SetUp, Side, Square } from './game';
import { pointAt } from './point_board';

/** A position with a piece put on a square, or with what stood there taken away: a piece like it, or anything for
 *  null. */
export function put(position: Position, square: Square, piece: Piece | null): Position {
  const pieces = new Map(position.pieces);
  const there = pieces.get(square);
  const same = piece !== null && there?.kind === piece.kind && there.side === piece.side;
  if (piece === null || same) pieces.delete(square);
  else pieces.set(square, piece);
  return { ...position, pieces };
}

/** The kind of a piece that says, in a pattern, that a square must be empty; it is written so, too. */
export const NOTHING = '-';

/** Of a square board with one kind of piece: as `parsePointBoard` reads it. */
export function pointBoardSetUp(size: number, kind: string): SetUp {
  const points = Array.from({ length: size * size }, (_, i) => pointAt(i, size));
  const mark = (side: Side): string => (side === 'first' ? 'X' : 'O');
  const board = ({ pieces }: Position, free: string): string =>
    points
      .map((point) => {
        const piece = pieces.get(point);
        if (!piece) return free;
        return piece.kind === NOTHING ? NOTHING : mark(piece.side);
      })
      .join('');
  const read = (text: string): Position => {
    const pieces = new Map<Square, Piece>();
    for (const [i, point] of points.entries()) {
      const sign = text.charAt(i);
      const side = sign === 'X' ? 'first' : 'second';
      if (sign === NOTHING || sign === mark(side))
        pieces.set(point, { side, kind: sign === NOTHING ? NOTHING : kind });
    }
    return { pieces, turn: 'first' };
  };
  return {
    kinds: [kind],
    write: (position) => `${board(position, NOTHING)} ${mark(position.turn)}`,
    pattern: { write: (position) => board(position, '?'), read },
  };
}
