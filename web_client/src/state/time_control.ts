import type { TimeControl } from '../protocol/types';

/** As the server rates games: each speed has a rating of its own. */
export type Speed = 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'unlimited';

/** Speed by the length of an average game, 40 moves a side and 25 of each byo-yomi period: as the server rates it. */
export function speedOf(time: TimeControl | null): Speed {
  if (time === null) return 'unlimited';
  if (time.days !== undefined) return 'correspondence';
  const { initial = 0, increment = 0, byoyomi = 0, periods = 1, perMove = 0 } = time;
  const seconds = (initial + 40 * increment + 25 * periods * byoyomi || 40 * perMove) / 1000;
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  if (seconds < 1500) return 'rapid';
  return seconds < 6 * 3600 ? 'classical' : 'correspondence';
}

const minutes = (ms: number): string => String(Math.round((ms / 60_000) * 10) / 10);
const seconds = (ms: number): string => String(Math.round(ms / 1000));

/** Short, the same in every language: `5+3`, `10+30s×3`, `10+5 ≤ 60s`, `30s`, `3d`, `∞`. */
export function timeName(time: TimeControl | null): string {
  if (time === null) return '∞';
  if (time.days !== undefined) return `${time.days}d`;
  if (time.initial === undefined) return `${seconds(time.perMove ?? 0)}s`;
  const main = minutes(time.initial);
  const limit = time.perMove === undefined ? '' : ` ≤ ${seconds(time.perMove)}s`;
  if (time.byoyomi !== undefined) return `${main}+${seconds(time.byoyomi)}s×${time.periods ?? 1}${limit}`;
  return `${main}+${seconds(time.increment ?? 0)}${limit}`;
}
