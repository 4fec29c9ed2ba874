import type { Hand, HandEvents, HandView } from '../../board/model/hand';
import type { Square } from '../../board/model/game';

/**
 * For setting up a position: a tap places a piece, a drag moves one anywhere. Unlike the hands of games it asks for
 * no legal moves, and a move of it may begin and end anywhere.
 */
export class EditHand implements Hand {
  readonly aimsAbove = false;
  #pressed: Square | null = null;
  /** The square of the piece that is dragged, once the press has moved. */
  #dragged: Square | null = null;
  #aim: Square | null = null;

  constructor(
    private readonly events: HandEvents,
    private readonly isTaken: (square: Square) => boolean,
  ) {}

  get view(): HandView {
    return { selected: this.#dragged, targets: [], aim: this.#dragged ? null : this.#aim, pending: null };
  }

  setLegal(): void {
    // Anything may stand anywhere.
  }

  canUse(): boolean {
    return true;
  }

  hover(square: Square | null): void {
    if (square === this.#aim) return;
    this.#aim = square;
    this.events.changed();
  }

  press(square: Square | null): boolean {
    this.#pressed = square;
    return square !== null && this.isTaken(square);
  }

  drag(): void {
    if (this.#dragged !== null || this.#pressed === null || !this.isTaken(this.#pressed)) return;
    this.#dragged = this.#pressed;
    this.events.changed();
  }

  release(square: Square | null): boolean {
    const [pressed, dragged] = [this.#pressed, this.#dragged];
    this.#pressed = this.#dragged = this.#aim = null;
    this.events.changed();
    if (square === null || pressed === null) return false;
    if (dragged !== null && square !== dragged) this.events.move({ from: dragged, to: square });
    else if (dragged === null && square === pressed) this.events.move({ to: square });
    else return false;
    return true;
  }

  act(square: Square): void {
    this.events.move({ to: square });
  }

  confirm(): void {
    // Nothing waits.
  }

  cancel(): void {
    this.#pressed = this.#dragged = null;
    this.events.changed();
  }
}
