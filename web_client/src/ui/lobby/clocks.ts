import type { TimeControl } from '../../protocol/types';
import { timeName } from '../../state/time_control';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const fischer = (minutes: number, seconds: number): TimeControl => ({
  initial: minutes * MINUTE,
  increment: seconds * SECOND,
});

/** From a few minutes to an evening. Tiles of the form. */
export const presets: readonly TimeControl[] = [
  fischer(1, 0),
  fischer(3, 2),
  fischer(5, 0),
  fischer(5, 3),
  fischer(10, 0),
  fischer(10, 5),
  fischer(15, 10),
  fischer(30, 20),
];

/** Clocks of the Chinese boards: 局时 + 读秒, with 步时, and 步时 alone. */
export const eastern: readonly TimeControl[] = [
  { initial: 10 * MINUTE, byoyomi: 30 * SECOND, periods: 3 },
  { initial: 10 * MINUTE, byoyomi: 30 * SECOND, periods: 1, perMove: 60 * SECOND },
  { perMove: 30 * SECOND },
];

/** Correspondence: days for each move. */
export const slow: readonly TimeControl[] = [{ days: 1 }, { days: 3 }, { days: 7 }];

/** What the fields hold: minutes, and seconds for the others, but `periods`. */
export interface CustomTime {
  readonly minutes: number;
  readonly increment: number;
  readonly byoyomi: number;
  readonly periods: number;
  readonly perMove: number;
}

/** What was typed, as a time control; null, unlimited, where nothing limits the time. */
export function customTime({
  minutes,
  increment,
  byoyomi,
  periods,
  perMove,
}: CustomTime): TimeControl | null {
  const limit = perMove > 0 ? { perMove: perMove * SECOND } : null;
  if (minutes + increment + byoyomi <= 0) return limit;
  return {
    initial: Math.round(minutes * MINUTE),
    ...(byoyomi > 0 ? { byoyomi: byoyomi * SECOND, periods } : { increment: increment * SECOND }),
    ...limit,
  };
}

/** By what a clock is remembered: unique among those here. */
export const clockName = (time: TimeControl | null): string => (time === null ? 'none' : timeName(time));

/** All that one may choose by name, in the order of the list. */
export const clocks: readonly TimeControl[] = [...presets, ...eastern, ...slow];

/** The clock of that name; one of one's own is not remembered. */
export const clockOf = (name: string): TimeControl | null =>
  name === 'none' ? null : (clocks.find((time) => clockName(time) === name) ?? presets[5] ?? null);
