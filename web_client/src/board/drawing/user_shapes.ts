import type { BoardGame, Position, Square } from '../model/game';
import { Markers } from './markers';
import type { Shape } from '../model/shape';
import { fill } from './svg';

/** In cells: an arrow that ends so near to where the piece may go is meant to end there. */
const snapReach = 1.5;

/**
 * What the visitor drew, as on lichess: the same shape again wipes it, a click wipes all of the position. Each
 * position keeps its own until then, so that stepping through a game loses nothing; they last as long as the board,
 * and are told to no server. `show` for another position, `draw` where the board was turned or `show` was called.
 */
export class UserShapes {
  /** By what stands where and whose turn it is: the same position, however it came about, has the same shapes. */
  readonly #drawn = new Map<string, readonly Shape[]>();
  #key = '';
  #position: Position = { pieces: new Map(), turn: 'first' };
  #sketch: Shape | null = null;

  constructor(
    private readonly game: BoardGame,
    private readonly layer: SVGElement,
    private flipped: boolean,
  ) {}

  /** Does not draw yet: the board does when all has changed. */
  show(position: Position): void {
    this.#position = position;
    this.#key = keyOf(position);
    this.#sketch = null;
  }

  /** Shows what would be drawn if the pointer were lifted here; null: nothing. */
  preview(shape: Shape | null): void {
    this.#sketch = shape && this.#snapped(shape);
    this.draw(this.flipped);
  }

  /** Draws an arrow or a circle; wipes it where the same one is already, and recolours another one's. */
  toggle(drawn: Shape): void {
    const shape = this.#snapped(drawn);
    const shapes = this.#shapes;
    const others = shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to);
    const isThere = shapes.some((one) => !others.includes(one) && one.colour === shape.colour);
    this.#keep(isThere ? others : [...others, shape]);
  }

  wipe(): void {
    if (this.#shapes.length > 0 || this.#sketch) this.#keep([]);
  }

  draw(flipped: boolean): void {
    this.flipped = flipped;
    const marks = new Markers(this.game, flipped);
    const sketch = this.#sketch ? [marks.shape(this.#sketch, ' sketch')] : [];
    fill(this.layer, [...this.#shapes.map((shape) => marks.shape(shape)), ...sketch]);
  }

  get #shapes(): readonly Shape[] {
    return this.#drawn.get(this.#key) ?? [];
  }

  #keep(shapes: readonly Shape[]): void {
    this.#sketch = null;
    this.#drawn.set(this.#key, shapes);
    this.draw(this.flipped);
  }

  /** An arrow from a piece that is carried ends where that may go, if it ends near there. */
  #snapped(shape: Shape): Shape {
    const { hand, geometry } = this.game;
    const piece = this.#position.pieces.get(shape.from);
    if (hand !== 'carry' || !piece || shape.from === shape.to) return shape;
    const aim = geometry.pointOf(shape.to, false);
    const away = (square: Square): number => {
      const { x, y } = geometry.pointOf(square, false);
      return Math.hypot(x - aim.x, y - aim.y);
    };
    // Not the legal moves: those of the other side are not known here, and one draws threats, too.
    const ways = this.game.premoves(this.#position, piece.side).map((text) => this.game.parseMove(text));
    const ends = ways.flatMap((move) => (move?.from === shape.from ? [move.to] : []));
    const [nearest] = ends.toSorted((a, b) => away(a) - away(b));
    const isNear = nearest !== undefined && away(nearest) <= snapReach * geometry.cell;
    return isNear ? { ...shape, to: nearest } : shape;
  }
}

const keyOf = ({ pieces, turn }: Position): string =>
  [...pieces]
    .map(([square, { side, kind }]) => square + side + kind)
    .sort()
    .join() + turn;
