import { svg, themedGradient } from '../../board/svg';
import type { Art, Look } from '../game';
import { placeOf } from '../grid';
import { grain, slab } from '../wood';
import { cell, edge, files, geometry, ranks } from './geometry';
import { kaiOutlines, outlineBox } from './outlines';
import { drawPiece, piecePaints } from './pieces';

const right = edge + (files - 1) * cell;
const bottom = edge + (ranks - 1) * cell;
const [riverTop, riverBottom] = [edge + 4 * cell, edge + 5 * cell];

function gridPath(): string {
  let path = '';
  for (let y = edge; y <= bottom; y += cell) path += `M${edge} ${y}H${right}`;
  for (let x = edge + cell; x < right; x += cell)
    path += `M${x} ${edge}V${riverTop}M${x} ${riverBottom}V${bottom}`;
  return `${path}M${edge} ${edge}V${bottom}M${right} ${edge}V${bottom}`;
}

/** Both palaces: three files wide, three ranks deep, in the middle of the first and the last ranks. */
function palacePath(): string {
  const [west, east] = [edge + 3 * cell, edge + 5 * cell];
  const cross = (top: number) => {
    const low = top + 2 * cell;
    return `M${west} ${top}L${east} ${low}M${east} ${top}L${west} ${low}`;
  };
  return cross(edge) + cross(bottom - 2 * cell);
}

const tickedSquares = [
  'b2',
  'h2',
  'b7',
  'h7',
  ...['a', 'c', 'e', 'g', 'i'].flatMap((f) => [`${f}3`, `${f}6`]),
];

/** Corner ticks where cannons and soldiers start; on the edge files only their inner half. */
function tickPath(): string {
  const [gap, length] = [8, 14];
  let path = '';
  for (const square of tickedSquares) {
    const { x, y } = geometry.pointOf(square, false);
    const { file } = placeOf(square, 0);
    for (const sx of [-1, 1]) {
      if ((sx < 0 && file === 0) || (sx > 0 && file === files - 1)) continue;
      for (const sy of [-1, 1])
        path += `M${x + sx * gap} ${y + sy * (gap + length)}v${-sy * length}h${sx * length}`;
    }
  }
  return path;
}

const riverText = [
  ['楚', 190],
  ['河', 290],
  ['漢', 610],
  ['界', 710],
] as const;

const river = (): SVGElement =>
  svg(
    'g',
    { class: 'ink', opacity: 0.78 },
    ...riverText.map(([character, x]) =>
      svg('path', {
        d: kaiOutlines[character] ?? '',
        transform: `translate(${x} 500) scale(${56 / outlineBox})`,
      }),
    ),
  );

const chineseNumerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Files are numbered from each player's right hand; red counts in Chinese where the pieces are Chinese. */
function coordinates(look: Look): SVGElement[] {
  const redNumerals = look.pieceSet === 'kai' || look.pieceSet === 'serif' ? chineseNumerals : null;
  const numeral = (n: number, red: boolean) => (red ? redNumerals?.[n] : undefined) ?? String(n + 1);
  const labels: SVGElement[] = [];
  for (let column = 0; column < files; column++) {
    const x = edge + column * cell;
    labels.push(svg('text', { x, y: -9, class: 'coordinate' }, numeral(column, look.flipped)));
    const fromRight = files - 1 - column;
    labels.push(svg('text', { x, y: 1024, class: 'coordinate' }, numeral(fromRight, !look.flipped)));
  }
  return [svg('g', { lang: 'zh-Hant' }, ...labels)];
}

export const art: Art = {
  paints: (prefix) => [...piecePaints(prefix), themedGradient(`${prefix}-wood`, 'wood-xiangqi', 2)],
  ground: (look) => [
    slab(geometry.viewBox, `url(#${look.prefix}-wood)`),
    grain(geometry.viewBox, 18, 3),
    svg('path', {
      d: `M${edge - 9} ${edge - 9}H${right + 9}V${bottom + 9}H${edge - 9}z`,
      class: 'line',
      'stroke-width': 5,
    }),
    svg('path', { d: gridPath() + palacePath(), class: 'line', 'stroke-width': 2.6 }),
    svg('path', { d: tickPath(), class: 'line', 'stroke-width': 2 }),
    river(),
    ...(look.coordinates ? coordinates(look) : []),
  ],
  piece: drawPiece,
};
