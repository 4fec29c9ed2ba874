import { gridGeometry } from '../grid';

export const size = 8;
export const cell = 100;
/** Width of the wooden frame around the felt. */
export const frame = 40;

/** Rank 1 is at the top, as Othello players write. */
export const geometry = gridGeometry({
  files: size,
  ranks: size,
  firstRank: 1,
  firstRankAt: 'top',
  viewBox: { x: 0, y: 0, width: 2 * frame + size * cell, height: 2 * frame + size * cell },
  origin: { x: frame + cell / 2, y: frame + cell / 2 },
  cell,
  radius: 40,
  aim: 'cell',
});
