import { describe, expect, it } from 'vitest';
import { parsePosition } from '../../../../src/games/xiangqi/position';
import { premoves } from '../../../../src/games/xiangqi/premoves';

const alone = (fen: string, side: 'first' | 'second' = 'first') =>
  premoves(parsePosition(`${fen} w`), side)
    .map((move) => move.slice(2))
    .sort();

const place = (piece: string, row: number, column: number): string =>
  Array.from({ length: 10 }, (_, r) =>
    r === 9 - row ? `${column || ''}${piece}${8 - column || ''}` : '9',
  ).join('/');

describe('moves that may be made ahead', () => {
  it.each([
    ['a general stays in the palace', 'K', 0, 3, ['d1', 'e0']],
    ['an advisor on its corner has one way', 'A', 2, 5, ['e1']],
    ['an elephant does not cross the river', 'B', 4, 2, ['a2', 'e2']],
    ['a horse in the corner', 'N', 0, 0, ['b2', 'c1']],
    ['a soldier at home only advances', 'P', 3, 4, ['e4']],
    ['a soldier on its own bank only advances', 'P', 4, 4, ['e5']],
    ['a soldier beyond the river also steps aside', 'P', 5, 4, ['d5', 'e6', 'f5']],
    ['a soldier on the last rank only steps aside', 'P', 9, 0, ['b9']],
  ])('%s', (_, piece, row, column, squares) => {
    expect(alone(place(piece, row, column))).toEqual(squares);
  });

  it('turn with the side', () => {
    expect(alone(place('p', 4, 4), 'second')).toEqual(['d4', 'e3', 'f4']);
    expect(alone(place('b', 5, 2), 'second')).toEqual(['a7', 'e7']);
  });

  it('let a chariot go through whatever stands there now', () => {
    expect(alone(place('R', 0, 0))).toHaveLength(17);
    const blocked = premoves(parsePosition('9/9/9/9/9/9/9/9/P8/R8 w'), 'first');
    expect(blocked).toContain('a0a9');
  });
});
