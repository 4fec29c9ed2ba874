import { describe, expect, it } from 'vitest';
import type { Clock, TimeControl } from '../../../src/protocol/types';
import { clockFace } from '../../../src/state/clock';
import { ClockAlarm, msToAlarm, type Alarm } from '../../../src/state/clock_alarm';

const sudden: TimeControl = { initial: 180_000, increment: 0 };
const byoyomi: TimeControl = { initial: 0, byoyomi: 30_000, periods: 3 };

const clock = (ms: number, more: Partial<Clock> = {}): Clock => ({
  ms: [ms, ms],
  running: 'first',
  at: 0,
  ...more,
});
const shownAt = (time: TimeControl, of: Clock, now: number) =>
  clockFace({ clock: of, time, turn: 'first' }, 'first', now);

/** All alarms of updates at these moments. */
function heard(alarm: ClockAlarm, time: TimeControl, of: Clock, moments: readonly number[]): string[] {
  const words = (one: Alarm): string => (one.kind === 'low' ? 'low' : `${one.kind} ${one.seconds}`);
  return moments.flatMap((now) => alarm.update(shownAt(time, of, now), time)).map(words);
}

describe('what a clock calls out', () => {
  it('is nothing at the first look: it may have been low before', () => {
    expect(heard(new ClockAlarm(), sudden, clock(15_000), [0])).toEqual([]);
  });

  it('are figures, a warning and the last seconds, each once', () => {
    const alarm = new ClockAlarm();
    const steps = Array.from({ length: 140 }, (_, step) => step * 500);
    expect(heard(alarm, sudden, clock(65_000), steps)).toEqual([
      'spoken 60',
      'spoken 20',
      'low',
      'spoken 10',
      'second 5',
      'second 4',
      'second 3',
      'second 2',
      'second 1',
    ]);
  });

  it('is the last mark only, where nobody looked for a while', () => {
    expect(heard(new ClockAlarm(), sudden, clock(65_000), [0, 57_500])).toEqual(['low', 'spoken 10']);
  });

  it('warns in each byo-yomi period, and in each turn in one', () => {
    const alarm = new ClockAlarm();
    const periods = clock(0, { periods: [3, 3] });
    expect(heard(alarm, byoyomi, periods, [0, 21_000])).toContain('low');
    expect(heard(alarm, byoyomi, periods, [31_000, 52_000])).toContain('low');
    expect(heard(alarm, byoyomi, clock(0, { periods: [2, 3], at: 60_000 }), [60_000, 81_000])).toContain(
      'low',
    );
  });

  it('does not warn of a main time with every move that an increment brings back over the line', () => {
    const alarm = new ClockAlarm();
    expect(heard(alarm, sudden, clock(21_000), [0, 2_000])).toContain('low');
    expect(heard(alarm, sudden, clock(22_000), [0, 3_000])).not.toContain('low');
    expect(heard(alarm, sudden, clock(40_000), [0, 21_000])).toContain('low');
  });

  it('counts no seconds where nothing is lost at the end of the main time', () => {
    const time = { ...byoyomi, initial: 60_000 };
    const before = clock(6_000, { periods: [3, 3] });
    expect(heard(new ClockAlarm(), time, before, [0, 1_500, 2_500, 5_900])).toEqual([]);
  });

  it('follows the limit of a move where that is nearer', () => {
    const time = { initial: 600_000, perMove: 30_000 };
    expect(heard(new ClockAlarm(), time, clock(600_000), [0, 21_000, 25_500])).toEqual([
      'low',
      'spoken 10',
      'second 5',
    ]);
  });
});

describe('the next look', () => {
  const wait = (time: TimeControl, ms: number) => msToAlarm(shownAt(time, clock(ms), 0), time);

  it('is due when the next mark is passed, and no earlier', () => {
    expect(wait(sudden, 180_000)).toBe(120_001);
    expect(wait(sudden, 25_000)).toBe(5_001);
    expect(wait(sudden, 4_300)).toBe(301);
  });

  it('is due at the third of a period, and at its end', () => {
    const inPeriod = (left: number) =>
      msToAlarm({ ms: left, periods: 2, inByoyomi: true, moveMs: null }, { byoyomi: 24_000, periods: 2 });
    expect(inPeriod(9_000)).toBe(1_001);
    expect(inPeriod(400)).toBe(401);
  });

  it('does not sleep longer than timers can', () => {
    expect(wait({ days: 3 }, 3 * 86_400_000)).toBeLessThan(2 ** 31);
  });
});
