import { expect, it } from 'vitest';
import { backoff } from '../../../src/protocol/backoff';

it('doubles from half a second to eight, half of it random', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((n) => backoff(n, () => 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
  expect(backoff(2, () => 0)).toBe(1000);
});
