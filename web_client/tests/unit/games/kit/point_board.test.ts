import { expect, it } from 'vitest';
import { countPieces, parsePointBoard, sizeOf } from '../../../../src/games/kit/point_board';

it('counts discs on the board, not in the side to move', () => {
  expect(countPieces('--XO-XX- X')).toEqual([3, 1]);
});

it('reads points from rank 1 and the a-file on, and whose turn it is', () => {
  const { pieces, turn } = parsePointBoard('-X--O----------X O', 4, 'disc');
  expect([...pieces]).toEqual([
    ['b1', { side: 'first', kind: 'disc' }],
    ['a2', { side: 'second', kind: 'disc' }],
    ['d4', { side: 'first', kind: 'disc' }],
  ]);
  expect(turn).toBe('second');
  expect(sizeOf('-X--O----------X O')).toBe(4);
});

it.each(['-------- X', '---------------- ', '---------------- Z', '---------------x X'])(
  'refuses %j',
  (text) => {
    expect(() => parsePointBoard(text, 4, 'disc')).toThrow(/^bad (position|piece): /);
  },
);
