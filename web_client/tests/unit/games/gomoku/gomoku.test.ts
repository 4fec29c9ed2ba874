import { describe, expect, it } from 'vitest';
import { verifiedLines } from '../../verified_data';
import { fileRankOf } from '../../../../src/games/kit/grid';
import { gomoku, gomokuOf } from '../../../../src/games/gomoku/gomoku';

const empty = `${'-'.repeat(225)} X`;
const play = (...moves: string[]) =>
  moves.reduce((position, move) => gomoku.after(position, move), gomoku.parsePosition(empty));

describe('positions', () => {
  it('read rank 1 first, from the a-file', () => {
    const { pieces, turn } = gomoku.parsePosition(`X${'-'.repeat(14)}${'-'.repeat(209)}O O`);
    expect([...pieces]).toEqual([
      ['a1', { side: 'first', kind: 'stone' }],
      ['o15', { side: 'second', kind: 'stone' }],
    ]);
    expect(turn).toBe('second');
  });

  it.each(['', empty.slice(1), empty.replace('X', 'Z'), `?${empty.slice(1)}`])('refuse %j', (text) => {
    expect(() => gomoku.parsePosition(text)).toThrow();
  });
});

it('places stones in turn', () => {
  const { pieces, turn } = play('h8', 'i9', 'h7');
  expect(pieces.get('h8')).toEqual({ side: 'first', kind: 'stone' });
  expect(pieces.get('i9')).toEqual({ side: 'second', kind: 'stone' });
  expect(turn).toBe('second');
});

it('plays every verified opening onto squares of the board', () => {
  const squares = new Set(gomoku.geometry.rows(false).flat());
  for (const line of verifiedLines('gomoku_openings.jsonl')) {
    const opening = JSON.parse(line) as { size: number; moves: string[] };
    if (opening.size !== 15) continue;
    expect(play(...opening.moves).pieces.size).toBe(opening.moves.length);
    for (const move of opening.moves) expect(squares).toContain(move);
  }
});

describe('the winning line', () => {
  it.each([
    ['a file', ['h1', 'h2', 'h3', 'h4', 'h5']],
    ['a rank', ['k8', 'l8', 'm8', 'n8', 'o8']],
    ['a rising diagonal', ['k11', 'l12', 'm13', 'n14', 'o15']],
    ['a falling diagonal', ['a15', 'b14', 'c13', 'd12', 'e11']],
  ])('is found on %s from any of its stones', (_, line) => {
    const board = empty.split('');
    for (const { file, rank } of line.map((square) => fileRankOf(square, 1))) board[file + 15 * rank] = 'X';
    const position = gomoku.parsePosition(board.join(''));
    for (const last of line)
      expect([...(gomoku.winLine?.(position, last) ?? [])].sort()).toEqual([...line].sort());
  });

  it('does not pass over the edge to the next rank', () => {
    const position = play('m8', 'a1', 'n8', 'c1', 'o8', 'e1', 'a9', 'g1', 'b9');
    expect(gomoku.winLine?.(position, 'b9')).toEqual([]);
  });

  it('is not four', () => {
    expect(gomoku.winLine?.(play('h8', 'a1', 'h9', 'c1', 'h10', 'e1', 'h11'), 'h11')).toEqual([]);
  });
});

it('says the square before the stone', () => {
  const stone = { side: 'first', kind: 'stone' } as const;
  expect(gomoku.words.cell('h8', stone, 'en', false)).toBe('H8, black');
  expect(gomoku.words.cell('h8', stone, 'en', true)).toBe('H8, black');
  expect(gomoku.words.cell('a1', undefined, 'zh-Hans', false)).toBe('A1，空');
  expect(gomoku.moveName('j9', 'en')).toBe('J9');
});

it('labels the last file of the largest board T', () => {
  const { geometry, words } = gomokuOf(20);
  const bottom = geometry.rows(false).at(-1) ?? [];
  expect(bottom.at(-1)).toMatch(/^t\d+$/);
  expect(new Set(bottom).size).toBe(20);
  expect(words.square('t20', 'en', false)).toBe('T20');
});
