import { describe, expect, it } from 'vitest';
import { face, formatClock, nextChange } from '../../../src/state/clock';
import { ServerTime } from '../../../src/state/server_time';
import type { Clock } from '../../../src/protocol/types';

const clock: Clock = { ms: [60_000, 45_000], periods: [3, 3], running: 'first', at: 1_000, spent: 500 };

describe('clock face', () => {
  it('runs for the side to move only, from what it had spent', () => {
    expect(face(clock, { initial: 60_000 }, 'first', 11_000).ms).toBe(49_500);
    expect(face(clock, { initial: 60_000 }, 'second', 11_000).ms).toBe(45_000);
  });

  it('waits at zero for the server', () => {
    expect(face(clock, { initial: 60_000 }, 'first', 500_000).ms).toBe(0);
  });

  it('never shows more than it had, even if the server time is ahead', () => {
    expect(face({ ...clock, spent: 0 }, { initial: 60_000 }, 'first', 0).ms).toBe(60_000);
  });

  it('spends byo-yomi periods one after the other', () => {
    const time = { initial: 60_000, byoyomi: 30_000, periods: 3 };
    const at = (used: number) => face({ ...clock, spent: 0 }, time, 'first', 1_000 + used);
    expect(at(59_000)).toMatchObject({ ms: 1_000, periods: 3, inByoyomi: false });
    expect(at(70_000)).toMatchObject({ ms: 20_000, periods: 3, inByoyomi: true });
    expect(at(95_000)).toMatchObject({ ms: 25_000, periods: 2 });
    expect(at(149_999)).toMatchObject({ ms: 1, periods: 1 });
    expect(at(150_000)).toMatchObject({ ms: 0, periods: 0 });
  });

  it('shows the limit of a move beside the clock, or alone', () => {
    const both = face({ ...clock, spent: 0 }, { initial: 60_000, perMove: 30_000 }, 'first', 11_000);
    expect(both).toMatchObject({ ms: 50_000, moveMs: 20_000 });
    const alone = face({ ...clock, ms: [0, 0], spent: 0 }, { perMove: 30_000 }, 'first', 11_000);
    expect(alone.ms).toBe(20_000);
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
  ])('%d ms is %s', (ms, text) => {
    expect(formatClock(ms)).toBe(text);
  });

  it('stays the same until it is said to change, and changes then', () => {
    for (let ms = 1; ms < 70_000; ms += 37) {
      const wait = nextChange(ms);
      expect(formatClock(ms - wait)).not.toBe(formatClock(ms));
      if (wait > 1) expect(formatClock(ms - (wait - 1))).toBe(formatClock(ms));
    }
  });
});

describe('server time', () => {
  it('trusts the quickest round trip', () => {
    const time = new ServerTime();
    time.guess(100, 5_000);
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
});
