import { forSide, type Clock, type Side, type TimeControl } from '../protocol/types';

/**
 * What a clock face shows at one moment. A face at zero is not a result: only the server ends games, and its flag
 * comes later than zero is shown here.
 */
export interface ClockFace {
  /** Of the main time, or of the running byo-yomi period once that is gone. Never below 0. */
  readonly ms: number;
  /** Byo-yomi periods left, the running one included; null where the game has none. */
  readonly periods: number | null;
  /** Whether the main time is gone. */
  readonly inByoyomi: boolean;
  /** What is left of the limit for this one move; null where there is none. */
  readonly moveMs: number | null;
}

/** Below this a clock is low. */
const LOW_MS = 20_000;
/** Below this tenths of a second are shown. */
export const TENTHS_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Whose clocks these are: what the side to move has used of its turn counts even while nothing runs, in a pause and
 * after the end.
 */
interface ClockState {
  readonly clock: Clock;
  readonly time: TimeControl;
  /** Whose turn it is, or was when the game was paused or ended. */
  readonly turn: Side;
}

/**
 * The clock of `side` at server time `now`; pure. `clock.ms` and `clock.periods` are as at the start of the turn, so
 * that the turn so far (`spent`, which may be negative after a restart of the server, and what has run since
 * `clock.at`) is taken off here. The side that is not to move has what it had.
 */
export function clockFace({ clock, time, turn }: ClockState, side: Side, now: number): ClockFace {
  // An event may be stamped a little later than the server's time is believed to be here.
  const elapsed = clock.running === side ? Math.max(0, now - clock.at) : 0;
  const used = turn === side ? (clock.spent ?? 0) + elapsed : 0;
  const moveMs = time.perMove === undefined ? null : Math.max(0, time.perMove - used);
  const main = forSide(clock.ms, side) - used;
  const byoyomi = time.byoyomi ?? 0;
  const periods = byoyomi > 0 ? (clock.periods ? forSide(clock.periods, side) : (time.periods ?? 0)) : null;
  // With nothing but a limit for each move there is no main time that could be shown.
  if (time.initial === undefined && time.days === undefined && moveMs !== null)
    return { ms: moveMs, periods, inByoyomi: false, moveMs };
  if (main > 0 || periods === null) return { ms: Math.max(0, main), periods, inByoyomi: false, moveMs };
  return { ...byoyomiFace(-main, byoyomi, periods), moveMs };
}

/** `over`: by how much the main time is exceeded in this turn. Periods that were overrun completely are gone. */
function byoyomiFace(over: number, byoyomi: number, periods: number): Omit<ClockFace, 'moveMs'> {
  const gone = Math.floor(over / byoyomi);
  const left = Math.max(0, periods - gone);
  return { ms: left > 0 ? byoyomi - (over % byoyomi) : 0, periods: left, inByoyomi: true };
}

/**
 * The time after which the player must have moved: the smaller of clock and limit of the move. In byo-yomi until the
 * end of the period, which may not be the last.
 */
export const timeLeft = (shown: ClockFace): number => Math.min(shown.ms, shown.moveMs ?? Infinity);

/** Whether a loss is near: of the game, of a byo-yomi period or by the limit of the move. Of a period or a limit the
 *  last third. */
export function isLow(shown: ClockFace, { byoyomi = 0, perMove = 0, initial }: TimeControl): boolean {
  if (shown.moveMs !== null && shown.moveMs < Math.min(LOW_MS, perMove / 3)) return true;
  if (shown.inByoyomi) return shown.ms < Math.min(LOW_MS, byoyomi / 3);
  // Before the first period nothing is lost when the main time ends.
  return initial !== undefined && !shown.periods && shown.ms < LOW_MS;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** `2d 5h`, `1:02:03`, `4:51`. Rounds up, so that a full minute starts as 1:00, and 0:00 is shown only when nothing is
 *  left. */
export function formatSeconds(ms: number): string {
  if (ms > DAY_MS) {
    const hours = Math.ceil(ms / HOUR_MS);
    return `${Math.floor(hours / 24)}d ${hours % 24}h`;
  }
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The same, but `0:09.4` under ten seconds; tenths round down. */
export function formatClock(ms: number): string {
  if (ms >= TENTHS_MS) return formatSeconds(ms);
  const tenths = Math.floor(ms / 100);
  return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** When the text of `formatClock(ms)` changes next, as milliseconds from now: the page draws no more often. */
export function msToTextChange(ms: number): number {
  if (ms <= 0) return Infinity;
  if (ms < TENTHS_MS) return (ms % 100) + 1;
  if (ms > DAY_MS) return Math.min(((ms - 1) % HOUR_MS) + 1, ms - DAY_MS);
  return Math.min(((ms - 1) % 1000) + 1, ms - TENTHS_MS + 1);
}
