import type { GameView, Language, PieceSet, Position, Side, Square } from '../games/game';

/** An analysis arrow: the best move in jade, the second in blue. A placing move is drawn as a ring. */
export interface Arrow {
  readonly move: string;
  readonly rank: 'best' | 'second';
}

/** What the match shows. Everything but the position may be left out. */
export interface BoardState {
  /** Position text of the protocol; or a position worked out by `GameView.after`, for a move that the server has not yet
   *  answered. */
  readonly position: string | Position;
  readonly lastMove?: string | null | undefined;
  /** Moves that may be made on this board now; empty or left out: the board only shows. */
  readonly legal?: readonly string[] | undefined;
  /** Whether the side to move is in check. */
  readonly check?: boolean | undefined;
  readonly winLine?: readonly Square[] | undefined;
  readonly forbidden?: readonly Square[] | undefined;
  readonly arrows?: readonly Arrow[] | undefined;
  readonly premove?: string | null | undefined;
}

/** What the person in front of the board prefers. */
export interface BoardSettings {
  readonly language: Language;
  readonly flipped: boolean;
  readonly pieceSet: PieceSet;
  readonly coordinates: boolean;
  /** Legal targets and hints. */
  readonly targets: boolean;
  readonly animate: boolean;
  /** Placing games: at once, or after a second tap. `auto` asks for the second tap on touch only. */
  readonly placing: 'auto' | 'direct' | 'confirm';
}

export interface Board {
  /** Shows a state; pieces keep their identity, so that what changed is seen to move. */
  set(state: BoardState): void;
  /** Changes some settings and redraws. */
  configure(settings: Partial<BoardSettings>): void;
  /** A complete legal move was made by hand or key. The board shows it only when `set` says so. */
  onMove: ((move: string) => void) | null;
  /** Placing waits for a second tap on this move (null: no longer). A button may call `confirm` or `cancel`. */
  onPending: ((move: string | null) => void) | null;
  confirm(): void;
  cancel(): void;
  focus(): void;
  destroy(): void;
}

export declare function createBoard(
  host: HTMLElement,
  game: GameView,
  settings?: Partial<BoardSettings>,
): Board;
