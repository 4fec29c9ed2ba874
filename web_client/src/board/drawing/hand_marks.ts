import { opposite, type BoardGame, type Piece, type Position, type Square } from '../model/game';
import type { HandView } from '../model/hand';
import type { Markers } from './markers';

/** What the hand is doing, ready to be drawn. */
export interface HandToDraw {
  readonly view: HandView;
  readonly position: Position;
  /** Legal squares that are shown although nothing is picked up. */
  readonly hints: readonly Square[];
  /** Whether legal squares are shown at all. */
  readonly targets: boolean;
  /** The moves are made ahead: the side that moves is not the position's. */
  readonly premoving: boolean;
}

/** Marks of what is in the hand, for a layer above the pieces. `drawPiece` makes a new element at each call. */
export function drawHand(
  game: BoardGame,
  marks: Markers,
  shown: HandToDraw,
  drawPiece: (piece: Piece) => SVGElement,
): SVGElement[] {
  return game.hand === 'carry' ? carried(marks, shown) : placed(game, marks, shown, drawPiece);
}

/** A ring round the piece in the hand, a dot on each empty target, a ring round each piece that may be captured. */
function carried(marks: Markers, { view, position, targets, premoving }: HandToDraw): SVGElement[] {
  const tone = premoving ? ' ahead' : '';
  const drawn: SVGElement[] = [];
  if (view.selected !== null) drawn.push(marks.raisedRing(view.selected, 'selected', 49, 4.6, 2));
  for (const square of targets ? view.targets : []) {
    const aimed = square === view.aim;
    if (position.pieces.has(square))
      drawn.push(marks.raisedRing(square, `capture${tone}`, aimed ? 50 : 48, aimed ? 8 : 5.2, 3.3));
    else drawn.push(marks.target(square, tone, aimed ? 17 : 11.5));
  }
  return drawn;
}

/**
 * Hints, and at the square that is aimed at or waits the piece as it would stand, with the discs that it would turn
 * and their number. A premove has no price: the reply of the other side is not known.
 */
function placed(
  game: BoardGame,
  marks: Markers,
  { view, position: shown, hints, targets, premoving }: HandToDraw,
  drawPiece: (piece: Piece) => SVGElement,
): SVGElement[] {
  const { pending } = view;
  const aim = pending ?? view.aim;
  // A premove is made by the side that is not to move: else `after` would place the other colour.
  const position = premoving ? { ...shown, turn: opposite(shown.turn) } : shown;
  const side = position.turn;
  const drawn = (targets ? hints : []).filter((square) => square !== aim).map((square) => marks.hint(square));
  if (aim === null) return drawn;

  if (pending !== null && game.geometry.aim === 'crossing') drawn.push(marks.crosshair(pending));
  const move = game.formatMove({ to: aim });
  const after = game.after(position, move);
  const piece = after.pieces.get(aim);
  const price = game.gain && targets && !premoving ? `+${game.gain(position, move)}` : null;
  if (piece) drawn.push(marks.ghost(aim, drawPiece(piece), price ? 'ghost priced' : 'ghost'));
  if (price) {
    for (const square of turned(position, after)) drawn.push(marks.ring(square, `turning ${side}`, 33, 4.5));
    drawn.push(marks.text(aim, `gain ${side}`, price));
  }
  if (pending !== null) drawn.push(marks.ring(pending, 'pending', game.geometry.aim === 'cell' ? 47 : 54, 6));
  return drawn;
}

/** Squares whose piece changed sides. */
const turned = (before: Position, after: Position): Square[] =>
  [...before.pieces]
    .filter(([square, { side }]) => (after.pieces.get(square)?.side ?? side) !== side)
    .map(([square]) => square);
