import { litGradient, svg } from '../board/svg';
import type { Side } from './game';

// The balls of gomoku and the discs of anti-reversi are lit alike.

export const stonePaints = (prefix: string): SVGElement[] => [
  litGradient(stoneId(prefix, 'first'), [
    [0, '#7b838a'],
    [0.28, '#353b40'],
    [1, '#0b0d0f'],
  ]),
  litGradient(stoneId(prefix, 'second'), [
    [0, '#ffffff'],
    [0.6, '#f5f2eb'],
    [1, '#cdc6b7'],
  ]),
];

const stoneId = (prefix: string, side: Side): string => `${prefix}-stone-${side}`;

export const stoneFace = (prefix: string, side: Side, radius: number): SVGElement =>
  svg('circle', { r: radius, fill: `url(#${stoneId(prefix, side)})` });

/** A pale rim keeps white visible on pale wood and on a bright screen. */
export const whiteRim = (radius: number): SVGElement =>
  svg('circle', { r: radius - 0.5, fill: 'none', stroke: '#a99f8b', 'stroke-width': 1 });
