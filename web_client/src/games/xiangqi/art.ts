import { svg } from '../../board/drawing/svg';
import type { Art, Look } from '../kit/game';
import { fileRankOf } from '../kit/grid';
import { groove } from '../kit/grooves';
import { boxwood, rosewoodRail } from '../kit/textures';
import { cell, edge, files, geometry, narrowRail, rail, ranks } from './geometry';
import { kaiOutlines, outlineBox } from './outlines';
import { drawPiece, piecePaints } from './pieces';

const right = edge + (files - 1) * cell;
const bottom = edge + (ranks - 1) * cell;
const [riverTop, riverBottom] = [edge + 4 * cell, edge + 5 * cell];

/** The lines. Those of the inner files stop at the river; the edge files run through. */
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
  const [gap, length] = [8, 16];
  let path = '';
  for (const square of tickedSquares) {
    const { x, y } = geometry.pointOf(square, false);
    const { file } = fileRankOf(square, 0);
    for (const sx of [-1, 1]) {
      if ((sx < 0 && file === 0) || (sx > 0 && file === files - 1)) continue;
      for (const sy of [-1, 1])
        path += `M${x + sx * gap} ${y + sy * (gap + length)}v${-sy * length}h${sx * length}`;
    }
  }
  return path;
}

const riverText = [
  ['楚', 180],
  ['河', 290],
  ['漢', 610],
  ['界', 720],
] as const;

const riverAt = (dx: number, dy: number, name: string): SVGElement =>
  svg(
    'g',
    { class: name },
    ...riverText.map(([character, x]) =>
      svg('path', {
        d: kaiOutlines[character] ?? '',
        transform: `translate(${x + dx} ${500 + dy}) scale(${58 / outlineBox})`,
      }),
    ),
  );

const chineseNumerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/**
 * Files are numbered from each player's right hand, so that the same file has two numbers; red counts in Chinese
 * where moves are written so, black in digits. The bottom row is the nearer player's: all labels change when the
 * board is turned.
 */
function coordinates(look: Look): SVGElement[] {
  const numeral = (n: number, red: boolean) =>
    (red && look.chineseNumerals ? chineseNumerals[n] : undefined) ?? String(n + 1);
  const { y, height } = look.narrow ? geometry.narrowBox : geometry.viewBox;
  const middle = (look.narrow ? narrowRail : rail) / 2;
  const labels: SVGElement[] = [];
  for (let column = 0; column < files; column++) {
    const label = (at: number, text: string) =>
      svg('text', { x: edge + column * cell, y: at, class: 'coordinate' }, text);
    labels.push(label(y + middle, numeral(column, look.flipped)));
    labels.push(label(y + height - middle, numeral(files - 1 - column, !look.flipped)));
  }
  return [svg('g', { lang: 'zh-Hant' }, ...labels)];
}

const frame = `M${edge - 11} ${edge - 11}H${right + 11}V${bottom + 11}H${edge - 11}z`;

/** All static but for the coordinates: a turned board has the same lines. */
export const art: Art = {
  surface: 'wood-xiangqi',
  material: (boards, dark) => ({ field: boxwood(boards, dark), rail: rosewoodRail(boards, dark) }),
  rails: (narrow) => (narrow ? { x: 0, y: narrowRail } : { x: rail, y: rail }),
  shadow: { x: 2.4, y: 5.5, radius: 49 },
  paints: piecePaints,
  ground: (look) => [
    ...groove(frame, 4.4),
    ...groove(gridPath() + palacePath(), 2.1),
    ...groove(tickPath(), 1.7),
    riverAt(1.2, 1.8, 'river cut'),
    riverAt(0, 0, 'river'),
    ...(look.coordinates ? coordinates(look) : []),
  ],
  piece: drawPiece,
};
