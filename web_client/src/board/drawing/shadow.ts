import type { Shadow } from '../model/game';
import { radialGradient, svg } from './svg';

const ink = '#1d0d02';

/** What `castShadow` refers to: dark where a piece stands, gone a tenth of its size further out; higher, wider and
 *  paler. */
export const shadowPaints = (prefix: string): SVGElement[] => [
  radialGradient(`${prefix}-shadow`, [
    [0.8, ink, 0.62],
    [0.88, ink, 0.3],
    [1, ink, 0],
  ]),
  radialGradient(`${prefix}-shadow-high`, [
    [0.5, ink, 0.42],
    [0.78, ink, 0.22],
    [1, ink, 0],
  ]),
];

/** The shadow of a piece that stands, for a drawing round 0,0. */
export const castShadow = ({ x: cx, y: cy, radius: r }: Shadow, prefix: string): SVGElement =>
  svg('circle', { cx, cy, r, fill: `url(#${prefix}-shadow)`, class: 'shadow' });

/**
 * The shadow of the same piece in the hand. Further away to the right and below, wider, paler: the piece is nearer to
 * the light.
 */
export const castHighShadow = ({ x, y, radius }: Shadow, prefix: string): SVGElement =>
  svg('circle', {
    cx: 2.9 * x,
    cy: 3.1 * y,
    r: 1.22 * radius,
    fill: `url(#${prefix}-shadow-high)`,
    class: 'shadow-high',
  });
