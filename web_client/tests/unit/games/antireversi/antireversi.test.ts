import { describe, expect, it } from 'vitest';
import type { Position } from '../../../../src/games/kit/game';
import { verifiedLines } from '../../verified_data';
import { cards } from '../../../../src/games/cards';
import { loadGame } from '../../../../src/games/index';
import { knownRules } from '../../../../src/games/rules';
import { antireversi, antireversiBy, antireversiOf } from '../../../../src/games/antireversi/antireversi';

// Rank 1 first: white on d4 and e5, black on e4 and d5.
const start = antireversi.parsePosition(`${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`);
const squares = antireversi.geometry.rows(false).flat();

/** A move is legal when it turns something over: its gain is then more than the disc itself. */
const legal = (position: Position): string[] =>
  squares.filter((square) => !position.pieces.has(square) && (antireversi.gain?.(position, square) ?? 0) > 1);

function games(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const moves = legal(position);
  return moves.reduce((sum, move) => sum + games(antireversi.after(position, move), depth - 1), 0);
}

describe('turning over', () => {
  it('knows the four first moves', () => {
    expect(legal(start).sort()).toEqual(['c4', 'd3', 'e6', 'f5']);
  });

  // Published counts of Othello games; no side must pass this early.
  it.each([
    [1, 4],
    [2, 12],
    [3, 56],
    [4, 244],
    [5, 1396],
  ])('leads to as many games of %i plies as Othello has: %i', (depth, count) => {
    expect(games(start, depth)).toBe(count);
  });

  it('finds every best move of the verified endings legal', () => {
    for (const line of verifiedLines('antireversi_exact.jsonl')) {
      const { board, to_move, best } = JSON.parse(line) as Record<string, string> & { best: string[] };
      const position = antireversi.parsePosition(`${board} ${to_move}`);
      for (const move of best) if (move !== 'pass') expect(legal(position)).toContain(move);
    }
  });

  it('counts what the side to move will own more', () => {
    expect(antireversi.gain?.(start, 'd3')).toBe(2);
    const { pieces, turn } = antireversi.after(start, 'd3');
    expect(turn).toBe('second');
    expect([...pieces.values()].filter(({ side }) => side === 'first')).toHaveLength(4);
  });
});

it('passes by changing only the turn', () => {
  expect(antireversi.parseMove('pass')).toBeNull();
  const passed = antireversi.after(start, 'pass');
  expect(passed.turn).toBe('second');
  expect(passed.pieces).toBe(start.pieces);
  expect(antireversi.gain?.(start, 'pass')).toBe(0);
  expect(antireversi.moveName('pass', 'en')).toBe('pass');
});

it('says the square before the disc', () => {
  const disc = { side: 'second', kind: 'disc' } as const;
  expect(antireversi.words.cell('d4', disc, 'en', false)).toBe('d4, white');
  expect(antireversi.words.cell('d4', disc, 'zh-Hant', false)).toBe('d4，白子');
});

describe('a smaller board', () => {
  it('begins as the usual one does, in its middle', () => {
    expect(antireversiOf(4).start).toBe('-----OX--XO----- X');
    expect(antireversiOf(6).start).toBe(`${'-'.repeat(14)}OX----XO${'-'.repeat(14)} X`);
    expect(antireversi.start).toBe(`${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`);
  });

  it.each([
    ['standard', 8],
    ['6x6', 6],
    ['4x4', 4],
  ])('is named by the rule %s', async (rule, size) => {
    expect(knownRules.antireversi).toContain(rule);
    const game = await loadGame('antireversi', undefined, rule);
    expect(game.geometry.files).toBe(size);
    expect(game.parsePosition(game.start).pieces.size).toBe(4);
    expect(game.premoves(game.parsePosition(game.start), 'first')).toHaveLength(size * size - 4);
    const card = cards.antireversi.mini(game.start);
    expect(card.parse(game.start).size).toBe(4);
    expect(card.box.width).toBe(game.geometry.viewBox.width);
  });

  it('is that of the rules which are listed, however others are written', () => {
    for (const rule of ['3 discs', '10x10', 'constructor', undefined])
      expect(antireversiBy(rule).start, rule).toBe(antireversi.start);
  });

  it('turns discs over up to its edge only', () => {
    const small = antireversiOf(4);
    const position = small.parsePosition('-XO------------- X');
    expect(small.gain?.(position, 'd1')).toBe(2);
    expect(small.gain?.(small.parsePosition('--XO------------ X'), 'a2')).toBe(1);
    expect(() => small.parsePosition(antireversi.start)).toThrow();
  });

  it('is not what a rule of another game names', async () => {
    expect((await loadGame('gomoku', undefined, 'renju')).geometry.files).toBe(15);
    expect((await loadGame('gomoku', 19, 'renju')).geometry.files).toBe(19);
  });
});
