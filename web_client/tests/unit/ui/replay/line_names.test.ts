import { expect, it } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { lineNames, numbered } from '../../../../src/ui/replay/line_names';

const start = xiangqi.parsePosition('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w');
const line = ['h2e2', 'h9g7', 'h0g2', 'i9h9'];

it('names each move of a line from the position before it, as the visitor reads moves', () => {
  expect(lineNames(xiangqi, start, line, 'wxf', 'en')).toEqual(['C2=5', 'H8+7', 'H2+3', 'R9=8']);
  expect(lineNames(xiangqi, start, line, 'zh', 'en')).toEqual(['炮二平五', '马8进7', '马二进三', '车9平8']);
  expect(lineNames(xiangqi, start, line, 'iccs', 'en')).toEqual(['H2-E2', 'H9-G7', 'H0-G2', 'I9-H9']);
});

it('writes Chinese names in the reader’s characters', () => {
  expect(lineNames(xiangqi, start, line, 'zh', 'zh-Hant').at(1)).toBe('馬8進7');
});

it('names stones by their points, whatever the notation', () => {
  const position = gomoku.parsePosition(`${'-'.repeat(225)} X`);
  expect(lineNames(gomoku, position, ['h8', 'i9'], 'zh', 'en')).toEqual(['H8', 'I9']);
});

it('counts moves, not plies', () => {
  expect(numbered(['a', 'b', 'c'], 18)).toEqual(['10. a', 'b', '11. c']);
  expect(numbered(['b', 'c', 'd'], 19)).toEqual(['10… b', '11. c', 'd']);
});
