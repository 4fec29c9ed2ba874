import { gridGeometry } from '../kit/grid';
import { files, ranks } from './position';

export { files, ranks };

/** Distance of two lines, in user units. */
export const cell = 100;
/** Where the line of the a-file and the topmost rank lie. */
export const edge = 50;
/** Width of the rails; on a phone there are none at the sides. */
export const rail = 34;
export const narrowRail = 31;

/**
 * 9 files from a to i, 10 ranks from 0 to 9, red's first rank at the bottom. The box reaches beyond the outermost
 * lines by 90 units: half a cell for the pieces on them, and the rails. The narrow one is for phones, where the board
 * goes from edge to edge of the screen.
 */
export const geometry = gridGeometry({
  files,
  ranks,
  firstRank: 0,
  firstRankAt: 'bottom',
  viewBox: { x: -40, y: -40, width: 980, height: 1080 },
  narrowBox: { x: -8, y: -37, width: 916, height: 1074 },
  origin: { x: edge, y: edge },
  cell,
  radius: 43,
  aim: 'crossing',
});
