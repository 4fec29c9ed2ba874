import type { Move, Square } from './position';

// What the player's hand is doing, without a DOM: pointer and keyboard tell it squares, it tells moves. A press acts
// only when it is released on the same square, so that a slip of the finger costs nothing.
//
// The order of calls: `setLegal` first; then any number of presses, each `press`, `drag` any number of times,
// `release` once. A press that the system ends has `release(null)`. `hover` comes of the mouse between presses and of
// the focus at any moment, never of a finger. `setLegal` may come at any moment, also between `press` and `release`:
// the server's events wait for no pointer. `act`, `confirm` and `cancel` may come at any moment, too.
//
// What holds for the hands of games (setting up a position has one of its own, which allows everything): a move that
// it tells of is legal by the list that it has at that moment; one press makes at most one move; what is in the hand
// is forgotten only by a move, by another press, by `cancel`, or because it is not legal any more.

/** What there is to be drawn. Made at each reading: it does not change afterwards. */
export interface HandView {
  /** The piece that is picked up, and where it may go. */
  readonly selected: Square | null;
  readonly targets: readonly Square[];
  /** The legal square under the pointer or the focus. */
  readonly aim: Square | null;
  /** The square that waits for a second tap. Null where the hand asks for none. */
  readonly pending: Square | null;
}

/** Called within the call that caused them, never later. A listener may call `setLegal` of the hand. */
export interface HandEvents {
  /** A complete move. Nothing is picked up any more when this is called. */
  move(move: Move): void;
  /** `view` is another one: draw it. Not called by `setLegal`, whose caller draws everything anyway. */
  changed(): void;
}

/**
 * When a placed piece counts: at once, after a second tap, or as it suits the pointer. A finger hides the point below
 * it and is asked; a mouse is not.
 */
export type Placing = 'auto' | 'direct' | 'confirm';

/** The state of an interaction with a board, from the first press to a move. It draws nothing and knows no rules. */
export interface Hand {
  /** Of hands that place. */
  placing?: Placing;
  /** Whether a finger that drags aims above itself, because it hides what it points at. */
  readonly aimsAbove: boolean;
  readonly view: HandView;
  /**
   * Replaces the legal moves; what is in hand stays as long as it is still legal. Of one's own moves, or of premoves
   * while the other side is to move; empty where nothing may be moved. `own`: squares of pieces that may be picked up
   * without a legal move, so that one learns why there is none.
   */
  setLegal(moves: readonly Move[], own?: readonly Square[]): void;
  /** Whether a click on this square would do something. Depends on what is in the hand. */
  canUse(square: Square): boolean;
  /** The mouse or the focus is over this square; null: it left the board, or is in the dead zone. */
  hover(square: Square | null): void;
  /**
   * `square` is null in the dead zone between two squares, here and below. True when a piece may now be dragged: only
   * then the pointer's way is drawn.
   */
  press(square: Square | null, touch: boolean): boolean;
  /** The pressed pointer is over another square, or over the same one again. */
  drag(square: Square | null): void;
  /** The press ends; null: on no square, and nothing is done. True when a move was made. */
  release(square: Square | null): boolean;
  /**
   * A key on the focused square, or a click without a pointer. It names its square exactly: no second tap is asked
   * for.
   */
  act(square: Square): void;
  /** The second tap, by a button of the page. Nothing where no square waits. */
  confirm(): void;
  /** Lets go of what is in the hand, and of a press that has begun. Makes no move. */
  cancel(): void;
}
