import { of, type Clock, type Side, type TimeControl } from '../protocol/types';

/** What a clock face shows. A face at zero is not a result: only the server ends games. */
export interface Face {
  /** Of the main time, or of the running byo-yomi period once that is gone. */
  readonly ms: number;
  /** Byo-yomi periods left, the running one included; null where the game has none. */
  readonly periods: number | null;
  /** Whether the main time is gone. */
  readonly inByoyomi: boolean;
  /** What is left of the limit for this one move; null where there is none. */
  readonly moveMs: number | null;
}

export const LOW_MS = 20_000;
export const TENTHS_MS = 10_000;

/** The clock of `side` at server time `now`. */
export function face(clock: Clock, time: TimeControl, side: Side, now: number): Face {
  const running = clock.running === side;
  const used = running ? (clock.spent ?? 0) + Math.max(0, now - clock.at) : 0;
  const moveMs = time.perMove === undefined ? null : Math.max(0, time.perMove - used);
  const main = of(clock.ms, side) - used;
  const byoyomi = time.byoyomi ?? 0;
  const periods = byoyomi > 0 ? (clock.periods ? of(clock.periods, side) : (time.periods ?? 0)) : null;
  if (time.initial === undefined && time.days === undefined && moveMs !== null)
    return { ms: moveMs, periods, inByoyomi: false, moveMs };
  if (main > 0 || periods === null) return { ms: Math.max(0, main), periods, inByoyomi: false, moveMs };
  return { ...byoyomiFace(-main, byoyomi, periods), moveMs };
}

function byoyomiFace(over: number, byoyomi: number, periods: number): Omit<Face, 'moveMs'> {
  const gone = Math.floor(over / byoyomi);
  const left = Math.max(0, periods - gone);
  return { ms: left > 0 ? byoyomi - (over % byoyomi) : 0, periods: left, inByoyomi: true };
}

/** The time after which the player must have moved: the smaller of clock and limit of the move. */
export const urgent = (shown: Face): number => Math.min(shown.ms, shown.moveMs ?? Infinity);

const two = (n: number): string => String(n).padStart(2, '0');

/** `1:02:03`, `4:51`, and `0:09.4` under ten seconds. Rounds up to whole seconds, so that a full minute starts
 *  as 1:00 and 0:00 is shown only when nothing is left; tenths round down. */
export function formatClock(ms: number): string {
  if (ms < TENTHS_MS) {
    const tenths = Math.floor(ms / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** When the text of `formatClock(ms)` changes next, as milliseconds from now: the page draws no more often. */
export function nextChange(ms: number): number {
  if (ms <= 0) return Infinity;
  if (ms < TENTHS_MS) return (ms % 100) + 1;
  return Math.min(((ms - 1) % 1000) + 1, ms - TENTHS_MS + 1);
}
