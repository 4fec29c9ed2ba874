import { expect, it } from 'vitest';
import { verifiedLines } from '../../verified_data';
import { notationOf, written } from '../../../../src/games/xiangqi/notation';
import { parsePosition } from '../../../../src/games/xiangqi/position';

it.each(verifiedLines('xiangqi_notation.tsv').map((line) => line.split('\t')))(
  'names in %s the move %s as it is written: %s, %s',
  (fen = '', move = '', wxf, zh) => {
    expect(notationOf(parsePosition(fen), move)).toEqual({ wxf, zh });
  },
);

it('names nothing where nobody stands', () => {
  expect(notationOf(parsePosition('4k4/9/9/9/9/9/9/9/9/4K4 w'), 'a0a1')).toEqual({});
});

it('is written in traditional characters, where the two cannons differ and digits are black', () => {
  expect(written('炮8平5', 'zh-Hant')).toBe('砲8平5');
  expect(written('炮二平五', 'zh-Hant')).toBe('炮二平五');
  expect(written('后马进三', 'zh-Hant')).toBe('後馬進三');
  expect(written('后马进三', 'zh-Hans')).toBe('后马进三');
  expect(written('炮8平5', 'en')).toBe('炮8平5');
});
