import { describe, expect, it } from 'vitest';
import { speedOf, timeName } from '../../../src/state/time_control';

describe('time controls', () => {
  it.each([
    [{ initial: 60_000 }, '1+0', 'bullet'],
    [{ initial: 180_000, increment: 2_000 }, '3+2', 'blitz'],
    [{ initial: 600_000, increment: 5_000 }, '10+5', 'rapid'],
    [{ initial: 600_000, byoyomi: 30_000, periods: 3 }, '10+30s×3', 'classical'],
    [{ initial: 600_000, increment: 5_000, perMove: 60_000 }, '10+5 ≤ 60s', 'rapid'],
    [{ initial: 600_000, byoyomi: 30_000, periods: 3, perMove: 60_000 }, '10+30s×3 ≤ 60s', 'classical'],
    [{ perMove: 30_000 }, '30s', 'rapid'],
    [{ days: 3 }, '3d', 'correspondence'],
    [null, '∞', 'unlimited'],
  ] as const)('%j is %s, %s', (time, name, speed) => {
    expect(timeName(time)).toBe(name);
    expect(speedOf(time)).toBe(speed);
  });
});
