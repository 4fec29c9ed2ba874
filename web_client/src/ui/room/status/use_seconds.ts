import { useEffect, useState } from 'preact/hooks';

/** Whole seconds until `until`, a time of the clock `now` in milliseconds; counts down to 0. */
export function useSeconds(until: number, now: () => number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now()) / 1_000));
}
