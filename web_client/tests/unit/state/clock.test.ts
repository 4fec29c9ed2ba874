import { describe, expect, it } from 'vitest';
import { clockFace, formatClock, formatSeconds, isLow, msToTextChange } from '../../../src/state/clock';
import type { Clock, TimeControl } from '../../../src/protocol/types';
import { dice } from '../random';

const clock: Clock = { ms: [60_000, 45_000], periods: [3, 3], running: 'first', at: 1_000, spent: 500 };

const minute = { initial: 60_000 };

describe('clock face', () => {
  it('that stands still in a pause or after the end shows what is left, not what there was', () => {
    const still = { ...clock, running: null, spent: 21_000 };
    const left = (side: 'first' | 'second') =>
      clockFace({ clock: still, time: minute, turn: 'first' }, side, 900_000).ms;
    expect(left('first')).toBe(39_000);
    expect(left('second')).toBe(45_000);
  });

  it('runs for the side to move only, from what it had spent', () => {
    expect(clockFace({ clock, time: minute, turn: 'first' }, 'first', 11_000).ms).toBe(49_500);
    expect(clockFace({ clock, time: minute, turn: 'first' }, 'second', 11_000).ms).toBe(45_000);
  });

  it('waits at zero for the server', () => {
    expect(clockFace({ clock, time: minute, turn: 'first' }, 'first', 500_000).ms).toBe(0);
  });

  it('never shows more than it had, even if the server time is ahead', () => {
    expect(clockFace({ clock: { ...clock, spent: 0 }, time: minute, turn: 'first' }, 'first', 0).ms).toBe(
      60_000,
    );
  });

  it('spends byo-yomi periods one after the other', () => {
    const time = { initial: 60_000, byoyomi: 30_000, periods: 3 };
    const at = (used: number) =>
      clockFace({ clock: { ...clock, spent: 0 }, time, turn: 'first' }, 'first', 1_000 + used);
    expect(at(59_000)).toMatchObject({ ms: 1_000, periods: 3, inByoyomi: false });
    expect(at(70_000)).toMatchObject({ ms: 20_000, periods: 3, inByoyomi: true });
    expect(at(95_000)).toMatchObject({ ms: 25_000, periods: 2 });
    expect(at(149_999)).toMatchObject({ ms: 1, periods: 1 });
    expect(at(150_000)).toMatchObject({ ms: 0, periods: 0 });
  });

  it('shows the limit of a move beside the clock, or alone', () => {
    const both = clockFace(
      { clock: { ...clock, spent: 0 }, time: { ...minute, perMove: 30_000 }, turn: 'first' },
      'first',
      11_000,
    );
    expect(both).toMatchObject({ ms: 50_000, moveMs: 20_000 });
    const alone = clockFace(
      { clock: { ...clock, ms: [0, 0], spent: 0 }, time: { perMove: 30_000 }, turn: 'first' },
      'first',
      11_000,
    );
    expect(alone.ms).toBe(20_000);
  });
});

describe('a clock that runs low', () => {
  const low = (used: number, time: TimeControl, ms = 60_000) =>
    isLow(
      clockFace({ clock: { ...clock, ms: [ms, 0], spent: 0 }, time, turn: 'first' }, 'first', 1_000 + used),
      time,
    );

  it('is in its last twenty seconds', () => {
    expect(low(39_000, minute)).toBe(false);
    expect(low(41_000, minute)).toBe(true);
  });

  it('is in the last third of a byo-yomi period, and calm before the first', () => {
    const time = { ...minute, byoyomi: 30_000, periods: 3 };
    expect(low(59_000, time)).toBe(false);
    expect(low(75_000, time)).toBe(false);
    expect(low(81_000, time)).toBe(true);
    expect(low(95_000, time)).toBe(false);
    expect(low(149_000, time)).toBe(true);
    expect(low(21_000, { byoyomi: 30_000, periods: 1 }, 0)).toBe(true);
  });

  it('is near the limit of the move', () => {
    expect(low(21_000, { perMove: 30_000 }, 0)).toBe(true);
    expect(low(19_000, { perMove: 30_000 }, 0)).toBe(false);
    expect(low(15_000, { ...minute, initial: 600_000, perMove: 20_000 }, 600_000)).toBe(true);
  });
});

describe('clock text', () => {
  it.each([
    [0, '0:00.0'],
    [9_999, '0:09.9'],
    [10_000, '0:10'],
    [10_001, '0:11'],
    [60_000, '1:00'],
    [291_000, '4:51'],
    [3_723_000, '1:02:03'],
    [86_400_000, '24:00:00'],
    [86_400_001, '1d 1h'],
    [3 * 86_400_000, '3d 0h'],
    [2 * 86_400_000 + 4.5 * 3_600_000, '2d 5h'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatClock(ms)).toBe(text);
  });

  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [9_000, '0:09'],
    [9_001, '0:10'],
    [60_000, '1:00'],
  ])('in whole seconds of %d ms is %s', (ms, text) => {
    expect(formatSeconds(ms)).toBe(text);
  });

  it('stays the same until it is said to change, and changes then', () => {
    const looked = Array.from({ length: 1_900 }, (_, n) => 1 + n * 37);
    const days = Array.from({ length: 500 }, (_, n) => 86_400_001 + n * 789_123);
    for (const ms of [...looked, ...days]) {
      const wait = msToTextChange(ms);
      expect(formatClock(ms - wait)).not.toBe(formatClock(ms));
      if (wait > 1) expect(formatClock(ms - (wait - 1))).toBe(formatClock(ms));
    }
  });
});

describe('any clock', () => {
  /** What is left after `used`, second by second as a referee would count. */
  function counted({ initial = 0, byoyomi = 0, periods = 0 }: TimeControl, used: number) {
    let [ms, left, inByoyomi] = [initial, periods, false];
    for (let gone = 0; gone < used; gone += 500) {
      ms = Math.max(0, ms - 500);
      if (ms > 0 || byoyomi === 0) continue;
      if (inByoyomi) left = Math.max(0, left - 1);
      inByoyomi = true;
      ms = left > 0 ? byoyomi : 0;
    }
    return { ms, periods: byoyomi > 0 ? left : null, inByoyomi };
  }

  it('shows what a referee would count, however the turn went', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const below = dice(seed);
      const byoyomi = below(3) === 0 ? 0 : 500 * (2 + below(60));
      const periods = byoyomi === 0 ? 0 : 1 + below(4);
      const time: TimeControl = {
        initial: 500 * (1 + below(120)),
        ...(byoyomi > 0 && { byoyomi, periods }),
      };
      const spent = 500 * below(20);
      const turn = { ms: [time.initial ?? 0, 1], running: 'first', at: 10_000, spent } as const;
      const first: Clock = byoyomi > 0 ? { ...turn, periods: [periods, periods] } : turn;
      for (let used = spent; used < 200_000; used += 500 * (1 + below(9))) {
        const shown = clockFace({ clock: first, time, turn: 'first' }, 'first', 10_000 + used - spent);
        expect({ ...shown, moveMs: null }, `seed ${seed} after ${used}`).toEqual({
          ...counted(time, used),
          moveMs: null,
        });
      }
    }
  });
});
