import { gridGeometry } from '../grid';

export const files = 9;
export const ranks = 10;
export const cell = 100;
/** Where the line of the a-file and the topmost rank lie. */
export const edge = 50;

export const geometry = gridGeometry({
  files,
  ranks,
  firstRank: 0,
  firstRankAt: 'bottom',
  viewBox: { x: -22, y: -36, width: 944, height: 1072 },
  origin: { x: edge, y: edge },
  cell,
  radius: 43,
  aim: 'crossing',
});
