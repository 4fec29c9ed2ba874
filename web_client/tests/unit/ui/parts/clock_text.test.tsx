// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock, Side, TimeControl } from '../../../../src/protocol/types';
import { ClockText, TimeBar } from '../../../../src/ui/parts/clock_text';
import { act, cleanup, render, seen } from '../screen';

let now = 0;
const later = (ms: number): Promise<void> =>
  act(() => {
    now += ms;
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const clockOf = (ms: number, running: Side | null = 'first'): Clock => ({ ms: [ms, ms], running, at: 0 });

function show(clock: Clock, time: TimeControl = { initial: 600_000 }): void {
  const props = { clock, time, turn: 'first', side: 'first', now: () => now } as const;
  render(
    <>
      <ClockText {...props} moveLimit={(left) => `move ${left}`} periods={(n) => `x${n}`} />
      <TimeBar {...props} />
    </>,
  );
}
const text = (): string | null => seen('.clock').firstChild?.textContent ?? null;

function hide(hidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  return act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

describe('a clock', () => {
  it('that runs ticks when its text changes, from tenths at the end', async () => {
    show(clockOf(61_000));
    await later(1_001);
    expect(text()).toBe('1:00');
    await later(51_000);
    expect(text()).toBe('0:08.9');
    await later(101);
    expect(text()).toBe('0:08.8');
  });

  it('draws no more often than its text changes', async () => {
    const read = vi.fn(() => now);
    const props = {
      clock: clockOf(600_000),
      time: { initial: 600_000 },
      turn: 'first',
      side: 'first',
    } as const;
    render(<ClockText {...props} now={read} moveLimit={String} periods={String} />);
    const before = read.mock.calls.length;
    for (let step = 0; step < 100; step++) await later(50);
    // Five seconds: each is looked at twice, once for the face and once for the wait.
    expect(read.mock.calls.length - before).toBeLessThanOrEqual(12);
    expect(text()).toBe('9:55');
  });

  it('that stands has no timer', async () => {
    show(clockOf(61_000, null));
    expect(vi.getTimerCount()).toBe(0);
    await later(5_000);
    expect(text()).toBe('1:01');
  });

  it('rests while the tab is hidden, and is right as soon as it is seen', async () => {
    show(clockOf(61_000));
    await hide(true);
    expect(vi.getTimerCount()).toBe(0);
    now += 31_000;
    await hide(false);
    expect(text()).toBe('0:30');
  });

  it('shows the main time and the limit of the move, each as it runs', async () => {
    show(clockOf(600_500), { initial: 600_500, perMove: 30_200 });
    expect(text()).toBe('10:01');
    expect(seen('.move-limit').textContent).toBe('move 0:31');
    await later(201);
    expect(seen('.move-limit').textContent).toBe('move 0:30');
    await later(300);
    expect(text()).toBe('10:00');
  });

  it('says nothing of the limit twice where it is all there is, nor while it stands', () => {
    show({ ms: [0, 0], running: 'first', at: 0 }, { perMove: 30_000 });
    expect(text()).toBe('0:30');
    expect(document.querySelector('.move-limit')).toBeNull();
    cleanup();
    show(clockOf(600_000, null), { initial: 600_000, perMove: 30_000 });
    expect(document.querySelector('.move-limit')).toBeNull();
  });

  it('follows the turn, also where the clock is the same', async () => {
    const clock = clockOf(61_700);
    const face = (turn: Side) => (
      <ClockText
        clock={clock}
        time={hour}
        turn={turn}
        side="first"
        now={() => now}
        moveLimit={String}
        periods={String}
      />
    );
    const hour: TimeControl = { initial: 3_600_000 };
    const { rerender } = render(face('second'));
    rerender(face('first'));
    for (const step of [701, 700, 300]) await later(step);
    expect(text()).toBe('1:00');
  });

  it('counts its periods', () => {
    show({ ...clockOf(0), periods: [3, 3] }, { initial: 600_000, byoyomi: 30_000, periods: 3 });
    expect(seen('.clock').textContent).toBe('0:30x3');
  });

  it('has the tone of need when it is nearly used up, whether it runs or waits', () => {
    for (const [ms, running, tone] of [
      [60_000, 'first', 'on'],
      [9_000, 'first', 'low'],
      [9_000, null, 'low-waiting'],
      [60_000, null, ''],
    ] as const) {
      cleanup();
      show(clockOf(ms, running));
      expect(seen('.clock').className.trim()).toBe(`clock ${tone}`.trim());
    }
  });

  it('is a bar as long as what is left, and never longer than the whole', async () => {
    show(clockOf(300_000));
    const width = (): string => seen('.time-bar > span').style.width;
    expect(width()).toBe('50%');
    await later(60_000);
    expect(width()).toBe('40%');
    cleanup();
    now = 0;
    show(clockOf(900_000));
    expect(width()).toBe('100%');
  });

  it('that is gone is not drawn any more', async () => {
    const read = vi.fn(() => now);
    const props = {
      clock: clockOf(61_000),
      time: { initial: 600_000 },
      turn: 'first',
      side: 'first',
    } as const;
    render(<TimeBar {...props} now={read} />);
    await later(1_001);
    cleanup();
    read.mockClear();
    await later(5_000);
    await hide(false);
    expect(read).not.toHaveBeenCalled();
  });
});
