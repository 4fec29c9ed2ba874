import { expect, it } from 'vitest';
import { countPieces } from './point_board';

it('counts discs on the board, not in the side to move', () => {
  expect(countPieces('--XO-XX- X')).toEqual([3, 1]);
});
