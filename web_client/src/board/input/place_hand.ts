import type { Move, Square } from '../model/game';
import type { Hand, HandEvents, HandView, Placing } from '../model/hand';

/** Places pieces: at once, or after a second tap on the same square. */
export class PlaceHand implements Hand {
  readonly aimsAbove = true;
  private legal: ReadonlySet<Square> = new Set();
  private aim: Square | null = null;
  private pending: Square | null = null;
  private pressed: Square | null = null;
  private asking = false;
  /** Whether the present press began on the waiting square, which makes it the second tap. */
  private second = false;

  constructor(
    private readonly events: HandEvents,
    public placing: Placing,
  ) {}

  get view(): HandView {
    return { selected: null, targets: [], aim: this.aim, pending: this.pending };
  }

  setLegal(moves: readonly Move[]): void {
    this.legal = new Set(moves.map(({ to }) => to));
    this.pending = this.ifLegal(this.pending);
    this.aim = this.ifLegal(this.aim);
    this.pressed = this.ifLegal(this.pressed);
  }

  canUse(square: Square): boolean {
    return this.legal.has(square);
  }

  hover(square: Square | null): void {
    const aim = this.ifLegal(square);
    if (aim === this.aim) return;
    this.aim = aim;
    this.events.changed();
  }

  press(square: Square | null, touch: boolean): boolean {
    this.pressed = this.ifLegal(square);
    this.asking = this.placing === 'confirm' || (this.placing === 'auto' && touch);
    this.second = this.asking && square !== null && square === this.pending;
    if (this.asking) this.drag(square);
    return false;
  }

  /** While asking, the ghost follows the finger, so that a bad aim is corrected without lifting it. */
  drag(square: Square | null): void {
    if (!this.asking || square === null || !this.legal.has(square) || square === this.pending) return;
    this.second = false;
    this.pending = square;
    this.events.changed();
  }

  release(square: Square | null): boolean {
    const { pressed } = this;
    this.pressed = null;
    if (square === null || square !== pressed) return false;
    return (!this.asking || (this.second && square === this.pending)) && this.place(square);
  }

  /** A key names its square exactly: nothing to ask. */
  act(square: Square): void {
    if (this.legal.has(square)) this.place(square);
  }

  confirm(): void {
    if (this.pending !== null) this.place(this.pending);
  }

  cancel(): void {
    this.pressed = null;
    if (this.pending === null) return;
    this.pending = null;
    this.events.changed();
  }

  private ifLegal(square: Square | null): Square | null {
    return square !== null && this.legal.has(square) ? square : null;
  }

  private place(to: Square): boolean {
    this.pending = null;
    this.aim = null;
    this.events.changed();
    this.events.move({ to });
    return true;
  }
}
