import type { Move, Square } from '../games/game';

// What the player's hand is doing, without a DOM: pointer and keyboard tell it squares, it tells moves. A press acts only
// when it is released on the same square, so that a slip of the finger costs nothing.

export interface HandView {
  /** The piece that is picked up, and where it may go. */
  readonly selected: Square | null;
  readonly targets: readonly Square[];
  /** The legal square under the pointer or the focus. */
  readonly aim: Square | null;
  /** The square that waits for a second tap. */
  readonly pending: Square | null;
}

export interface HandEvents {
  move(move: Move): void;
  changed(): void;
}

export interface Hand {
  readonly view: HandView;
  /** Replaces the legal moves; what is in hand stays as long as it is still legal. */
  allow(moves: readonly Move[]): void;
  /** Whether a click on this square would do something. */
  canUse(square: Square): boolean;
  hover(square: Square | null): void;
  /** `square` is null in the dead zone between two squares, here and below. True when a piece may now be dragged. */
  press(square: Square | null, touch: boolean): boolean;
  drag(square: Square | null): void;
  /** True when a move was made. */
  release(square: Square | null): boolean;
  /** A key on the focused square. */
  act(square: Square): void;
  confirm(): void;
  cancel(): void;
}

/** Picks a piece up and sets it down elsewhere: click and click, or drag. */
export class CarryHand implements Hand {
  private moves: readonly Move[] = [];
  private selected: Square | null = null;
  private aim: Square | null = null;
  private pressed: Square | null = null;
  /** Whether the present press picked the piece up: releasing it then does not put it back. */
  private fresh = false;

  constructor(private readonly events: HandEvents) {}

  get view(): HandView {
    return { selected: this.selected, targets: this.targets(), aim: this.aim, pending: null };
  }

  allow(moves: readonly Move[]): void {
    this.moves = moves;
    if (this.selected !== null && !this.canPick(this.selected)) this.selected = null;
    this.aim = null;
  }

  canUse(square: Square): boolean {
    return this.canPick(square) || this.isTarget(square);
  }

  hover(square: Square | null): void {
    this.aimAt(square);
  }

  press(square: Square | null): boolean {
    this.pressed = square;
    if (square === null || !this.canPick(square)) return false;
    this.fresh = square !== this.selected;
    this.selected = square;
    if (this.fresh) this.events.changed();
    return true;
  }

  drag(square: Square | null): void {
    if (this.pressed === this.selected) this.aimAt(square);
  }

  release(square: Square | null): boolean {
    const { pressed } = this;
    this.pressed = null;
    if (pressed === null || square === null) return false;
    const dragged = square !== pressed;
    if (this.isTarget(square) && (!dragged || pressed === this.selected)) return this.carryTo(square);
    if (!dragged && !(square === this.selected && this.fresh)) this.cancel();
    return false;
  }

  act(square: Square): void {
    this.press(square);
    this.release(square);
  }

  confirm(): void {
    // Carrying needs no second tap.
  }

  cancel(): void {
    this.pressed = null;
    this.aim = null;
    if (this.selected === null) return;
    this.selected = null;
    this.events.changed();
  }

  private carryTo(to: Square): boolean {
    const from = this.selected;
    if (from === null) return false;
    this.selected = null;
    this.aim = null;
    this.events.changed();
    this.events.move({ from, to });
    return true;
  }

  private aimAt(square: Square | null): void {
    const aim = square !== null && this.isTarget(square) ? square : null;
    if (aim === this.aim) return;
    this.aim = aim;
    this.events.changed();
  }

  private targets(): Square[] {
    return this.selected === null
      ? []
      : this.moves.filter(({ from }) => from === this.selected).map(({ to }) => to);
  }

  private canPick(square: Square): boolean {
    return this.moves.some(({ from }) => from === square);
  }

  private isTarget(square: Square): boolean {
    return this.moves.some(({ from, to }) => from === this.selected && to === square);
  }
}

export type Placing = 'auto' | 'direct' | 'confirm';

/** Places pieces: at once, or after a second tap on the same square. */
export class PlaceHand implements Hand {
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

  allow(moves: readonly Move[]): void {
    this.legal = new Set(moves.map(({ to }) => to));
    if (this.pending !== null && !this.legal.has(this.pending)) this.pending = null;
    if (this.aim !== null && !this.legal.has(this.aim)) this.aim = null;
  }

  canUse(square: Square): boolean {
    return this.legal.has(square);
  }

  hover(square: Square | null): void {
    const aim = square !== null && this.legal.has(square) ? square : null;
    if (aim === this.aim) return;
    this.aim = aim;
    this.events.changed();
  }

  press(square: Square | null, touch: boolean): boolean {
    this.pressed = square;
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
    if (square === null || !this.legal.has(square)) return false;
    const meant = this.asking ? this.second && square === this.pending : square === pressed;
    return meant && this.place(square);
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

  private place(to: Square): boolean {
    this.pending = null;
    this.aim = null;
    this.events.changed();
    this.events.move({ to });
    return true;
  }
}
