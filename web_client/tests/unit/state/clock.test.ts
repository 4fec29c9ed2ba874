import { describe, expect, it } from 'vitest';
import { face, formatClock, isLow, nextChange } from '../../../src/state/clock';
import { ServerTime } from '../../../src/state/server_time';
import type { Clock, TimeControl } from '../../../src/protocol/types';

const clock: Clock = { ms: [60_000, 45_000], periods: [3, 3], running: 'first', at: 1_000, spent: 500 };

const minute = { initial: 60_000 };

describe('clock face', () => {
  it('that stands still in a pause or after the end shows what is left, not what there was', () => {
    const still = { ...clock, running: null, spent: 21_000 };
    const left = (side: 'first' | 'second') =>
      face({ clock: still, time: minute, turn: 'first' }, side, 900_000).ms;
    expect(left('first')).toBe(39_000);
    expect(left('second')).toBe(45_000);
  });

  it('runs for the side to move only, from what it had spent', () => {
    expect(face({ clock, time: minute, turn: 'first' }, 'first', 11_000).ms).toBe(49_500);
    expect(face({ clock, time: minute, turn: 'first' }, 'second', 11_000).ms).toBe(45_000);
  });

  it('waits at zero for the server', () => {
    expect(face({ clock, time: minute, turn: 'first' }, 'first', 500_000).ms).toBe(0);
  });

  it('never shows more than it had, even if the server time is ahead', () => {
    expect(face({ clock: { ...clock, spent: 0 }, time: minute, turn: 'first' }, 'first', 0).ms).toBe(60_000);
  });

  it('spends byo-yomi periods one after the other', () => {
    const time = { initial: 60_000, byoyomi: 30_000, periods: 3 };
    const at = (used: number) =>
      face({ clock: { ...clock, spent: 0 }, time, turn: 'first' }, 'first', 1_000 + used);
    expect(at(59_000)).toMatchObject({ ms: 1_000, periods: 3, inByoyomi: false });
    expect(at(70_000)).toMatchObject({ ms: 20_000, periods: 3, inByoyomi: true });
    expect(at(95_000)).toMatchObject({ ms: 25_000, periods: 2 });
    expect(at(149_999)).toMatchObject({ ms: 1, periods: 1 });
    expect(at(150_000)).toMatchObject({ ms: 0, periods: 0 });
  });

  it('shows the limit of a move beside the clock, or alone', () => {
    const both = face(
      { clock: { ...clock, spent: 0 }, time: { ...minute, perMove: 30_000 }, turn: 'first' },
      'first',
      11_000,
    );
    expect(both).toMatchObject({ ms: 50_000, moveMs: 20_000 });
    const alone = face(
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
      face({ clock: { ...clock, ms: [ms, 0], spent: 0 }, time, turn: 'first' }, 'first', 1_000 + used),
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

  it('stays the same until it is said to change, and changes then', () => {
    const looked = Array.from({ length: 1_900 }, (_, n) => 1 + n * 37);
    const days = Array.from({ length: 500 }, (_, n) => 86_400_001 + n * 789_123);
    for (const ms of [...looked, ...days]) {
      const wait = nextChange(ms);
      expect(formatClock(ms - wait)).not.toBe(formatClock(ms));
      if (wait > 1) expect(formatClock(ms - (wait - 1))).toBe(formatClock(ms));
    }
  });
});

describe('server time', () => {
  it('trusts the quickest round trip', () => {
    const time = new ServerTime();
    time.renew(100, 5_000);
    expect(time.at(200)).toBe(5_100);
    time.sample(100, 120, 6_000); // 20 ms: server read 6,000 at 110.
    time.sample(200, 600, 6_400); // 400 ms, held up on the way back: would be wrong by 110 ms.
    expect(time.at(110)).toBe(6_000);
  });

  it('shows the quickest of the last round trips', () => {
    const time = new ServerTime();
    expect(time.latency).toBeNull();
    for (const trip of [400, 30, 45, 50, 60, 70]) time.sample(0, trip, 1_000);
    expect(time.latency).toBe(30);
    time.sample(0, 80, 1_000);
    expect(time.latency).toBe(45);
  });

  it('follows a clock that drifts', () => {
    const time = new ServerTime();
    time.sample(0, 10, 1_000);
    for (let k = 1; k < 100; k++) time.sample(k * 100, k * 100 + 20, 2_000 + k * 100);
    expect(time.at(10_000)).toBeCloseTo(11_990, 0);
  });

  it('is learned anew on a new line', () => {
    const time = new ServerTime();
    time.sample(0, 2, 1_000);
    time.renew(10_000, 500_000); // Another server, or an hour of sleep.
    expect(time.at(10_000)).toBe(500_000);
    time.sample(10_000, 10_400, 500_300); // Slower than the one before the sleep, and still better than a guess.
    expect(time.at(10_200)).toBe(500_300);
    expect(time.latency).toBe(400);
  });

  it('keeps what it knows when a new line brings nothing else', () => {
    const time = new ServerTime();
    time.sample(0, 2, 1_000);
    time.renew(10_000, 10_900); // 99 ms on its way.
    expect(time.at(10_000)).toBe(10_999);
  });

  it('gives up what a later sample proves wrong, however quick the earlier was', () => {
    const time = new ServerTime();
    time.sample(0, 2, 1_000);
    // The machine slept for a minute, and its own clock with it; the line survived.
    time.sample(5_000, 5_080, 66_000);
    expect(time.at(5_040)).toBe(66_000);
  });
});
