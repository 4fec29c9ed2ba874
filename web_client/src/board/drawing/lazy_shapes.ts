import type { BoardGame, Position } from '../model/game';
import type { Shape } from '../model/shape';
import { svg } from './svg';
import type { UserShapes } from './user_shapes';

/**
 * What the visitor draws; how that is done comes when something is drawn for the first time. Until it is here,
 * previews and shapes wait for it in their order, and of positions it is told the last one only; if it cannot be
 * fetched, nothing is drawn, and the next one tries again.
 */
export class LazyShapes {
  readonly layer = svg('g', { class: 'marks' });
  #shapes: UserShapes | null = null;
  #position: Position = { pieces: new Map(), turn: 'first' };

  constructor(
    private readonly game: BoardGame,
    private flipped: boolean,
  ) {}

  show(position: Position): void {
    this.#position = position;
    this.#shapes?.show(position);
  }

  draw(flipped: boolean): void {
    this.flipped = flipped;
    this.#shapes?.draw(flipped);
  }

  wipe(): void {
    this.#shapes?.wipe();
  }

  preview(shape: Shape | null): void {
    this.#once((shapes) => shapes.preview(shape));
  }

  toggle(shape: Shape): void {
    this.#once((shapes) => shapes.toggle(shape));
  }

  #once(act: (shapes: UserShapes) => void): void {
    if (this.#shapes) act(this.#shapes);
    else
      import('./user_shapes').then(
        (file) => {
          // Several may wait for the one file: the first of them makes it.
          this.#shapes ??= new file.UserShapes(this.game, this.layer, this.flipped);
          this.#shapes.show(this.#position);
          act(this.#shapes);
        },
        () => undefined,
      );
  }
}
