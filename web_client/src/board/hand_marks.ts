import { opponentOf, type BoardGame, type Piece, type Position, type Square } from './game';
import type { HandView } from './hand';
import type { Marks } from './marks';

/** What the hand is doing, ready to be drawn. */
export interface HandScenery {
  readonly view: HandView;
  readonly position: Position;
  /** Legal squares that are shown although nothing is picked up. */
  readonly hints: readonly Square[];
  /** Whether legal squares are shown at all. */
  readonly targets: boolean;
  /** The moves are made ahead: the side that moves is not the position's. */
  readonly ahead: boolean;
}

export function drawHand(
  game: BoardGame,
  marks: Marks,
  scenery: HandScenery,
  drawPiece: (piece: Piece) => SVGElement,
): SVGElement[] {
  return game.hand === 'carry' ? carried(marks, scenery) : placed(game, marks, scenery, drawPiece);
}

function carried(marks: Marks, { view, position, targets, ahead }: HandScenery): SVGElement[] {
  const tone = ahead ? ' ahead' : '';
  const drawn: SVGElement[] = [];
  if (view.selected !== null) drawn.push(marks.ring(view.selected, 'selected', 50, 5));
  for (const square of targets ? view.targets : []) {
    const aimed = square === view.aim;
    if (position.pieces.has(square))
      drawn.push(marks.ring(square, `capture${tone}`, aimed ? 50 : 48, aimed ? 9 : 6));
    else drawn.push(marks.dot(square, `target${tone}`, aimed ? 20 : 14));
  }
  return drawn;
}

function placed(
  game: BoardGame,
  marks: Marks,
  { view, position: shown, hints, targets, ahead }: HandScenery,
  drawPiece: (piece: Piece) => SVGElement,
): SVGElement[] {
  const { pending } = view;
  const aim = pending ?? view.aim;
  const position = ahead ? { ...shown, turn: opponentOf(shown.turn) } : shown;
  const side = position.turn;
  const drawn: SVGElement[] = [];
  for (const square of targets ? hints : [])
    if (square !== aim) drawn.push(marks.dot(square, `hint ${side}`, 15));
  if (aim === null) return drawn;

  const move = game.formatMove({ to: aim });
  const piece = game.after(position, move).pieces.get(aim);
  if (game.gain && targets && !ahead) {
    drawn.push(marks.dot(aim, `hint aimed ${side}`, 39));
    drawn.push(marks.text(aim, `gain ${side}`, `+${game.gain(position, move)}`));
  } else if (piece) drawn.push(marks.ghost(aim, drawPiece(piece)));
  if (pending !== null) {
    drawn.push(marks.ring(pending, 'pending', 48, 7));
    if (game.geometry.aim === 'crossing') drawn.push(marks.crosshair(pending));
  }
  return drawn;
}
