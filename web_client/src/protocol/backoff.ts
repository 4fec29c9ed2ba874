const FIRST_MS = 500;
const LAST_MS = 8_000;

/**
 * How long to wait before attempt number `attempt` (from 0). Half of the wait is random, so that the visitors of a
 * restarted server do not all come back in the same moment. In ms: 0.25 to 0.5 s, then twice as much each time, up to
 * 4 to 8 s. `random` gives 0 to 1.
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const whole = Math.min(LAST_MS, FIRST_MS * 2 ** attempt);
  return whole / 2 + (whole / 2) * random();
}
