import { linearGradient, svg, type Attributes } from '../../board/drawing/svg';
import type { Look, Piece, PieceSet, Side } from '../kit/game';
import { kaiOutlines, outlineBox } from './outlines';
import { characters, letters } from './position';

/** What is painted, and the wall that the carver cut round it. */
const inks: Readonly<Record<Side, readonly [paint: string, wall: string]>> = {
  first: ['#b32015', '#650c06'],
  second: ['#22302f', '#000'],
};

/** A disc of boxwood, turned on a lathe: its wall, its face, the lip round it and the dish within. */
export const piecePaints = (prefix: string): SVGElement[] => [
  linearGradient(`${prefix}-wall`, [0, '#c89a5e'], [0.5, '#a8733a'], [1, '#5d3914']),
  linearGradient(`${prefix}-face`, [0, '#fff7e3'], [0.45, '#f7e3b9'], [1, '#e3c28a']),
  linearGradient(
    `${prefix}-lip`,
    [0, '#fff', 0.95],
    [0.45, '#fff', 0.1],
    [0.6, '#8a5a24', 0.12],
    [1, '#7a4a18', 0.7],
  ),
  linearGradient(`${prefix}-dish`, [0, '#9c6a2c', 0.34], [0.5, '#fff', 0], [1, '#fff', 0.85]),
];

const ring = (radius: number, stroke: string, width: number, more: Attributes = {}): SVGElement =>
  svg('circle', { r: radius, fill: 'none', stroke, 'stroke-width': width, ...more });

/**
 * From below to above: the wall, which is seen below the face because the light comes from above, the face, its lip
 * and dish.
 */
function disc(prefix: string): SVGElement[] {
  const paint = (name: string): string => `url(#${prefix}-${name})`;
  return [
    svg('circle', { cy: 3, r: 43, fill: paint('wall') }),
    svg('circle', { r: 42.6, fill: paint('face') }),
    ring(40.6, paint('lip'), 3.4),
    ring(38.2, paint('dish'), 1.6),
  ];
}

/** Red wears two thin grooves and black a thick one: the side is never told by colour alone. */
const grooves: Readonly<Record<Side, readonly (readonly [radius: number, width: number])[]>> = {
  first: [
    [35.4, 1.7],
    [31.9, 1],
  ],
  second: [[34.6, 2.7]],
};

const groove = (side: Side, radius: number, width: number): SVGElement[] => [
  ring(radius, '#fff', width, { opacity: 0.8, transform: 'translate(.9 1.2)' }),
  ring(radius, inks[side][0], width, { opacity: 0.92 }),
];

/** A shape as a knife leaves it: light on the far edge, the wall of the cut, the paint at its bottom. */
function carved(side: Side, shape: (color: string) => SVGElement): SVGElement[] {
  const [paint, wall] = inks[side];
  const copy = (color: string, transform: string, opacity = 1) =>
    svg('g', { transform, opacity }, shape(color));
  return [copy('#fff', 'translate(1.7 2.2)', 0.85), copy(wall, ''), copy(paint, 'translate(.7 1)')];
}

type Outlines = Readonly<Record<string, string>>;

interface Script {
  readonly outlines: Outlines;
  /** Width of a character in the units of the board, and how much bolder than its font it is drawn. */
  readonly size: number;
  readonly bolder: number;
}

// Regular script is fine-lined: a little bolder, it is read at the size of a phone.
const kai: Script = { outlines: kaiOutlines, size: 64, bolder: 1.5 };
const smallKai: Script = { ...kai, size: 41, bolder: 1.2 };

/** Filled by `loadPieceSet`; until then regular script stands in. */
let serif: Script | null = null;
let pictograms: Outlines | null = null;

/** Fetches the outlines that a set needs besides those that are here; null when it needs none. */
export function loadPieceSet(pieceSet: PieceSet): Promise<void> | null {
  if (pieceSet === 'serif' && !serif)
    return import('./serif_outlines').then(({ serifOutlines: outlines }) => {
      serif = { outlines, size: 58, bolder: 0 };
    });
  if (pieceSet === 'pictogram' && !pictograms)
    return import('./pictograms').then((file) => void (pictograms = file.pictograms));
  return null;
}

/**
 * An outline and not text: what a system's font has for a character differs everywhere. The stroke makes it bolder.
 */
function character({ side, kind }: Piece, { outlines, size, bolder }: Script, y = -0.5): SVGElement[] {
  const scale = size / outlineBox;
  return carved(side, (color) =>
    svg('path', {
      d: outlines[characters[side][kind] ?? ''] ?? '',
      fill: color,
      stroke: color,
      'stroke-width': bolder / scale,
      transform: `translate(0 ${y}) scale(${scale})`,
    }),
  );
}

const letter = ({ side, kind }: Piece): SVGElement[] =>
  carved(side, (color) => svg('text', { y: 28, class: 'piece-letter', fill: color }, letters[kind] ?? ''));

const pictogram = ({ side, kind }: Piece, outlines: Outlines): SVGElement[] =>
  carved(side, (color) =>
    svg('path', {
      d: outlines[kind] ?? '',
      fill: color,
      'fill-rule': 'evenodd',
      transform: 'scale(.68)',
    }),
  );

const faces: Readonly<Record<PieceSet, (piece: Piece) => SVGElement[]>> = {
  kai: (piece) => character(piece, kai),
  serif: (piece) => character(piece, serif ?? kai),
  hybrid: (piece) => [...character(piece, smallKai, -12), ...letter(piece)],
  pictogram: (piece) => (pictograms ? pictogram(piece, pictograms) : character(piece, kai)),
};

/** Around 0,0. Boards ask once for each kind and side, and show copies. */
export const drawPiece = (piece: Piece, look: Look): SVGElement =>
  svg(
    'g',
    { transform: 'translate(0 -1)' },
    ...disc(look.prefix),
    ...grooves[piece.side].flatMap(([radius, width]) => groove(piece.side, radius, width)),
    ...faces[look.pieceSet](piece),
  );
