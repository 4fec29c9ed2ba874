import { gridGeometry } from '../grid';

export const size = 15;
export const cell = 60;
export const margin = 58;

export const geometry = gridGeometry({
  files: size,
  ranks: size,
  firstRank: 1,
  firstRankAt: 'bottom',
  viewBox: { x: 0, y: 0, width: 2 * margin + (size - 1) * cell, height: 2 * margin + (size - 1) * cell },
  origin: { x: margin, y: margin },
  cell,
  radius: 27,
  aim: 'crossing',
});
