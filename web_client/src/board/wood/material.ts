import type { Box } from '../../base/box';
import { paintTexture, type Texture } from './texture';

/** What a board is made of: its field, and the rails round it. Without rails it is a single slab. */
export interface Material {
  readonly field: Texture;
  readonly rail?: Texture;
}

/** Width of the rails at the sides, and above and below, in user units. */
export interface Rails {
  readonly x: number;
  readonly y: number;
}

/**
 * Paints a board of `box` on a canvas of `scale` pixels a unit. The canvas gets a new size, and what was on it is
 * gone. Blocks the page for some 20 ms: see `WoodLayer`. Where the browser gives no context, nothing is painted.
 */
export function paintMaterial(
  canvas: HTMLCanvasElement,
  { field, rail }: Material,
  { width, height }: Box,
  rails: Rails,
  scale: number,
): void {
  const pixels = (length: number) => Math.round(length * scale);
  paintTexture(canvas, pixels(width), pixels(height), field);
  const paper = canvas.getContext('2d');
  if (!paper) return;
  // From here on in user units. Not `scale` itself: the pixels were rounded.
  paper.scale(canvas.width / width, canvas.height / height);
  const edges = new BoardEdges(paper, width, height, rails);
  if (!rail) {
    edges.slabEdges();
    return;
  }
  const wood = document.createElement('canvas');
  // One plank as wide as a rail of xiangqi, of which all four rails are cut.
  paintTexture(wood, pixels(34), pixels(height), rail);
  edges.rails(wood);
  edges.shadow();
  edges.railEdges();
}

/** Light falls from the upper left: on the rails, and past them on the field, which lies deeper. */
class BoardEdges {
  constructor(
    private readonly paper: CanvasRenderingContext2D,
    private readonly width: number,
    private readonly height: number,
    private readonly rail: Rails,
  ) {}

  /** The edges of a board that is a single slab. */
  slabEdges(): void {
    const { width, height } = this;
    this.#bar('#fff7', 0, 0, width, 2.5);
    this.#bar('#fff4', 0, 0, 2.5, height);
    this.#bar('#4a240440', width - 3, 0, 3, height);
    this.#bar('#4a240466', 0, height - 3, width, 3);
  }

  /** Four rails of `wood`, joined in mitres. */
  rails(wood: HTMLCanvasElement): void {
    const { width, height, rail } = this;
    this.#railAt(wood, 0, width, rail.y, height);
    this.#railAt(wood, 180, width, rail.y, height);
    if (!rail.x) return;
    this.#railAt(wood, 90, height, rail.x, width);
    this.#railAt(wood, 270, height, rail.x, width);
  }

  /** One rail: `length` long, `deep` wide, on a board that is `across` from this side to the other. */
  #railAt(wood: HTMLCanvasElement, degrees: number, length: number, deep: number, across: number): void {
    const { paper } = this;
    // Without rails at the sides, those above and below end square at the edge.
    const mitre = this.rail.x && deep;
    paper.save();
    paper.translate(this.width / 2, this.height / 2);
    paper.rotate((degrees * Math.PI) / 180);
    paper.beginPath();
    paper.moveTo(-length / 2, -across / 2);
    paper.lineTo(length / 2, -across / 2);
    paper.lineTo(length / 2 - mitre, deep - across / 2);
    paper.lineTo(mitre - length / 2, deep - across / 2);
    paper.clip();
    // The plank's grain runs along its height, the rail's along its length: the rail is drawn lying on its side.
    paper.rotate(-Math.PI / 2);
    // Each rail begins further down the plank (0, 10, 20, 30 per cent), so that no two are alike.
    const from = (wood.height * degrees) / 900;
    paper.drawImage(
      wood,
      0,
      from,
      wood.width,
      wood.height * 0.7,
      across / 2 - deep,
      -length / 2,
      deep,
      length,
    );
    paper.restore();
  }

  /** The step down to the field throws a shadow to the right and below. */
  shadow(): void {
    const { rail, width, height } = this;
    this.#cast(width - 2 * rail.x, 17, 0, 17);
    if (rail.x) this.#cast(13, height - 2 * rail.y, 13, 0);
  }

  #cast(width: number, height: number, dx: number, dy: number): void {
    const { x, y } = this.rail;
    const paint = this.paper.createLinearGradient(x, y, x + dx, y + dy);
    for (const [i, alpha] of ['b3', '52', '1c', '00'].entries()) paint.addColorStop(i / 3, `#2a1403${alpha}`);
    this.#bar(paint, x, y, width, height);
  }

  railEdges(): void {
    const { width: w, height: h } = this;
    const { x, y } = this.rail;
    this.#line('#ffe7c066', 2, [w - x, y, w - x, h - y, x, h - y]);
    this.#line('#0009', 2.4, [w - x, y, x, y, x, h - y]);
    this.#line('#ffdfb055', 3, [w, 1, 1, 1, 1, h]);
    this.#line('#0007', 3, [w - 1, 0, w - 1, h - 1, 0, h - 1]);
  }

  #bar(paint: string | CanvasGradient, x: number, y: number, width: number, height: number): void {
    this.paper.fillStyle = paint;
    this.paper.fillRect(x, y, width, height);
  }

  #line(color: string, width: number, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: number[]): void {
    const { paper } = this;
    paper.strokeStyle = color;
    paper.lineWidth = width;
    paper.beginPath();
    paper.moveTo(x1, y1);
    paper.lineTo(x2, y2);
    paper.lineTo(x3, y3);
    paper.stroke();
  }
}
