import type { BoardGame, Look } from '../model/game';
import { shadowPaints } from './shadow';
import { fill, radialGradient, svg } from './svg';
import { WoodLayer, type Ground } from '../wood/wood_layer';

// Ids are global to a page, and a page may show many boards: two gradients of one id would paint each other's pieces.
let boards = 0;
export const nextPrefix = (): string => `board${++boards}`;

/**
 * The empty board of a game: its box, its wood and its lines. Layers of pieces and marks are appended to `drawing`,
 * over the ground. `root` is what pointers touch, and what the styles of a board begin with. `redraw` for another
 * look, `destroy` once at the end.
 */
export class Frame {
  readonly root = document.createElement('div');
  readonly drawing = svg('svg', { 'aria-hidden': 'true', focusable: 'false' });
  readonly #ground = svg('g', { class: 'ground' });
  readonly #wood: WoodLayer;

  constructor(
    host: HTMLElement,
    private readonly game: BoardGame,
    look: Look,
  ) {
    this.root.className = `board ${game.art.surface}`;
    this.drawing.append(
      svg('defs', {}, ...game.art.paints(look.prefix), ...shadowPaints(look.prefix), alarm(look.prefix)),
      this.#ground,
    );
    this.#wood = new WoodLayer(this.#groundOf(look));
    this.root.append(this.#wood.canvas, this.drawing);
    host.append(this.root);
    this.#draw(look);
  }

  redraw(look: Look): void {
    this.#wood.update(this.#groundOf(look));
    this.#draw(look);
  }

  destroy(): void {
    this.#wood.destroy();
    this.root.remove();
  }

  #draw(look: Look): void {
    const { box } = this.#groundOf(look);
    const { x, y, width, height } = box;
    // The page keeps the box before anything is drawn: nothing jumps. The canvas and the drawing fill it.
    this.root.style.aspectRatio = `${width} / ${height}`;
    this.root.classList.toggle('narrow', look.narrow);
    this.drawing.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    fill(this.#ground, this.game.art.ground(look));
  }

  #groundOf({ narrow }: Look): Ground {
    const { art, geometry } = this.game;
    return {
      box: narrow ? geometry.narrowBox : geometry.viewBox,
      rails: art.rails(narrow),
      material: (kind, dark) => art.material(kind, dark),
    };
  }
}

/** The glow round a general in check. */
const alarm = (prefix: string): SVGElement =>
  radialGradient(`${prefix}-alarm`, [
    [0.55, '#ff2410', 0.85],
    [0.75, '#ff2410', 0.4],
    [1, '#ff2410', 0],
  ]);
