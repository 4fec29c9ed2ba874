import type { BoardGame, Square } from './game';
import { Marks } from './marks';
import { fill, svg } from './svg';

interface Shape {
  readonly from: Square;
  readonly to: Square;
}

/** What the visitor drew with the right button: arrows and circles, until the position changes or a click wipes them. */
export class UserShapes {
  readonly layer = svg('g', { class: 'marks' });
  private shapes: readonly Shape[] = [];

  constructor(
    private readonly game: BoardGame,
    private flipped: boolean,
  ) {}

  /** Draws an arrow or a circle, or wipes it where it is already. */
  toggle(from: Square, to: Square): void {
    const others = this.shapes.filter((one) => one.from !== from || one.to !== to);
    this.shapes = others.length < this.shapes.length ? others : [...others, { from, to }];
    this.draw(this.flipped);
  }

  wipe(): void {
    this.shapes = [];
    this.draw(this.flipped);
  }

  draw(flipped: boolean): void {
    this.flipped = flipped;
    const marks = new Marks(this.game, flipped);
    fill(
      this.layer,
      this.shapes.map(({ from, to }) => marks.shape(from, to)),
    );
  }
}
