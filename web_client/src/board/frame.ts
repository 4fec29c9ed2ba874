import type { BoardGame, Look } from './game';
import { svg } from './svg';

// Ids are global to a page, and a page may show many boards.
let boards = 0;
export const nextPrefix = (): string => `board${++boards}`;

/** The empty board of a game: its box, its paints and its ground. Layers of pieces and marks are appended to `drawing`. */
export class Frame {
  readonly root = document.createElement('div');
  readonly drawing: SVGSVGElement;
  private readonly ground = svg('g', { class: 'ground' });

  constructor(
    host: HTMLElement,
    private readonly game: BoardGame,
    look: Look,
  ) {
    const { x, y, width, height } = game.geometry.viewBox;
    this.root.className = 'board';
    this.root.dataset.game = game.id;
    // The page keeps the box before anything is drawn: nothing jumps.
    this.root.style.aspectRatio = `${width} / ${height}`;
    this.drawing = svg(
      'svg',
      { viewBox: `${x} ${y} ${width} ${height}`, 'aria-hidden': 'true', focusable: 'false' },
      svg('defs', {}, ...game.art.paints(look.prefix), checkPaint(look.prefix)),
      this.ground,
    );
    this.root.append(this.drawing);
    host.append(this.root);
    this.redraw(look);
  }

  redraw(look: Look): void {
    this.ground.replaceChildren(...this.game.art.ground(look));
  }

  destroy(): void {
    this.root.remove();
  }
}

const checkPaint = (prefix: string): SVGElement =>
  svg(
    'radialGradient',
    { id: `${prefix}-check` },
    svg('stop', { offset: 0, class: 'check-paint', 'stop-opacity': 0.95 }),
    svg('stop', { offset: 0.62, class: 'check-paint', 'stop-opacity': 0.6 }),
    svg('stop', { offset: 1, class: 'check-paint', 'stop-opacity': 0 }),
  );
