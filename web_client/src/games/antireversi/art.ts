import { linearGradient, svg } from '../../board/drawing/svg';
import type { Art, Geometry, Side } from '../kit/game';
import { felt, oakRail } from '../kit/textures';
import { cell, frame } from './geometry';

/** Lines, and dots two squares from the corners. */
function lines({ files }: Geometry): SVGElement[] {
  const last = frame + files * cell;
  let inner = '';
  for (let at = frame + cell; at < last; at += cell)
    inner += `M${frame} ${at}H${last}M${at} ${frame}V${last}`;
  const ends = [2, files - 2].map((at) => frame + at * cell);
  const dots = ends.flatMap((x) => ends.map((y) => [x, y] as const));
  return [
    svg('path', { d: inner, class: 'seam lit', 'stroke-width': 2, transform: 'translate(1.5 2)' }),
    svg('path', { d: inner, class: 'seam', 'stroke-width': 2.6 }),
    ...dots.map(([cx, cy]) => svg('circle', { cx, cy, r: 7, class: 'seam-dot' })),
  ];
}

/** In the frame, above and on the left, for the squares that lie there now. */
function coordinates(geometry: Geometry, flipped: boolean): SVGElement[] {
  const rows = geometry.rows(flipped);
  const centre = (i: number) => frame + (i + 0.5) * cell;
  const letters = (rows[0] ?? []).map((square, i) =>
    svg('text', { x: centre(i), y: frame / 2, class: 'coordinate' }, square.charAt(0)),
  );
  const numbers = rows.map((row, i) =>
    svg('text', { x: frame / 2, y: centre(i), class: 'coordinate' }, (row[0] ?? '').slice(1)),
  );
  return [svg('g', {}, ...letters, ...numbers)];
}

const paints = (prefix: string): SVGElement[] => [
  linearGradient(`${prefix}-first`, [0, '#4b5256'], [0.5, '#2a2f32'], [1, '#15181a']),
  linearGradient(`${prefix}-second`, [0, '#fffefb'], [0.5, '#f6f2e9'], [1, '#dfd8c9']),
  linearGradient(`${prefix}-edge-first`, [0, '#fff', 0.4], [0.5, '#fff', 0.04], [1, '#000', 0.55]),
  linearGradient(`${prefix}-edge-second`, [0, '#fff'], [0.5, '#fff', 0.2], [1, '#857a66', 0.55]),
];

/** The other colour under the rim, so that a disc is seen to have two sides; and its own edge. */
const layers: Readonly<Record<Side, readonly [under: string, edge: string]>> = {
  first: ['#e9e4d8', '#0b0d0e'],
  second: ['#1b1f21', '#c9c1b0'],
};

/** Two layers pressed together, the face bevelled. */
function disc(side: Side, r: number, prefix: string): SVGElement {
  const [under, edge] = layers[side];
  const bevel = { fill: 'none', stroke: `url(#${prefix}-edge-${side})` };
  const dent = { r: r * 0.7, 'stroke-width': 2, transform: 'rotate(180)', opacity: 0.5, ...bevel };
  return svg(
    'g',
    {},
    svg('circle', { cy: 4.6, r, fill: under }),
    svg('circle', { cy: 1, r, fill: edge }),
    svg(
      'g',
      { transform: 'translate(0 -1)' },
      svg('circle', { r, fill: `url(#${prefix}-${side})` }),
      svg('circle', { r: r - 1.6, 'stroke-width': 2.6, ...bevel }),
      svg('circle', dent),
    ),
  );
}

/** Of a board of this size: cloth in a wooden frame. */
export const artOf = (geometry: Geometry): Art => ({
  surface: 'felt',
  material: (boards, dark) => ({ field: felt(boards, dark), rail: oakRail(boards, dark) }),
  rails: () => ({ x: frame, y: frame }),
  shadow: { x: 3, y: 8.5, radius: 46.5 },
  paints,
  ground: (look) => [...lines(geometry), ...(look.coordinates ? coordinates(geometry, look.flipped) : [])],
  piece: ({ side }, look) => disc(side, geometry.radius, look.prefix),
});
