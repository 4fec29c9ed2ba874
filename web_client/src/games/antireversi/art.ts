import { svg, themedGradient } from '../../board/svg';
import type { Art } from '../game';
import { stoneFace, stonePaints } from '../stones';
import { slab } from '../wood';
import { cell, frame, geometry, size } from './geometry';

const last = frame + size * cell;

function lines(): SVGElement[] {
  let inner = '';
  for (let at = frame + cell; at < last; at += cell)
    inner += `M${frame} ${at}H${last}M${at} ${frame}V${last}`;
  const border = `M${frame} ${frame}H${last}V${last}H${frame}z`;
  const dots = [2, 6].flatMap((x) => [2, 6].map((y) => [frame + x * cell, frame + y * cell] as const));
  return [
    svg('path', { d: inner, class: 'felt-line', 'stroke-width': 3 }),
    svg('path', { d: border, class: 'felt-line', 'stroke-width': 4, 'stroke-linejoin': 'round' }),
    ...dots.map(([cx, cy]) => svg('circle', { cx, cy, r: 8, class: 'felt-ink' })),
  ];
}

function coordinates(flipped: boolean): SVGElement[] {
  const rows = geometry.rows(flipped);
  const centre = (i: number) => frame + (i + 0.5) * cell;
  const letters = (rows[0] ?? []).map((square, i) =>
    svg('text', { x: centre(i), y: 28, class: 'coordinate' }, square.charAt(0)),
  );
  const numbers = rows.map((row, i) =>
    svg('text', { x: 20, y: centre(i) + 8, class: 'coordinate' }, (row[0] ?? '').slice(1)),
  );
  return [svg('g', {}, ...letters, ...numbers)];
}

const underside = { first: '#d8d2c4', second: '#16191c' } as const;

export const art: Art = {
  paints: (prefix) => [...stonePaints(prefix), themedGradient(`${prefix}-felt`, 'felt', 2)],
  ground: (look) => [
    svg('rect', {
      x: 0,
      y: 0,
      width: geometry.viewBox.width,
      height: geometry.viewBox.height,
      class: 'felt-frame',
    }),
    slab({ x: frame, y: frame, width: size * cell, height: size * cell }, `url(#${look.prefix}-felt)`),
    ...lines(),
    ...(look.coordinates ? coordinates(look.flipped) : []),
  ],
  // A sliver of the other colour under the rim: the disc reads as two-sided before it turns over.
  piece: ({ side }, look) =>
    svg(
      'g',
      {},
      svg('circle', { cx: 2, cy: 8, r: geometry.radius, fill: '#04180f', opacity: 0.42 }),
      svg('circle', { cy: 4, r: geometry.radius, fill: underside[side] }),
      stoneFace(look.prefix, side, geometry.radius),
    ),
};
