import { describe, expect, it } from 'vitest';
import { ServerTime } from '../../../src/state/server_time';

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

  it('follows a drift too, that no single sample proves', () => {
    const time = new ServerTime();
    time.sample(0, 2, 1_001);
    // 8 ms are less than what 20 ms of travel leave open; the best sample was quicker, and is old.
    for (let k = 1; k < 100; k++) time.sample(k * 1_000, k * 1_000 + 20, k * 1_000 + 1_018);
    expect(time.at(100_000)).toBe(101_008);
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
