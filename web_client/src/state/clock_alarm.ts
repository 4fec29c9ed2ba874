import { isLow, timeLeft, type ClockFace } from './clock';
import type { TimeControl } from '../protocol/types';

/** What the visitor's own clock calls out: that a loss is near, the last seconds one by one, and figures that are
 *  spoken. */
export type Alarm =
  { readonly kind: 'low' } | { readonly kind: 'second' | 'spoken'; readonly seconds: number };

/** Spoken to screen readers. Not every second, which would drown everything else. */
const SPOKEN_SECONDS = [60, 20, 10];
/** Ticks that are heard, of a low clock only. */
const LAST_SECONDS = [5, 4, 3, 2, 1];
/** A main time that was low warns again only from here: an increment may lead over the line with every move. */
const REARM_MS = 30_000;
/** A timer of days would overflow: browsers keep 31 bits of milliseconds, 24 days. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Follows one clock over its turns and byo-yomi periods, each of which warns anew. `update` at any moments, the later
 * the worse: of the marks that were passed between two looks only the last is called, of each kind.
 */
export class ClockAlarm {
  #before: number | null = null;
  #hasWarned = false;

  /**
   * What is due now. The first look says nothing: the clock may have been low before this page came. Only marks that
   * were passed downwards count, so that an increment or a new turn says nothing.
   */
  update(shown: ClockFace, time: TimeControl): readonly Alarm[] {
    const left = timeLeft(shown);
    const low = isLow(shown, time);
    const before = this.#before;
    const warns = before !== null && low && !this.#hasWarned;
    this.#before = left;
    this.#hasWarned = low || (this.#hasWarned && !isRearmed(shown));
    if (before === null) return [];
    const passed = (marks: readonly number[]): number | undefined =>
      marks.findLast((mark) => before > mark * 1_000 && left <= mark * 1_000);
    const [second, spoken] = [low ? passed(LAST_SECONDS) : undefined, passed(SPOKEN_SECONDS)];
    return [
      ...(warns ? [{ kind: 'low' as const }] : []),
      ...(second === undefined ? [] : [{ kind: 'second' as const, seconds: second }]),
      ...(spoken === undefined ? [] : [{ kind: 'spoken' as const, seconds: spoken }]),
    ];
  }
}

/** In a period, or with a limit for each move, every turn begins anew. */
const isRearmed = (shown: ClockFace): boolean =>
  shown.inByoyomi || shown.moveMs !== null || shown.ms > REARM_MS;

/**
 * Milliseconds until something may be due: few wake-ups, because browsers delay those of tabs that are not seen. One
 * more, because timers may be early by a fraction. Never more than an hour: then it is to be asked again.
 */
export function msToAlarm({ ms, moveMs }: ClockFace, { byoyomi = 0, perMove = 0 }: TimeControl): number {
  const seconds = [...SPOKEN_SECONDS, ...LAST_SECONDS].map((mark) => mark * 1_000);
  const marks = [0, byoyomi / 3, perMove / 3, ...seconds];
  const waits = [ms, moveMs ?? 0].flatMap((left) =>
    marks.filter((mark) => left > mark).map((mark) => left - mark),
  );
  return Math.min(LONGEST_WAIT_MS, ...waits) + 1;
}
