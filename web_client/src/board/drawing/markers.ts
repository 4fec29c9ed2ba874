import type { BoardGame, Point, Square } from '../model/game';
import type { Shape } from '../model/shape';
import { svg, type Attributes } from './svg';

// The signs around pieces, measured in hundredths of a cell and scaled to the game. Colours are CSS classes. Where a
// sign lies on wood, a pale line beside it keeps it clear of dark grain.

/**
 * Makes signs for one view of a board. It keeps nothing but the view: make one for each drawing. Each method makes a
 * new element; which layer it belongs to is the caller's choice. Squares must be of the board.
 */
export class Markers {
  readonly #unit: number;

  constructor(
    private readonly game: BoardGame,
    private readonly flipped: boolean,
  ) {
    this.#unit = game.geometry.cell / 100;
  }

  /** Corner brackets around a square. */
  brackets(square: Square, name: 'last-move' | 'premove', half = 48, arm = 15): SVGElement {
    const corner = (sx: number, sy: number) =>
      `M${sx * half} ${sy * (half - arm)}V${sy * (half - 7)}` +
      `Q${sx * half} ${sy * half} ${sx * (half - 7)} ${sy * half}H${sx * (half - arm)}`;
    const d = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
    const [pale, bracket] = [`bracket pale ${name}`, `bracket ${name}`];
    return this.#at(
      square,
      svg('g', {}, svg('path', { d, class: pale }), svg('path', { d, class: bracket })),
    );
  }

  ring(square: Square, name: string, radius: number, width: number, more: Attributes = {}): SVGElement {
    return this.#at(square, circle(`ring ${name}`, radius, { 'stroke-width': width, ...more }));
  }

  /** A ring on a wider one that sets it off. */
  raisedRing(square: Square, name: string, radius: number, width: number, wider: number): SVGElement {
    const ring = (names: string, more: number) => circle(names, radius, { 'stroke-width': width + more });
    return this.#at(square, svg('g', {}, ring(`ring under ${name}`, wider), ring(`ring ${name}`, 0)));
  }

  dot(square: Square, name: string, radius: number): SVGElement {
    return this.#at(square, circle(`dot ${name}`, radius));
  }

  /** A dot in a paler, larger one. */
  target(square: Square, name: string, radius: number): SVGElement {
    return this.#at(
      square,
      svg('g', {}, circle('dot halo', radius * 1.35), circle(`dot target ${name}`, radius)),
    );
  }

  /** Chalk on the cloth: a dot in a thin ring. */
  hint(square: Square): SVGElement {
    return this.#at(square, svg('g', {}, circle('ring hint', 18), circle('dot hint', 8.5)));
  }

  cell(square: Square, name: string): SVGElement {
    const rect = (side: number, rx: number, kind: string) =>
      svg('rect', { x: -side / 2, y: -side / 2, width: side, height: side, rx, class: `${name} ${kind}` });
    return this.#at(square, svg('g', {}, rect(94, 5, 'film'), rect(90, 4, 'border')));
  }

  /** The glow that belongs under a general in check, and what belongs over it: told by shape, not by colour alone. */
  alarm(square: Square, prefix: string): SVGElement {
    return this.#at(square, svg('circle', { r: 72, fill: `url(#${prefix}-alarm)` }));
  }

  alarmRing(square: Square): SVGElement {
    const notches = [45, 135, 225, 315].map((turn) =>
      svg('path', { d: 'M-10-66h20L0-50z', transform: `rotate(${turn})`, class: 'notch' }),
    );
    return this.#at(square, svg('g', {}, circle('ring check', 47, { 'stroke-width': 4.5 }), ...notches));
  }

  cross(square: Square): SVGElement {
    return this.#at(square, svg('path', { d: 'M-16-16L16 16M16-16L-16 16', class: 'forbidden' }));
  }

  /** A piece that does not stand there yet. */
  ghost(square: Square, piece: SVGElement, name = 'ghost'): SVGElement {
    const { x, y } = this.#point(square);
    return svg('g', { class: name, transform: `translate(${x} ${y})` }, piece);
  }

  text(square: Square, name: string, text: string): SVGElement {
    return this.#at(square, svg('text', { y: 10, class: name }, text));
  }

  /** Lines through the square from edge to edge, for fingers that hide what they point at. */
  crosshair(square: Square): SVGElement {
    const { x, y } = this.#point(square);
    const rows = this.game.geometry.rows(this.flipped);
    const first = this.#point(rows[0]?.[0] ?? square);
    const last = this.#point(rows.at(-1)?.at(-1) ?? square);
    const d = `M${x} ${first.y}V${last.y}M${first.x} ${y}H${last.x}`;
    return svg('g', {}, svg('path', { d, class: 'crosshair pale' }), svg('path', { d, class: 'crosshair' }));
  }

  /**
   * A lit band, to lie under the row that won. Nothing for an empty row. The ends of `line` are the ends of the band.
   */
  winBand(line: readonly Square[]): SVGElement[] {
    const [first, last] = [line[0], line.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [a, b] = [this.#point(first), this.#point(last)];
    const band = (name: string, width: number) =>
      svg('path', {
        d: `M${a.x} ${a.y}L${b.x} ${b.y}`,
        class: `win-band ${name}`,
        'stroke-width': width * this.#unit,
        // The animation of the styles draws it from end to end, however long it is.
        pathLength: 1,
      });
    return [band('glow', 127), band('edge', 112), band('light', 102)];
  }

  /** The smallest rectangle of cells around these squares. @pre There is one. */
  area(squares: readonly Square[], name: string): SVGElement {
    const points = squares.map((square) => this.#point(square));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const half = this.game.geometry.cell / 2;
    const [x, y] = [Math.min(...xs) - half, Math.min(...ys) - half];
    const [width, height] = [Math.max(...xs) + half - x, Math.max(...ys) + half - y];
    return svg('rect', { x, y, width, height, rx: half / 4, class: `area ${name}` });
  }

  /** @pre They are two squares: an arrow needs a direction. */
  arrow(from: Square, to: Square, name: string): SVGElement {
    return svg('path', {
      d: arrowPath(this.#point(from), this.#point(to), this.#unit),
      class: `arrow ${name}`,
    });
  }

  /** What a visitor draws: an arrow, a circle around a square, or what is written on it. */
  shape({ from, to, colour, label }: Shape, more = ''): SVGElement {
    const name = `shape ${colour}${more}`;
    if (label) return this.text(from, name, label);
    return from === to ? this.ring(from, name, 47, 6) : this.arrow(from, to, name);
  }

  #point(square: Square): Point {
    return this.game.geometry.pointOf(square, this.flipped);
  }

  /** Moves a sign round 0,0 to its square, and scales it to the board. */
  #at(square: Square, mark: SVGElement): SVGElement {
    const { x, y } = this.#point(square);
    mark.setAttribute('transform', `translate(${x} ${y}) scale(${this.#unit})`);
    return mark;
  }
}

const circle = (name: string, r: number, more: Attributes = {}): SVGElement =>
  svg('circle', { r, class: name, ...more });

/** A shaft that widens a little to its head, as one outline, so that its opacity is even. */
function arrowPath(from: Point, to: Point, unit: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // Along the way and across it, in hundredths of a cell from either end.
  const along = (base: Point, forward: number, sideways: number) => {
    const x = base.x + (ux * forward - uy * sideways) * unit;
    const y = base.y + (uy * forward + ux * sideways) * unit;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  // Between neighbours the shaft begins nearer to the middle: there would be none else.
  const start = Math.min(44, length / unit - 88);
  const outline = [
    along(from, start, 6.5),
    along(to, -54, 8),
    along(to, -54, 23),
    along(to, -20, 0),
    along(to, -54, -23),
    along(to, -54, -8),
    along(from, start, -6.5),
  ];
  return `M${outline.join('L')}z`;
}
