import type { Area } from '../model/area';
import { opposite, type BoardGame, type Move, type Piece, type Position, type Square } from '../model/game';
import type { Markers } from './markers';
import type { Arrow } from '../model/state';
import type { Shape } from '../model/shape';
import { svg } from './svg';

/** What the match says of the board, ready to be drawn. */
export interface StateToDraw {
  readonly position: Position;
  readonly lastMove: Move | null;
  readonly check?: boolean | undefined;
  readonly winLine?: readonly Square[] | undefined;
  readonly forbidden?: readonly Square[] | undefined;
  readonly area?: Area | null | undefined;
  readonly arrows?: readonly Arrow[] | undefined;
  readonly shapes?: readonly Shape[] | undefined;
  readonly premove?: string | null | undefined;
  readonly prefix: string;
}

/** Marks on the wood, under all pieces, in the order in which they lie over each other. */
export function marksBelow(game: BoardGame, marks: Markers, shown: StateToDraw): SVGElement[] {
  const { lastMove, position, winLine = [], area } = shown;
  const drawn = area ? [marks.area(area.squares, area.isOpen ? 'open' : 'shut')] : [];
  if (lastMove?.from)
    drawn.push(marks.brackets(lastMove.from, 'last-move', 38, 13), marks.dot(lastMove.from, 'last-from', 8));
  if (lastMove && game.geometry.aim === 'cell') drawn.push(marks.cell(lastMove.to, 'last-cell'));
  const threatened = shown.check ? game.royal?.(position) : null;
  if (threatened) drawn.push(marks.alarm(threatened, shown.prefix));
  return [...drawn, ...marks.winBand(winLine)];
}

/**
 * Marks over the pieces. A placing game whose row is shown has no dot on its last stone: the ring of the row takes
 * its place.
 */
export function marksAbove(
  game: BoardGame,
  marks: Markers,
  shown: StateToDraw,
  drawPiece: (piece: Piece) => SVGElement,
): SVGElement[] {
  const { position, lastMove, winLine = [], forbidden = [], arrows = [], shapes = [] } = shown;
  const drawn = forbidden.map((square) => marks.cross(square));
  if (lastMove?.from) drawn.push(marks.brackets(lastMove.to, 'last-move'));
  else if (lastMove && winLine.length === 0) drawn.push(lastPlaced(game, marks, lastMove.to, position));
  const threatened = shown.check ? game.royal?.(position) : null;
  if (threatened) drawn.push(marks.alarmRing(threatened));
  drawn.push(...winLine.map((square) => marks.ring(square, 'win', 22, 6)));
  drawn.push(...premoveMarks(game, marks, shown, drawPiece));
  // The best arrow lies on top.
  for (const rank of ['second', 'best'] as const)
    for (const arrow of arrows) if (arrow.rank === rank) drawn.push(...arrowMarks(game, marks, arrow));
  drawn.push(...shapes.map((shape) => marks.shape(shape)));
  return drawn;
}

/** A dot on the stone or disc that came last: of another red on each colour. */
function lastPlaced(game: BoardGame, marks: Markers, square: Square, { pieces }: Position): SVGElement {
  const side = pieces.get(square)?.side ?? 'second';
  return marks.dot(square, `last-placed ${side}`, game.geometry.aim === 'cell' ? 8 : 15);
}

/**
 * The piece as it would stand: carried, the one that is on its square now; placed, one of the side that is not to
 * move.
 */
function premoveMarks(
  game: BoardGame,
  marks: Markers,
  { premove, position }: StateToDraw,
  drawPiece: (piece: Piece) => SVGElement,
): SVGElement[] {
  const move = premove ? game.parseMove(premove) : null;
  if (!move) return [];
  const piece = move.from
    ? position.pieces.get(move.from)
    : game.after({ ...position, turn: opposite(position.turn) }, premove ?? '').pieces.get(move.to);
  const ghost = piece ? [marks.ghost(move.to, drawPiece(piece))] : [];
  const origin = move.from ? [marks.brackets(move.from, 'premove')] : [];
  return [...origin, marks.brackets(move.to, 'premove'), ...ghost];
}

/** An arrow from square to square; a ring where the game places. */
function arrowMarks(game: BoardGame, marks: Markers, { move: text, rank }: Arrow): SVGElement[] {
  const move = game.parseMove(text);
  if (!move) return [];
  if (move.from) return [marks.arrow(move.from, move.to, rank)];
  return [
    svg(
      'g',
      { class: `proposal ${rank}` },
      marks.ring(move.to, 'proposed', 36, 8),
      marks.dot(move.to, 'proposed', 13),
    ),
  ];
}
