import { expect, it } from 'vitest';
import { verifiedLines } from '../../../tests/unit/verified_data';
import { notationOf } from './notation';
import { parsePosition } from './position';

it.each(verifiedLines('xiangqi_notation.tsv').map((line) => line.split('\t')))(
  'names in %s the move %s as it is written: %s, %s',
  (fen = '', move = '', wxf, zh) => {
    expect(notationOf(parsePosition(fen), move)).toEqual({ wxf, zh });
  },
);

it('names nothing where nobody stands', () => {
  expect(notationOf(parsePosition('4k4/9/9/9/9/9/9/9/9/4K4 w'), 'a0a1')).toEqual({});
});
