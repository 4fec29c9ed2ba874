import type { Geometry } from '../kit/game';
import { gridGeometry } from '../kit/grid';

/** Distance of two lines, in user units; the same on all boards, so that a larger board is drawn smaller. */
export const cell = 60;
/** From the edge of the board to its first line: room for half a stone and the coordinates. */
export const margin = 58;

/** A board of `size` lines each way: 15, or 19 as in the older books. */
export function geometryOf(size: number): Geometry {
  const width = 2 * margin + (size - 1) * cell;
  return gridGeometry({
    files: size,
    ranks: size,
    firstRank: 1,
    firstRankAt: 'bottom',
    viewBox: { x: 0, y: 0, width, height: width },
    origin: { x: margin, y: margin },
    cell,
    radius: 27.5,
    aim: 'crossing',
  });
}
