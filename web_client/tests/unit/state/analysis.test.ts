import { expect, it } from 'vitest';
import type { Analysis, AnalysedPly } from '../../../src/protocol/types';
import { countMarks, mergeAnalysis } from '../../../src/state/analysis';

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
  const played = analysis([
    ply(1, { mark: 'blunder' }),
    ply(2, { mark: 'mistake' }),
    ply(3, { mark: 'blunder' }),
    ply(4),
  ]);
  const [first, second] = countMarks(played, 'first');
  expect(first).toEqual({ inaccuracy: 0, mistake: 0, blunder: 2 });
  expect(second).toEqual({ inaccuracy: 0, mistake: 1, blunder: 0 });
  expect(countMarks(played, 'second'), 'of a game that the second side begins').toEqual([second, first]);
});
