import type { BoardGame, Look, Piece, Pieces, Point, Square } from '../model/game';
import { difference } from './diff';
import { fadeOut, glide, settle, turnOver } from './motion';
import { castHighShadow, castShadow } from './shadow';
import { fill, svg } from './svg';

/** Turning over spreads from the disc just placed; this much later for each cell of distance. */
const turnStaggerMs = 25;

/** A piece and its element, from its first position to its capture. */
interface PieceNode {
  readonly element: SVGGElement;
  /** Scaled by animations, while the element around it is moved. */
  face: SVGGElement;
}

/**
 * The drawn pieces. Each keeps its element while it lives, so a move costs one changed transform, and what changed is
 * seen to change.
 *
 * What holds between calls: `nodes` has one element for each piece of `shown`, and each is in `layer`, but for the
 * one that is dragged, which is in `dragLayer`. What fades out is in `leaving` and in no map; the next position
 * clears it.
 */
export class Scene {
  readonly layer = svg('g', { class: 'pieces' });
  /** For the dragged piece; belongs above all marks. */
  readonly dragLayer = svg('g', { class: 'pieces' });
  readonly #leaving = svg('g');
  #nodes = new Map<Square, PieceNode>();
  #shown: Pieces = new Map();
  /** One shape of each kind of piece, which all pieces of that kind show. */
  readonly #shapes = svg('defs');
  readonly #shaped = new Set<string>();
  #held: PieceNode | undefined;

  constructor(
    private readonly game: BoardGame,
    private look: Look,
  ) {
    this.layer.append(this.#shapes, this.#leaving);
  }

  /**
   * Shows a position; `placed` is where the last move ended. The state is right at once, whether it is animated or
   * not; nothing waits for an animation.
   */
  show(pieces: Pieces, animate: boolean, placed: Square | null): void {
    const change = difference(this.#shown, pieces, this.game.hand, this.game.geometry);
    this.#shown = pieces;
    // What the position before has captured goes now: two positions never mix.
    fill(this.#leaving, []);
    // All are taken before any is set: in one change a piece may move to where another one leaves.
    const lifted = new Map(change.moved.map(({ from, to }) => [to, this.#take(from)] as const));
    for (const square of change.removed) this.#remove(square, animate);
    for (const { from, to } of change.moved) this.#settleAt(to, lifted.get(to), from, animate);
    for (const square of change.flipped) this.#turn(square, pieces.get(square), placed, animate);
    for (const square of change.added) this.#add(square, pieces.get(square), animate);
  }

  /** Draws everything anew: the board was turned, or the pieces have other faces. */
  redraw(look: Look): void {
    this.look = look;
    this.#nodes.clear();
    this.#held = undefined;
    this.#shapes.replaceChildren();
    this.#shaped.clear();
    this.layer.replaceChildren(this.#shapes, this.#leaving);
    this.dragLayer.replaceChildren();
    this.#leaving.replaceChildren();
    for (const [square, piece] of this.#shown) this.#add(square, piece, false);
  }

  /**
   * The piece in the hand is drawn larger; at `point` when it is dragged. Called at each move of the pointer: the
   * same piece at another point costs one transform.
   */
  lift(square: Square | null, point: Point | null): void {
    const node = square === null ? undefined : this.#nodes.get(square);
    if (this.#held && this.#held !== node) this.#putDown(this.#held);
    this.#held = node;
    if (!node || square === null) return;
    const { element } = node;
    if (!element.querySelector('.shadow-high'))
      element.prepend(castHighShadow(this.game.art.shadow, this.look.prefix));
    element.classList.add('lifted');
    element.classList.toggle('dragged', point !== null);
    this.#moveTo(element, point ? this.dragLayer : this.layer, point ?? this.#pointOf(square));
  }

  /**
   * Sets the dragged piece down on `square` although no position says so yet: the server will, or it goes back. It is
   * the held one again, so that `lift(null)` puts it back where the position has it; if a position has it on
   * `square`, it is there already and does not glide.
   */
  drop(from: Square, square: Square): void {
    const node = this.#nodes.get(from);
    if (!node) return;
    this.#held = node;
    place(node.element, this.#pointOf(square));
  }

  /** Puts a piece that was in the hand where it belongs, if it is still on the board. */
  #putDown(node: PieceNode): void {
    node.element.classList.remove('lifted', 'dragged');
    node.element.querySelector('.shadow-high')?.remove();
    for (const [square, one] of this.#nodes)
      if (one === node) this.#moveTo(node.element, this.layer, this.#pointOf(square));
  }

  #moveTo(element: SVGGElement, home: SVGGElement, point: Point): void {
    if (element.parentNode !== home) home.append(element);
    place(element, point);
  }

  /**
   * A piece round 0,0, without its shadow. A reference to the shape of its kind, which is drawn once: 361 stones are
   * two shapes.
   */
  drawPiece(piece: Piece): SVGElement {
    const id = `${this.look.prefix}-${piece.side}-${piece.kind}`;
    if (!this.#shaped.has(id)) {
      this.#shaped.add(id);
      const shape = this.game.art.piece(piece, this.look);
      shape.id = id;
      this.#shapes.append(shape);
    }
    return svg('use', { href: `#${id}` });
  }

  #pointOf(square: Square): Point {
    return this.game.geometry.pointOf(square, this.look.flipped);
  }

  #take(square: Square): PieceNode | undefined {
    const node = this.#nodes.get(square);
    this.#nodes.delete(square);
    return node;
  }

  #settleAt(square: Square, node: PieceNode | undefined, from: Square, animate: boolean): void {
    if (!node) return;
    this.#nodes.set(square, node);
    const target = this.#pointOf(square);
    const wasThere = placedAt(node.element, target);
    // Above all others while it travels: a cannon jumps over, it does not crawl under.
    this.layer.append(node.element);
    place(node.element, target);
    if (animate && !wasThere) glide(node.element, this.#pointOf(from), target);
  }

  #turn(square: Square, piece: Piece | undefined, placed: Square | null, animate: boolean): void {
    const node = this.#nodes.get(square);
    if (!node || !piece) return;
    const old = node.face;
    node.face = this.#faceOf(piece);
    node.element.replaceChildren(...node.element.querySelectorAll('.shadow'), old, node.face);
    if (animate) turnOver(old, node.face, turnStaggerMs * this.#distance(square, placed));
    else old.remove();
  }

  #add(square: Square, piece: Piece | undefined, animate: boolean): void {
    if (!piece) return;
    const face = this.#faceOf(piece);
    const { shadow } = this.game.art;
    const element = svg('g', { class: 'piece' }, castShadow(shadow, this.look.prefix), face);
    place(element, this.#pointOf(square));
    this.#nodes.set(square, { element, face });
    this.layer.append(element);
    if (animate) settle(face);
  }

  #remove(square: Square, animate: boolean): void {
    const element = this.#take(square)?.element;
    if (!element) return;
    element.remove();
    if (!animate) return;
    this.#leaving.append(element);
    fadeOut(element);
  }

  #faceOf(piece: Piece): SVGGElement {
    return svg('g', { class: 'face' }, this.drawPiece(piece));
  }

  /** In cells, the longer way of file and rank. */
  #distance(a: Square, b: Square | null): number {
    if (b === null) return 0;
    const [p, q] = [this.#pointOf(a), this.#pointOf(b)];
    return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) / this.game.geometry.cell;
  }
}

const translation = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

const placedAt = (element: SVGElement, point: Point): boolean =>
  element.style.transform === translation(point);

function place(element: SVGElement, point: Point): void {
  if (!placedAt(element, point)) element.style.transform = translation(point);
}
