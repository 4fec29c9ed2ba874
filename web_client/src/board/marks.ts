import type { BoardGame, Point, Square } from './game';
import { svg, type Attributes } from './svg';

// The signs around pieces, measured in hundredths of a cell and scaled to the game. Colours are CSS classes.

export class Marks {
  private readonly unit: number;

  constructor(
    private readonly game: BoardGame,
    private readonly flipped: boolean,
  ) {
    this.unit = game.geometry.cell / 100;
  }

  /** Corner brackets around a square. */
  brackets(square: Square, name: 'last-move' | 'premove', half = 47): SVGElement {
    const arm = 10;
    const corner = (sx: number, sy: number) =>
      `M${sx * half} ${sy * (half - arm - 5)}v${sy * arm}q0 ${sy * 5} ${-sx * 5} ${sy * 5}h${-sx * arm}`;
    const path = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
    return this.at(square, svg('path', { d: path, class: `bracket ${name}` }));
  }

  ring(square: Square, name: string, radius: number, width: number, more: Attributes = {}): SVGElement {
    return this.at(
      square,
      svg('circle', { r: radius, class: `ring ${name}`, 'stroke-width': width, ...more }),
    );
  }

  dot(square: Square, name: string, radius: number): SVGElement {
    return this.at(square, svg('circle', { r: radius, class: `dot ${name}` }));
  }

  cell(square: Square, name: string): SVGElement {
    return this.at(square, svg('rect', { x: -47, y: -47, width: 94, height: 94, class: name }));
  }

  halo(square: Square, prefix: string): SVGElement {
    return this.at(square, svg('circle', { r: 66, fill: `url(#${prefix}-check)` }));
  }

  cross(square: Square): SVGElement {
    return this.at(square, svg('path', { d: 'M-16-16L16 16M16-16L-16 16', class: 'forbidden' }));
  }

  /** A piece that does not stand there yet. */
  ghost(square: Square, piece: SVGElement): SVGElement {
    const { x, y } = this.point(square);
    return svg('g', { class: 'ghost', transform: `translate(${x} ${y})` }, piece);
  }

  text(square: Square, name: string, text: string): SVGElement {
    return this.at(square, svg('text', { y: 10, class: name }, text));
  }

  /** Lines from the square to all edges, for fingers that hide what they point at. */
  crosshair(square: Square): SVGElement {
    const { x, y } = this.point(square);
    const gap = this.game.geometry.radius * 1.35;
    const rows = this.game.geometry.rows(this.flipped);
    const first = this.point(rows[0]?.[0] ?? square);
    const last = this.point(rows.at(-1)?.at(-1) ?? square);
    const line = (from: number, to: number, draw: (a: number, b: number) => string) =>
      from < to ? draw(from, to) : '';
    const vertical = (a: number, b: number) => `M${x} ${a}V${b}`;
    const horizontal = (a: number, b: number) => `M${a} ${y}H${b}`;
    const path =
      line(first.y, y - gap, vertical) +
      line(y + gap, last.y, vertical) +
      line(first.x, x - gap, horizontal) +
      line(x + gap, last.x, horizontal);
    return svg('path', { d: path, class: 'crosshair' });
  }

  winLine(line: readonly Square[]): SVGElement[] {
    const [first, last] = [line[0], line.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [a, b] = [this.point(first), this.point(last)];
    const stroke = svg('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: 'win-line', pathLength: 1 });
    return [...line.map((square) => this.ring(square, 'win', 50, 8)), stroke];
  }

  arrow(from: Square, to: Square, name: string): SVGElement {
    return svg('path', { d: arrowPath(this.point(from), this.point(to), this.unit), class: `arrow ${name}` });
  }

  /** What the visitor draws: an arrow, or a circle around a square. */
  sketch(from: Square, to: Square): SVGElement {
    return from === to ? this.ring(from, 'sketch', 47, 6) : this.arrow(from, to, 'sketch');
  }

  private point(square: Square): Point {
    return this.game.geometry.pointOf(square, this.flipped);
  }

  private at(square: Square, mark: SVGElement): SVGElement {
    const { x, y } = this.point(square);
    mark.setAttribute('transform', `translate(${x} ${y}) scale(${this.unit})`);
    return mark;
  }
}

/** A shaft with a head, as one outline, so that its opacity is even. */
function arrowPath(from: Point, to: Point, unit: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // Along the way and across it, in hundredths of a cell from either end.
  const along = (base: Point, forward: number, sideways: number) => {
    const x = base.x + (ux * forward - uy * sideways) * unit;
    const y = base.y + (uy * forward + ux * sideways) * unit;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const outline = [
    along(from, 30, 7.5),
    along(to, -50, 7.5),
    along(to, -50, 22),
    along(to, -8, 0),
    along(to, -50, -22),
    along(to, -50, -7.5),
    along(from, 30, -7.5),
  ];
  return `M${outline.join('L')}z`;
}
