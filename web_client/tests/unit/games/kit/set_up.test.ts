import { describe, expect, it } from 'vitest';
import { NOTHING, pointBoardSetUp } from '../../../../src/games/kit/set_up';
import { parsePointBoard } from '../../../../src/games/kit/point_board';

const { write, pattern } = pointBoardSetUp(3, 'stone');

describe('a square board that is set up', () => {
  it('is written as it is read', () => {
    const text = 'X-OXO---- O';
    expect(write(parsePointBoard(text, 3, 'stone'))).toBe(text);
  });

  it('has patterns with a sign for what does not matter, and one for what must be empty', () => {
    const text = '?X-O?????';
    const position = pattern?.read(text);
    expect(position?.pieces).toEqual(
      new Map([
        ['b1', { side: 'first', kind: 'stone' }],
        ['c1', { side: 'second', kind: NOTHING }],
        ['a2', { side: 'second', kind: 'stone' }],
      ]),
    );
    expect(position && pattern?.write(position)).toBe(text);
  });

  it.each(['', 'XX', 'Q?X??????????????'])('reads of %o what it can', (text) => {
    expect(() => pattern?.read(text)).not.toThrow();
    expect([...(pattern?.read(text).pieces.values() ?? [])].map(({ kind }) => kind)).toEqual(
      Array.from(text.slice(0, 3).replace(/[?Q]/g, ''), () => 'stone'),
    );
  });
});
