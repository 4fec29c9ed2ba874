import { litGradient, svg } from '../../board/svg';
import type { Look, Piece, PieceSet, Side } from '../game';
import { geometry } from './geometry';
import { kaiOutlines, outlineBox } from './outlines';
import { characters } from './position';
import { pictograms } from './pictograms';

const ink: Readonly<Record<Side, string>> = { first: '#b3211a', second: '#1c2a2b' };

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

type Outlines = Readonly<Record<string, string>>;

interface Script {
  readonly outlines: Outlines;
  /** Width of a character in the units of the board, and how much bolder than its font it is drawn. */
  readonly size: number;
  readonly bolder: number;
}

// Regular script is fine-lined: a little bolder, it is read at the size of a phone.
const kai: Script = { outlines: kaiOutlines, size: 64, bolder: 1.4 };
const smallKai: Script = { ...kai, size: 41, bolder: 1.2 };

/** Filled by `dress`; until then regular script stands in. */
let serif: Script | null = null;

/** Fetches the outlines that a set needs besides those that are here; null when it needs none. */
export function dress(pieceSet: PieceSet): Promise<void> | null {
  if (pieceSet !== 'serif' || serif) return null;
  return import('./serif_outlines').then(({ serifOutlines: outlines }) => {
    serif = { outlines, size: 58, bolder: 0 };
  });
}

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
  serif: (piece) => [character(piece, serif ?? kai)],
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
