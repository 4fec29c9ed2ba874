import type { Geometry, Position, SetUp } from '../kit/game';
import { squareNamed } from '../kit/grid';

/** As `parsePosition` reads it; the counts of moves begin anew. */
function write({ files, ranks }: Geometry, { pieces, turn }: Position): string {
  const rows = Array.from({ length: ranks }, (_, row) => {
    const line = Array.from({ length: files }, (_, file) => {
      const piece = pieces.get(squareNamed({ file, rank: ranks - 1 - row }, 0));
      if (!piece) return ' ';
      return piece.side === 'first' ? piece.kind.toUpperCase() : piece.kind;
    });
    return line.join('').replace(/ +/g, (gap) => String(gap.length));
  });
  return `${rows.join('/')} ${turn === 'first' ? 'w' : 'b'}`;
}

/** By the board that is here already: this file comes without that of the game. */
export const setUpOn = (geometry: Geometry): SetUp => ({
  kinds: ['k', 'r', 'c', 'n', 'b', 'a', 'p'],
  write: (position) => write(geometry, position),
});
