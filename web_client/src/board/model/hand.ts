import type { Move, Square } from './position';

// What the player's hand is doing, without a DOM: pointer and keyboard tell it squares, it tells moves. A press acts
// only when it is released on the same square, so that a slip of the finger costs nothing.

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
  /** A complete legal move. Nothing is picked up any more when this is called. */
  move(move: Move): void;
  /** `view` is another one: draw it. */
  changed(): void;
}

/** When a placed piece counts: at once, after a second tap, or as it suits the pointer. */
export type Placing = 'auto' | 'direct' | 'confirm';

/** The state of an interaction with a board, from the first press to a move. It draws nothing and knows no rules. */
export interface Hand {
  /** Of hands that place. */
  placing?: Placing;
  /** Whether a finger that drags aims above itself, because it hides what it points at. */
  readonly aimsAbove: boolean;
  readonly view: HandView;
  /** Replaces the legal moves; what is in hand stays as long as it is still legal. */
  setLegal(moves: readonly Move[]): void;
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
