import { litGradient, svg } from '../../board/svg';
import type { Look, Piece, PieceSet, Side } from '../game';
import { geometry } from './geometry';
import { kaiOutlines, outlineBox, serifOutlines } from './outlines';
import { pictograms } from './pictograms';

const ink: Readonly<Record<Side, string>> = { first: '#b3211a', second: '#1c2a2b' };

const characters: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  first: { k: '帥', a: '仕', b: '相', n: '傌', r: '俥', c: '炮', p: '兵' },
  second: { k: '將', a: '士', b: '象', n: '馬', r: '車', c: '砲', p: '卒' },
};

/** The letters of international notation: king, advisor, elephant, horse, rook, cannon, pawn. */
const letters: Readonly<Record<string, string>> = { k: 'K', a: 'A', b: 'E', n: 'H', r: 'R', c: 'C', p: 'P' };

export const piecePaints = (prefix: string): SVGElement[] => [
  litGradient(`${prefix}-disc`, [
    [0, '#fffaf0'],
    [0.55, '#f6e6c6'],
    [1, '#dcbf8b'],
  ]),
];

const ring = (radius: number, stroke: string, width: number, opacity: number): SVGElement =>
  svg('circle', { r: radius, fill: 'none', stroke, 'stroke-width': width, opacity });

/** Red wears two thin rings and black a thick one: the side is never told by colour alone. */
const rings = (side: Side): SVGElement[] =>
  side === 'first'
    ? [ring(36, ink.first, 1.6, 0.85), ring(32.6, ink.first, 1, 0.7)]
    : [ring(36, ink.second, 2.4, 0.85)];

interface Script {
  readonly outlines: Readonly<Record<string, string>>;
  /** Width of a character in the units of the board, and how much bolder than its font it is drawn. */
  readonly size: number;
  readonly bolder: number;
}

// Regular script is fine-lined: a little bolder, it is read at the size of a phone.
const kai: Script = { outlines: kaiOutlines, size: 64, bolder: 1.4 };
const serif: Script = { outlines: serifOutlines, size: 58, bolder: 0 };
const smallKai: Script = { ...kai, size: 41, bolder: 1.2 };

function character(piece: Piece, { outlines, size, bolder }: Script, y = 0): SVGElement {
  const scale = size / outlineBox;
  return svg('path', {
    d: outlines[characters[piece.side][piece.kind] ?? ''] ?? '',
    fill: ink[piece.side],
    stroke: ink[piece.side],
    'stroke-width': bolder / scale,
    transform: `translate(0 ${y}) scale(${scale})`,
  });
}

const faces: Readonly<Record<PieceSet, (piece: Piece) => SVGElement[]>> = {
  kai: (piece) => [character(piece, kai)],
  serif: (piece) => [character(piece, serif)],
  hybrid: (piece) => [
    character(piece, smallKai, -12),
    svg('text', { y: 29, class: 'piece-letter', fill: ink[piece.side] }, letters[piece.kind] ?? ''),
  ],
  pictogram: (piece) => [
    svg('path', {
      d: pictograms[piece.kind] ?? '',
      fill: ink[piece.side],
      'fill-rule': 'evenodd',
      transform: 'scale(.68)',
    }),
  ],
};

export function drawPiece(piece: Piece, look: Look): SVGElement {
  const r = geometry.radius;
  return svg(
    'g',
    {},
    svg('circle', { cx: 1.5, cy: 4.5, r, fill: '#3a2408', opacity: 0.34 }),
    svg('circle', { r, fill: `url(#${look.prefix}-disc)` }),
    ring(r - 0.7, '#9a6f38', 1.4, 1),
    ...rings(piece.side),
    ...faces[look.pieceSet](piece),
  );
}
