import type { Move, Square } from '../model/game';
import type { Hand, HandEvents, HandView, Placing } from '../model/hand';

/**
 * Places pieces: at once, or after a second tap on the same square. When it asks, the first press already sets the
 * waiting square, a drag moves it, and only a whole second press on it, down and up without leaving it, places the
 * piece: a finger that trembles off the square is a correction and is asked again. When it does not ask, a press
 * counts on release on the same square. All questions are lookups in a set.
 */
export class PlaceHand implements Hand {
  readonly aimsAbove = true;
  #legal: ReadonlySet<Square> = new Set();
  #aim: Square | null = null;
  #pending: Square | null = null;
  /** The legal square where the press began; null where it began elsewhere, or its square was closed since. */
  #pressed: Square | null = null;
  /** Whether a press of this kind is confirmed; found anew at each press, because mouse and finger take turns. */
  #asking = false;
  /** Whether the present press began on the waiting square, which makes it the second tap. */
  #second = false;

  constructor(
    private readonly events: HandEvents,
    public placing: Placing,
  ) {}

  /** Nothing is ever selected: pieces come from outside the board. `pending` outlives the press. */
  get view(): HandView {
    return { selected: null, targets: [], aim: this.#aim, pending: this.#pending };
  }

  setLegal(moves: readonly Move[]): void {
    this.#legal = new Set(moves.map(({ to }) => to));
    // A point that was taken meanwhile waits no more. The caller draws, so that no event is needed.
    this.#pending = this.#ifLegal(this.#pending);
    this.#aim = this.#ifLegal(this.#aim);
    this.#pressed = this.#ifLegal(this.#pressed);
  }

  canUse(square: Square): boolean {
    return this.#legal.has(square);
  }

  hover(square: Square | null): void {
    const aim = this.#ifLegal(square);
    if (aim === this.#aim) return;
    this.#aim = aim;
    this.events.changed();
  }

  press(square: Square | null, touch: boolean): boolean {
    this.#pressed = this.#ifLegal(square);
    this.#asking = this.placing === 'confirm' || (this.placing === 'auto' && touch);
    this.#second = this.#asking && square !== null && square === this.#pending;
    // The square waits from the press on, so that a finger sees at once what it has hit.
    if (this.#asking) this.drag(square);
    return false;
  }

  /** While asking, the ghost follows the finger, so that a bad aim is corrected without lifting it. */
  drag(square: Square | null): void {
    if (!this.#asking || square === null || !this.#legal.has(square) || square === this.#pending) return;
    // Elsewhere than before: this press is a first tap again.
    this.#second = false;
    this.#pending = square;
    this.events.changed();
  }

  release(square: Square | null): boolean {
    const pressed = this.#pressed;
    this.#pressed = null;
    if (square === null || square !== pressed) return false;
    return (!this.#asking || (this.#second && square === this.#pending)) && this.#place(square);
  }

  /** A key names its square exactly: nothing to ask. */
  act(square: Square): void {
    if (this.#legal.has(square)) this.#place(square);
  }

  confirm(): void {
    if (this.#pending !== null) this.#place(this.#pending);
  }

  cancel(): void {
    this.#pressed = null;
    if (this.#pending === null) return;
    this.#pending = null;
    this.events.changed();
  }

  #ifLegal(square: Square | null): Square | null {
    return square !== null && this.#legal.has(square) ? square : null;
  }

  #place(to: Square): boolean {
    this.#pending = null;
    this.#aim = null;
    this.events.changed();
    this.events.move({ to });
    return true;
  }
}
