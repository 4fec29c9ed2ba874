export type { MiniGame } from '../board/mini_board';

/** A ruled square: `count` lines each way, `step` apart, from `origin`. */
export function ruled(origin: number, step: number, count: number): string {
  const end = origin + step * (count - 1);
  let path = '';
  for (let at = origin; at <= end; at += step) path += `M${origin} ${at}H${end}M${at} ${origin}V${end}`;
  return path;
}
