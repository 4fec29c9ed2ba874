import { expect, it } from 'vitest';
import { antireversi } from '../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../src/games/gomoku/gomoku';
import { spokenMove } from '../../../src/games/spoken_move';
import { xiangqi } from '../../../src/games/xiangqi/xiangqi';

const start = xiangqi.parsePosition('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w');

it('says who is carried where, and what is taken', () => {
  expect(spokenMove(xiangqi, start, 'h2e2', 'en', false)).toBe(
    'red cannon, file 2, rank 3 to file 5, rank 3',
  );
  expect(spokenMove(xiangqi, start, 'h2h9', 'en', false)).toBe(
    'red cannon, file 2, rank 3 to file 2, rank 10, takes black horse',
  );
  expect(spokenMove(xiangqi, start, 'h2h9', 'zh-Hans', true)).toBe('红炮，8路，第8行，到8路，第1行，吃黑马');
});

it('says who places where, and who passes', () => {
  const board = gomoku.parsePosition(`${'-'.repeat(225)} O`);
  expect(spokenMove(gomoku, board, 'h8', 'en', false)).toBe('white H8');
  expect(spokenMove(gomoku, board, 'h8', 'zh-Hant', false)).toBe('白H8');
  const felt = antireversi.parsePosition(`${'-'.repeat(64)} X`);
  expect(spokenMove(antireversi, felt, 'pass', 'en', false)).toBe('black pass');
});
