import type { Box, Pieces, Square, Point } from './game';

/** What a small still board in a list needs of a game: its lines and its pieces as plain shapes, a tenth of the real drawing. */
export interface MiniGame {
  readonly box: Box;
  /** The class of the material, and the lines on it. */
  readonly material: string;
  readonly lines: string;
  readonly radius: number;
  readonly pointOf: (square: Square) => Point;
  readonly parse: (position: string) => Pieces;
  /** Where the last move ended. */
  readonly target: (move: string) => Square | null;
  /** What is written on the pieces, where they are not told by their colour alone. */
  readonly letterOf?: (piece: { side: 'first' | 'second'; kind: string }, latin: boolean) => string;
}

/** A ruled square: `count` lines each way, `step` apart, from `origin`. */
export function ruled(origin: number, step: number, count: number): string {
  const end = origin + step * (count - 1);
  let path = '';
  for (let at = origin; at <= end; at += step) path += `M${origin} ${at}H${end}M${at} ${origin}V${end}`;
  return path;
}
