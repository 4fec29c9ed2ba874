import { useTicker } from '../../core/use_ticker';

/**
 * Whole seconds until `until`, a time of the clock `now` in milliseconds; counts down to 0. Looks twice a second, so
 * that no second is skipped where a timer is late.
 */
export function useSeconds(until: number, now: () => number): number {
  useTicker(500);
  return Math.max(0, Math.ceil((until - now()) / 1_000));
}
