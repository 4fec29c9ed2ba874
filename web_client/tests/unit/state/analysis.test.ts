import { describe, expect, it } from 'vitest';
import { antireversi } from '../../../src/games/antireversi/antireversi';
import type { Analysis, AnalysedPly, Evaluation } from '../../../src/protocol/types';
import { countMarks, evaluationText, mergeAnalysis } from '../../../src/state/analysis';

const ply = (number: number, more: Partial<AnalysedPly> = {}): AnalysedPly => ({
  ply: number,
  eval: { kind: 'eval', value: 10 * number },
  ...more,
});
const analysis = (plies: readonly AnalysedPly[], more: Partial<Analysis> = {}): Analysis => ({
  gameId: 'g',
  status: 'running',
  done: plies.length,
  total: 4,
  plies,
  ...more,
});

it('gathers plies in their order, whatever the order in which they come', () => {
  const first = mergeAnalysis(null, analysis([ply(3), ply(0)]));
  const second = mergeAnalysis(first, analysis([ply(1)], { status: 'done', accuracy: [90, 80] }));
  expect(second.plies.map((one) => one.ply)).toEqual([0, 1, 3]);
  expect(second.status).toBe('done');
  expect(second.accuracy).toEqual([90, 80]);
});

it('counts the mistakes of each side', () => {
  const [first, second] = countMarks(
    analysis([ply(1, { mark: 'blunder' }), ply(2, { mark: 'mistake' }), ply(3, { mark: 'blunder' }), ply(4)]),
  );
  expect(first).toEqual({ inaccuracy: 0, mistake: 0, blunder: 2 });
  expect(second).toEqual({ inaccuracy: 0, mistake: 1, blunder: 0 });
});

describe('evaluations in print', () => {
  it.each([
    ['eval', 31, '+0.3'],
    ['eval', -124, '−1.2'],
    ['eval', 0, '0.0'],
    ['win', 5, '#3'],
    ['loss', 2, '−#1'],
    ['exact', -6, '−6'],
    ['draw', 0, '0'],
  ])('%s %i is %s', (kind, value, text) => {
    expect(evaluationText({ kind, value } as Evaluation, {})).toBe(text);
  });
});

// The moves that are left of such a game are no way to a win: they are all that it can last.
it('counts no moves to a win of anti-Reversi, where only who wins is proven', () => {
  expect(evaluationText({ kind: 'win', value: 22 }, antireversi)).toBe('+−');
  expect(evaluationText({ kind: 'loss', value: 21 }, antireversi)).toBe('−+');
  expect(evaluationText({ kind: 'exact', value: 6 }, antireversi)).toBe('+6');
});

it.each([{}, antireversi])('calls a decided game won', (game) => {
  expect(evaluationText({ kind: 'win', value: 0 }, game)).toBe('1–0');
  expect(evaluationText({ kind: 'loss', value: 0 }, game)).toBe('0–1');
});
