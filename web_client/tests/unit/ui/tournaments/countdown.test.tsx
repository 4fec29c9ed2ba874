// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Countdown } from '../../../../src/ui/tournaments/countdown';
import { act, cleanup, screen } from '../screen';
import { Site } from '../site';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const later = (ms: number): Promise<void> => act(() => void vi.advanceTimersByTime(ms));
const text = (): string | null => screen.getByRole('timer').textContent;

describe('the time until the next round', () => {
  it('is told in whole seconds to the end, of which the last ones have no tenths', async () => {
    new Site().open(<Countdown ms={61_000} readAt={Date.now()} />);
    expect(text()).toBe('Next round in 1:01');
    await later(51_000);
    expect(text()).toBe('Next round in 0:10');
    await later(500);
    expect(text()).toBe('Next round in 0:10');
    await later(500);
    expect(text()).toBe('Next round in 0:09');
    await later(8_500);
    expect(text()).toBe('Next round in 0:01');
  });

  it('ends at nothing where the round is late', async () => {
    new Site().open(<Countdown ms={2_000} readAt={Date.now() - 1_000} />);
    expect(text()).toBe('Next round in 0:01');
    await later(5_000);
    expect(text()).toBe('Next round in 0:00');
  });

  // `performance.now` stands still while a machine sleeps: the break seemed to last as much longer.
  it('goes on while the machine sleeps', async () => {
    new Site().open(<Countdown ms={110_000} readAt={Date.now()} />);
    vi.setSystemTime(Date.now() + 50_000);
    await later(500);
    expect(text()).toBe('Next round in 1:00');
  });
});
