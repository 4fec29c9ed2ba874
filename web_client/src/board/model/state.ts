import type { LanguageTag, PieceSet, Position, Square } from './game';
import type { Area } from './area';
import type { Placing } from './hand';
import type { Shape } from './shape';

/** An analysis arrow: the best move in jade, the second in blue. A placing move is drawn as a ring. */
export interface Arrow {
  readonly move: string;
  readonly rank: 'best' | 'second';
}

/** What the match shows. Everything but the position may be left out. */
export interface BoardState {
  /**
   * Text of the protocol, or a position that was worked out from one. A string that is equal to the last one is not
   * parsed again.
   */
  readonly position: string | Position;
  readonly lastMove?: string | null | undefined;
  /**
   * Moves that may be made on this board now; empty or left out: the board only shows. With `premoving` those that
   * may be made ahead.
   */
  readonly legal?: readonly string[] | undefined;
  /** Whether the side to move is in check. The board finds the piece itself: `BoardGame.royal`. */
  readonly check?: boolean | undefined;
  /** Squares of the row that won, end to end. */
  readonly winLine?: readonly Square[] | undefined;
  /** Points closed to the side to move (renju): crossed out. */
  readonly forbidden?: readonly Square[] | undefined;
  /** Where an opening rule lets one place, or does not. */
  readonly area?: Area | null | undefined;
  readonly arrows?: readonly Arrow[] | undefined;
  /** What is drawn on the position for all to see; beside that a visitor draws their own, see `onDraw`. */
  readonly shapes?: readonly Shape[] | undefined;
  /** The move that waits for its turn. A tap on either of its squares calls `onCancel`. */
  readonly premove?: string | null | undefined;
  /** The legal moves are such as are made ahead: the other side is to move. */
  readonly premoving?: boolean | undefined;
}

/**
 * What the person in front of the board prefers. `animate` is not all: a system that asks for less motion, and a
 * hidden page, have no animation either.
 */
export interface BoardSettings {
  readonly language: LanguageTag;
  readonly flipped: boolean;
  readonly pieceSet: PieceSet;
  readonly coordinates: boolean;
  /** As in the names of moves. */
  readonly chineseNumerals: boolean;
  /** The board goes from edge to edge of a phone. */
  readonly narrow: boolean;
  /** Legal targets and hints. */
  readonly targets: boolean;
  readonly animate: boolean;
  /** Placing games: at once, or after a second tap. `auto` asks for the second tap on touch only. */
  readonly placing: Placing;
  /** A press, and Enter on two squares, draw in the place of moving. */
  readonly draws: boolean;
}

/** For boards on pages without a visitor's settings, such as the demo. */
export const defaultSettings: BoardSettings = {
  language: 'en',
  flipped: false,
  pieceSet: 'kai',
  coordinates: true,
  chineseNumerals: true,
  narrow: false,
  targets: true,
  animate: true,
  placing: 'auto',
  draws: false,
};

/**
 * A board on a page. Its owner tells it states and hears of moves; it has no rules and no clock. It lives until
 * `destroy`, after which it may not be called. Handlers are called from an event of the browser, at most one move for
 * each press.
 */
export interface Board {
  /**
   * Shows a state, at once. What is picked up stays, unless its piece has changed or may not move any more. The state
   * replaces the former one as a whole. It may come at any moment, also while a piece is dragged, and within a
   * handler. Throws on a position that the game cannot read.
   */
  set(state: BoardState): void;
  /** Changes some settings and redraws. A piece set that must be fetched first is drawn when it comes. */
  configure(settings: Partial<BoardSettings>): void;
  /**
   * A complete legal move was made by hand or key. The board shows it only when `set` says so: who sends it shows it
   * at once (`BoardGame.after`), and shows the old position again where it is refused.
   */
  onMove: ((move: string) => void) | null;
  /** Placing waits for a second tap on this move (null: no longer). A button may call `confirm` or `cancel`. */
  onPending: ((move: string | null) => void) | null;
  /** Esc, the right button, or a tap on what waits: take back what was not yet sent, such as a move made ahead. */
  onCancel: (() => void) | null;
  /** A move was tried that is not legal, while moves are legal: the owner of the board may ask the server why. */
  onIllegal: ((move: string) => void) | null;
  /** The visitor has drawn: the owner keeps it, and shows it by `shapes`. Null: the board keeps it by itself. */
  onDraw: ((shape: Shape) => void) | null;
  /** Makes the move that waits; nothing where none does. */
  confirm(): void;
  /** Lets go of what is in the hand. Does not call `onCancel`. */
  cancel(): void;
  /** Takes the board off the page, and ends its listeners and what it waits for. Once. */
  destroy(): void;
}
