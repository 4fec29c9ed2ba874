import { describe, expect, it } from 'vitest';
import { customTime } from '../../../../src/ui/lobby/clocks';

const typed = { minutes: 0, increment: 0, byoyomi: 0, periods: 1, perMove: 0 };

describe('custom clocks', () => {
  it.each([
    [
      { ...typed, minutes: 7.5, increment: 4 },
      { initial: 450_000, increment: 4_000 },
    ],
    [
      { ...typed, minutes: 10, byoyomi: 30, periods: 3 },
      { initial: 600_000, byoyomi: 30_000, periods: 3 },
    ],
    [
      { ...typed, minutes: 0, byoyomi: 30 },
      { initial: 0, byoyomi: 30_000, periods: 1 },
    ],
    [{ ...typed, perMove: 20 }, { perMove: 20_000 }],
    [typed, null],
  ])('%j', (typing, time) => {
    expect(customTime(typing)).toEqual(time);
  });
});
