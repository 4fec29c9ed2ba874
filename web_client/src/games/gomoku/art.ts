import { radialGradient, svg } from '../../board/drawing/svg';
import type { Art, Geometry, Side } from '../kit/game';
import { groove } from '../kit/grooves';
import { kaya } from '../kit/textures';
import { cell, margin } from './geometry';

/** Star points of the two boards in use; others have none. */
const starPoints: Readonly<Record<number, readonly string[]>> = {
  15: ['d4', 'l4', 'h8', 'd12', 'l12'],
  19: ['d', 'j', 'p'].flatMap((file) => [4, 10, 16].map((rank) => `${file}${rank}`)),
};

const endOf = ({ files }: Geometry): number => margin + (files - 1) * cell;

/** The lines, a border that is cut deeper, and the star points. */
function lines(geometry: Geometry): SVGElement[] {
  const last = endOf(geometry);
  let inner = '';
  for (let at = margin + cell; at < last; at += cell)
    inner += `M${margin} ${at}H${last}M${at} ${margin}V${last}`;
  const border = `M${margin} ${margin}H${last}V${last}H${margin}z`;
  return [
    ...groove(inner, 1.35),
    ...groove(border, 2.6, { 'stroke-linejoin': 'round' }),
    ...(starPoints[geometry.files] ?? []).map((square) => {
      const { x, y } = geometry.pointOf(square, false);
      return svg('circle', { cx: x, cy: y, r: 5.2, class: 'ink' });
    }),
  ];
}

/** Letters under the board, numbers on its left, for the squares that lie there now: clear of stones on the edge. */
function coordinates(geometry: Geometry, flipped: boolean): SVGElement[] {
  const rows = geometry.rows(flipped);
  const bottom = rows.at(-1) ?? [];
  const y = endOf(geometry) + 43;
  const letters = bottom.map((square, i) =>
    svg('text', { x: margin + i * cell, y, class: 'coordinate on-wood' }, square.charAt(0).toUpperCase()),
  );
  const numbers = rows.map((row, i) =>
    svg('text', { x: 15.5, y: margin + i * cell, class: 'coordinate on-wood' }, (row[0] ?? '').slice(1)),
  );
  return [svg('g', {}, ...letters, ...numbers)];
}

const paints = (prefix: string): SVGElement[] => [
  radialGradient(
    `${prefix}-slate`,
    [
      [0, '#70787d'],
      [0.2, '#4a5156'],
      [0.55, '#23282b'],
      [0.86, '#0e1113'],
      [0.95, '#1a1e21'],
      [1, '#2c3235'],
    ],
    { r: 0.52, fx: 0.32, fy: 0.24 },
  ),
  radialGradient(
    `${prefix}-shell`,
    [
      [0, '#fff'],
      [0.5, '#fbf9f3'],
      [0.82, '#ece6d9'],
      [0.94, '#d5ccba'],
      [1, '#e6dfd0'],
    ],
    { r: 0.52, fx: 0.34, fy: 0.26 },
  ),
];

/** A clam shell shows how it grew. */
function growth(r: number): SVGElement {
  const line = (reach: number, y: number, top: number) =>
    `M${-r * reach} ${r * y}Q0 ${r * top} ${r * reach} ${r * y}`;
  return svg('path', {
    d: line(0.9, -0.1, -0.36) + line(0.93, 0.2, -0.06) + line(0.8, 0.5, 0.26),
    transform: 'rotate(-24)',
    fill: 'none',
    stroke: '#8a7a58',
    'stroke-width': r * 0.045,
    opacity: 0.09,
  });
}

/** Black is slate; white is shell, with a hairline that keeps it visible on pale wood. */
function stone(side: Side, r: number, prefix: string): SVGElement[] {
  if (side === 'first') return [svg('circle', { r, fill: `url(#${prefix}-slate)` })];
  const hairline = { r: r - 0.4, fill: 'none', stroke: '#7d705a', 'stroke-width': 0.8, opacity: 0.55 };
  return [svg('circle', { r, fill: `url(#${prefix}-shell)` }), growth(r), svg('circle', hairline)];
}

/** Of a board of this size. A slab without rails. */
export const artOf = (geometry: Geometry): Art => ({
  surface: 'wood-gomoku',
  material: (boards, dark) => ({ field: kaya(boards, dark) }),
  rails: () => ({ x: 0, y: 0 }),
  shadow: { x: 2.6, y: 4.6, radius: 31.4 },
  paints,
  ground: (look) => [...lines(geometry), ...(look.coordinates ? coordinates(geometry, look.flipped) : [])],
  piece: ({ side }, look) => svg('g', {}, ...stone(side, geometry.radius, look.prefix)),
});
