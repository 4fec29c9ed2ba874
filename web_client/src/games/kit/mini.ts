import type { MiniGame } from '../../board/drawing/mini_board';
import { radialGradient, linearGradient } from '../../board/drawing/svg';

export type { MiniGame };

/** What lists show of a game. */
export interface GameCard {
  /** Its name in Chinese, beside the one in the visitor's language. */
  readonly nativeName: string;
  /** A position from the middle of a game. */
  readonly sample: string;
  /** A small board for a position, as large as that says. */
  readonly mini: (position: string) => MiniGame;
}

/** A ruled square: `count` lines each way, `step` apart, from `origin`. */
export function ruled(origin: number, step: number, count: number): string {
  const end = origin + step * (count - 1);
  let path = '';
  for (let at = origin; at <= end; at += step) path += `M${origin} ${at}H${end}M${at} ${origin}V${end}`;
  return path;
}

const url = (id: string): string => `url(#${id})`;

/** One face for both sides: turned wood. */
export const woodenFaces = (prefix: string) => ({
  paints: [linearGradient(prefix, [0, '#fff7e3'], [0.45, '#f7e3b9'], [1, '#e3c28a'])],
  first: url(prefix),
  second: url(prefix),
});

/** Black and white: balls that shine, or flat discs. */
export const stoneFaces =
  (shape: 'ball' | 'disc') =>
  (prefix: string): { paints: SVGElement[]; first: string; second: string } => {
    const [first, second] = [`${prefix}-first`, `${prefix}-second`];
    const flat = shape === 'disc';
    const light = { r: 0.56, fx: 0.32, fy: 0.26 };
    return {
      paints: flat
        ? [
            linearGradient(first, [0, '#4b5256'], [0.5, '#2a2f32'], [1, '#15181a']),
            linearGradient(second, [0, '#fffefb'], [0.5, '#f6f2e9'], [1, '#dfd8c9']),
          ]
        : [
            radialGradient(first, [[0, '#70787d'], [0.5, '#262b2e'], [1, '#15191b']], light), // prettier-ignore
            radialGradient(second, [[0, '#fff'], [0.5, '#fbf9f3'], [1, '#d5ccba']], light), // prettier-ignore
          ],
      first: url(first),
      second: url(second),
    };
  };
