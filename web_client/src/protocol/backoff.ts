const FIRST_MS = 500;
const LAST_MS = 8_000;

/** How long to wait before attempt number `attempt` (from 0). Half of the wait is random, so that the
 *  visitors of a restarted server do not all come back in the same moment. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const whole = Math.min(LAST_MS, FIRST_MS * 2 ** attempt);
  return whole / 2 + (whole / 2) * random();
}
