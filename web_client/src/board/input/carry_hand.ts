import type { Move, Square } from '../model/game';
import type { Hand, HandEvents, HandView } from '../model/hand';

/**
 * Picks a piece up and sets it down elsewhere: click and click, or drag. Both begin with the same press, so that a
 * drag that was too short is a first click.
 *
 *  press on                  means       and a release on the same square
 *  one's own piece           pick        leaves it in the hand
 *  the piece in the hand     put back    puts it back
 *  a target of the hand      go          moves there
 *  anything else             let go      puts back what is in the hand
 *
 * A release on another square moves there if the press was on the piece in the hand and the square is a target; else
 * nothing happens and the piece stays in the hand. So does it on a release in a dead zone: the visitor has missed,
 * and may try again. A piece of one's own wins over a target. Of legal moves no square is both; of premoves one may
 * be, to take back on it: a click then picks up, and only a drag goes there. Questions cost one pass over the legal
 * moves, some 120 at most.
 */
export class CarryHand implements Hand {
  readonly aimsAbove = false;
  #moves: readonly Move[] = [];
  #own: readonly Square[] = [];
  #selected: Square | null = null;
  #aim: Square | null = null;
  /** Where the press began; null: none is on, or it began in a dead zone, or it was cancelled. */
  #pressed: Square | null = null;
  /** What the present press meant when it began: an update under it changes whether that is done, never what it is. */
  #intent: 'pick' | 'put back' | 'go' | 'let go' = 'let go';

  constructor(private readonly events: HandEvents) {}

  get view(): HandView {
    return { selected: this.#selected, targets: this.#targets(), aim: this.#aim, pending: null };
  }

  setLegal(moves: readonly Move[], own: readonly Square[] = []): void {
    this.#moves = moves;
    this.#own = own;
    // The press goes with the piece: its release must not be taken for one of an empty hand.
    if (this.#selected !== null && !this.#canPick(this.#selected)) this.#selected = this.#pressed = null;
    if (this.#aim !== null && !this.#isTarget(this.#aim)) this.#aim = null;
  }

  canUse(square: Square): boolean {
    return this.#canPick(square) || this.#isTarget(square);
  }

  hover(square: Square | null): void {
    this.#aimAt(square);
  }

  press(square: Square | null): boolean {
    this.#pressed = square;
    if (square === null) return false;
    if (!this.#canPick(square)) {
      this.#intent = this.#isTarget(square) ? 'go' : 'let go';
      return false;
    }
    this.#intent = square === this.#selected ? 'put back' : 'pick';
    this.#selected = square;
    // Shown at the press already, before it is known whether it becomes a drag.
    if (this.#intent === 'pick') this.events.changed();
    return true;
  }

  drag(square: Square | null): void {
    // A drag that began elsewhere drags nothing. Two nulls aim at nothing either.
    if (this.#pressed === this.#selected) this.#aimAt(square);
  }

  release(square: Square | null): boolean {
    const [pressed, intent] = [this.#pressed, this.#intent];
    this.#pressed = null;
    if (pressed === null || square === null) return false;
    const dragged = square !== pressed;
    // Asked of the list as it is now, not as it was at the press.
    const goes = dragged ? pressed === this.#selected : intent === 'go';
    if (goes && this.#isTarget(square)) return this.#carryTo(square);
    if (!dragged && (intent === 'put back' || intent === 'let go')) this.cancel();
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
    this.#pressed = null;
    this.#aim = null;
    if (this.#selected === null) return;
    this.#selected = null;
    this.events.changed();
  }

  #carryTo(to: Square): boolean {
    const from = this.#selected;
    if (from === null) return false;
    // Empty before the move is told: the listener may set other legal moves.
    this.#selected = null;
    this.#aim = null;
    this.events.changed();
    this.events.move({ from, to });
    return true;
  }

  #aimAt(square: Square | null): void {
    const aim = square !== null && this.#isTarget(square) ? square : null;
    if (aim === this.#aim) return;
    this.#aim = aim;
    this.events.changed();
  }

  #targets(): Square[] {
    return this.#selected === null
      ? []
      : this.#moves.filter(({ from }) => from === this.#selected).map(({ to }) => to);
  }

  #canPick(square: Square): boolean {
    return this.#own.includes(square) || this.#moves.some(({ from }) => from === square);
  }

  #isTarget(square: Square): boolean {
    return this.#moves.some(({ from, to }) => from === this.#selected && to === square);
  }
}
