import { describe, expect, it } from 'vitest';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import type { Evaluation } from '../../../../src/protocol/types';
import { evaluationText } from '../../../../src/ui/parts/evaluation_text';

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
