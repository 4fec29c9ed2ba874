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

/** Of a square board with one kind of piece: as `parsePointBoard` reads it. */
export function pointBoardSetUp(size: number, kind: string): SetUp {
  const mark = (side: Side): string => (side === 'first' ? 'X' : 'O');
  const write = ({ pieces, turn }: Position): string => {
    const board = Array.from({ length: size * size }, (_, i) => {
      const piece = pieces.get(pointAt(i, size));
      return piece ? mark(piece.side) : '-';
    });
    return `${board.join('')} ${mark(turn)}`;
  };
  return { kinds: [kind], write };
}
