import type { Geometry } from '../kit/game';
import { gridGeometry } from '../kit/grid';

/** Side of a square, in user units. */
export const cell = 100;
/** Width of the wooden frame around the felt. */
export const frame = 40;

/** `size` squares each way. Rank 1 is at the top, as Othello players write. */
export function geometryOf(size: number): Geometry {
  const width = 2 * frame + size * cell;
  return gridGeometry({
    files: size,
    ranks: size,
    firstRank: 1,
    firstRankAt: 'top',
    viewBox: { x: 0, y: 0, width, height: width },
    origin: { x: frame + cell / 2, y: frame + cell / 2 },
    cell,
    radius: 40,
    aim: 'cell',
  });
}
