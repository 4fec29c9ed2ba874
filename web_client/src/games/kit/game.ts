import type { BoardGame, LanguageTag, Piece, Position } from '../../board/model/game';
import type { BySide, GameName, Notation } from '../../protocol/types';

export * from '../../board/model/game';

/**
 * How people write moves besides the coordinates of the protocol. For what was not played: the server names what was.
 */
export interface Notations {
  /** What `move` is called in `before`. */
  of(before: Position, move: string): Notation;
  /** A name of `of`, or of the server, in the characters that readers of `language` know. */
  written(name: string, language: LanguageTag): string;
}

/** What one may put on a board before anything is played. Whether that is a position, the server says. */
export interface SetUp {
  /** Kinds of pieces, the most important first. */
  readonly kinds: readonly string[];
  /** A position as the protocol writes it. */
  readonly write: (position: Position) => string;
  /** What boards must be like, as a search is told it, where `write` and `parsePosition` have it otherwise. */
  readonly pattern?: Pattern;
}

/** Any piece, or none, may stand where none is; where one of the kind `NOTHING` is, none may. */
interface Pattern {
  readonly write: (position: Position) => string;
  /** What it can read of any text. */
  readonly read: (text: string) => Position;
}

/** What players call the first moves of a game, and under which code books list them. */
export type OpeningName = Readonly<Record<LanguageTag | 'code', string>>;

/** All that pages know of a game: what a board does, and what they show around it. */
export interface GameView extends BoardGame {
  readonly id: GameName;
  /** Absent where coordinates are all that there is. */
  readonly notations?: Notations;
  /** A move as one may type it. */
  readonly example: string;
  /** A visitor looks at the board from the own side; boards of stones look the same from everywhere. */
  readonly facesPlayer: boolean;
  /** What stands beside a player's name: a letter, or the piece where that is how the sides are told. */
  readonly playerIcon: 'letter' | 'piece';
  /** The reason of a win that `winLine` shows. */
  readonly lineReason?: string;
  /** The kind of the piece that stands for a side. */
  readonly iconKind: string;
  /** What each side has taken from the other, the most valuable first; absent where nothing is taken. */
  readonly captured?: (start: Position, now: Position) => BySide<readonly Piece[]>;
  /** How much more the pieces of the first side are worth. */
  readonly balance?: (position: Position) => number;
  /** Fetches the names of its openings, by the codes of the server. */
  readonly openings?: () => Promise<ReadonlyMap<string, OpeningName>>;
  /** What PGN calls its players. */
  readonly playerTags: readonly [string, string];
  /** Files in which its games are written, as addresses name them. */
  readonly formats: readonly string[];
  /** Fetches how a position is put together by hand. */
  readonly setUp: () => Promise<SetUp>;
  /** The position that the game begins with, without the moves that were made since. */
  readonly start: string;
  /** What each side has, where that decides the game, from the text of a position. */
  readonly score?: (pos: string) => BySide<number>;
}
