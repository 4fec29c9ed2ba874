import { svg, themedGradient } from '../../board/svg';
import type { Art, Geometry } from '../game';
import { stoneFace, stonePaints, whiteRim } from '../stones';
import { grain, slab } from '../wood';
import { cell, margin } from './geometry';

/** Star points of the two boards in use; others have none. */
const starPoints: Readonly<Record<number, readonly string[]>> = {
  15: ['d4', 'l4', 'h8', 'd12', 'l12'],
  19: ['d', 'j', 'p'].flatMap((file) => [4, 10, 16].map((rank) => `${file}${rank}`)),
};

const endOf = ({ files }: Geometry): number => margin + (files - 1) * cell;

function lines(geometry: Geometry): SVGElement[] {
  const last = endOf(geometry);
  let inner = '';
  for (let at = margin + cell; at < last; at += cell)
    inner += `M${margin} ${at}H${last}M${at} ${margin}V${last}`;
  const border = `M${margin} ${margin}H${last}V${last}H${margin}z`;
  return [
    svg('path', { d: inner, class: 'line', 'stroke-width': 1.7 }),
    svg('path', { d: border, class: 'line', 'stroke-width': 3, 'stroke-linejoin': 'round' }),
    ...(starPoints[geometry.files] ?? []).map((square) => {
      const { x, y } = geometry.pointOf(square, false);
      return svg('circle', { cx: x, cy: y, r: 5.5, class: 'ink' });
    }),
  ];
}

/** Letters under the board, numbers on its left, for the squares that lie there now. */
function coordinates(geometry: Geometry, flipped: boolean): SVGElement[] {
  const rows = geometry.rows(flipped);
  const bottom = rows.at(-1) ?? [];
  const y = endOf(geometry) + 48;
  const letters = bottom.map((square, i) =>
    svg('text', { x: margin + i * cell, y, class: 'coordinate' }, square.charAt(0).toUpperCase()),
  );
  const numbers = rows.map((row, i) =>
    svg('text', { x: 17, y: margin + i * cell + 7.5, class: 'coordinate' }, (row[0] ?? '').slice(1)),
  );
  return [svg('g', {}, ...letters, ...numbers)];
}

export const artOf = (geometry: Geometry): Art => ({
  paints: (prefix) => [...stonePaints(prefix), themedGradient(`${prefix}-wood`, 'wood-gomoku', 2)],
  ground: (look) => [
    slab(geometry.viewBox, `url(#${look.prefix}-wood)`),
    grain(geometry.viewBox, 22, 11),
    ...lines(geometry),
    ...(look.coordinates ? coordinates(geometry, look.flipped) : []),
  ],
  piece: ({ side }, look) =>
    svg(
      'g',
      {},
      svg('circle', { cx: 1.5, cy: 4, r: geometry.radius, fill: '#2a1804', opacity: 0.36 }),
      stoneFace(look.prefix, side, geometry.radius),
      ...(side === 'second' ? [whiteRim(geometry.radius)] : []),
    ),
});
