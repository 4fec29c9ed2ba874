import type { Box, Geometry, Point, Square } from './game';

/** What is different between the boards. Lengths in user units. */
export interface GridSpec {
  readonly files: number;
  readonly ranks: number;
  /** The number of the first rank: 0 in xiangqi, 1 elsewhere. */
  readonly firstRank: 0 | 1;
  /** Where the first rank lies when the board is not flipped. */
  readonly firstRankAt: 'top' | 'bottom';
  readonly viewBox: Box;
  /** Absent where it is the same. */
  readonly narrowBox?: Box;
  /** Centre of the square in the upper left corner. */
  readonly origin: Point;
  readonly cell: number;
  readonly radius: number;
  /** The reach around a crossing is round, within a cell square. */
  readonly aim: Geometry['aim'];
}

/**
 * The one map between squares, points of the drawing and the flipped view of both. Pure. All squares are named and
 * placed once, when a game is loaded; `pointOf` is a lookup, `squareAt` a rounding.
 */
export function gridGeometry(spec: GridSpec): Geometry {
  const { files, ranks, cell, origin } = spec;
  const upright = Array.from({ length: ranks }, (_, row) =>
    Array.from({ length: files }, (_, column) => squareName(spec, row, column)),
  );
  const turned = upright.map((row) => row.toReversed()).toReversed();
  const places = [placesOf(upright), placesOf(turned)] as const;

  const pointOf = (square: Square, flipped: boolean): Point => {
    const place = places[flipped ? 1 : 0].get(square);
    if (!place) throw new RangeError(`no square ${square}`);
    return { x: origin.x + cell * place.column, y: origin.y + cell * place.row };
  };

  const squareAt = (point: Point, flipped: boolean, reach: number): Square | null => {
    const across = (point.x - origin.x) / cell;
    const down = (point.y - origin.y) / cell;
    const column = Math.round(across);
    const row = Math.round(down);
    const dx = Math.abs(across - column);
    const dy = Math.abs(down - row);
    // A crossing is hit within a circle, a cell within a smaller cell.
    const distance = spec.aim === 'cell' ? Math.max(dx, dy) : Math.hypot(dx, dy);
    return distance <= reach ? ((flipped ? turned : upright)[row]?.[column] ?? null) : null;
  };

  return {
    files,
    ranks,
    viewBox: spec.viewBox,
    narrowBox: spec.narrowBox ?? spec.viewBox,
    cell,
    radius: spec.radius,
    aim: spec.aim,
    rows: (flipped) => (flipped ? turned : upright),
    pointOf,
    squareAt,
  };
}

/** Zero-based file, and rank counted from the first one. */
export interface FileRank {
  readonly file: number;
  readonly rank: number;
}

/** The coordinates in a square's name; `firstRank` as in the grid's specification. */
export const fileRankOf = (square: Square, firstRank: 0 | 1): FileRank => ({
  file: fileLetters.indexOf(square.charAt(0)),
  rank: Number(square.slice(1)) - firstRank,
});

/**
 * The reverse of `fileRankOf`. Beyond the board it names a square that does not exist, or none: callers look it up.
 */
export const squareNamed = ({ file, rank }: FileRank, firstRank: 0 | 1): Square =>
  `${fileLetters.charAt(file)}${rank + firstRank}`;

/** With an i, as the protocol names files; boards of up to 20 files. */
const fileLetters = 'abcdefghijklmnopqrst';

/** By its place on the board as it is drawn without being flipped. */
function squareName(spec: GridSpec, row: number, column: number): Square {
  const rank = spec.firstRankAt === 'top' ? row : spec.ranks - 1 - row;
  return squareNamed({ file: column, rank }, spec.firstRank);
}

function placesOf(rows: readonly (readonly Square[])[]): Map<Square, { row: number; column: number }> {
  return new Map(rows.flatMap((squares, row) => squares.map((square, column) => [square, { row, column }])));
}
