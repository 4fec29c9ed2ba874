import type { Language, PieceSet, Position, Square } from './game';
import type { Placing } from './hand';

/** An analysis arrow: the best move in jade, the second in blue. A placing move is drawn as a ring. */
export interface Arrow {
  readonly move: string;
  readonly rank: 'best' | 'second';
}

/** What the match shows. Everything but the position may be left out. */
export interface BoardState {
  /** Text of the protocol, or a position that was worked out from one. */
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
  /** The legal moves are such as are made ahead: the other side is to move. */
  readonly ahead?: boolean | undefined;
}

/** What the person in front of the board prefers. */
export interface BoardSettings {
  readonly language: Language;
  readonly flipped: boolean;
  readonly pieceSet: PieceSet;
  readonly coordinates: boolean;
  /** The board goes from edge to edge of a phone. */
  readonly narrow: boolean;
  /** Legal targets and hints. */
  readonly targets: boolean;
  readonly animate: boolean;
  /** Placing games: at once, or after a second tap. `auto` asks for the second tap on touch only. */
  readonly placing: Placing;
}

export const defaultSettings: BoardSettings = {
  language: 'en',
  flipped: false,
  pieceSet: 'kai',
  coordinates: true,
  narrow: false,
  targets: true,
  animate: true,
  placing: 'auto',
};
