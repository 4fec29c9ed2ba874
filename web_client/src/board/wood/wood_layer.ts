import { whenIdle } from '../../base/idle';
import type { Box } from '../../base/box';
import type { Material, Rails } from './material';
import { paintMaterial } from './material';
import { boardTheme, watchBoardTheme, type BoardKind } from './board_theme';

/** Pixels of the canvas a user unit at most: beyond, wood smoothed by the browser looks the same and costs more. */
const finest = 0.62;
/** A screen with more pixels than this for each of the page's shows no more of the grain. */
const densest = 1.5;

/** What must be known to paint the ground of a board. */
export interface Ground {
  readonly box: Box;
  readonly rails: Rails;
  readonly material: (boards: BoardKind, dark: boolean) => Material;
}

/**
 * The wood under a board's drawing: one canvas, painted once, after the first frame and when the page is idle, and
 * again only when the theme, the chosen boards or the box of the board change. Moves never touch it. Until then its
 * box shows the mean colour. Painting takes some 20 ms; `destroy` stops what is still to be painted. A change of its
 * size alone paints nothing: the browser scales what is there.
 */
export class WoodLayer {
  readonly canvas = document.createElement('canvas');
  /** Puts off what was to be painted. */
  #stopWaiting: () => void = () => undefined;
  readonly #stopWatching = watchBoardTheme(() => this.#paintLater());
  /** What lies there now. Empty: nothing yet. The same key again paints nothing. */
  #painted = '';

  constructor(private ground: Ground) {
    this.canvas.setAttribute('aria-hidden', 'true');
    this.#paintLater();
  }

  /** The board has another box, or the same: only a change is painted. */
  update(ground: Ground): void {
    this.ground = ground;
    this.#paintLater();
  }

  destroy(): void {
    this.#stopWatching();
    this.#stopWaiting();
  }

  /** Any number of changes within one frame are one painting. */
  #paintLater(): void {
    this.#stopWaiting();
    this.#stopWaiting = whenIdle(() => this.#paint());
  }

  #paint(): void {
    const { box, rails, material } = this.ground;
    const { boards, dark } = boardTheme();
    const shown = this.canvas.clientWidth * Math.min(devicePixelRatio, densest);
    const scale = Math.min(finest, (shown || box.width) / box.width);
    const wanted = [boards, dark, box.width, box.height, scale.toFixed(1)].join();
    // Destroyed, or never put on a page: no time is spent.
    if (wanted === this.#painted || !this.canvas.isConnected) return;
    this.#painted = wanted;
    const start = performance.now();
    paintMaterial(this.canvas, material(boards, dark), box, rails, scale);
    // For the tests that measure how long a page is busy.
    performance.measure('wood', { start });
  }
}
