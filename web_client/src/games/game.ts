import type { BoardGame, Language, Position } from '../board/game';
import type { BySide, GameName, Notation } from '../protocol/types';

export * from '../board/game';

/** How people write moves besides the coordinates of the protocol. */
export interface Notations {
  /** What `move` is called in `before`. */
  of(before: Position, move: string): Notation;
  /** A name of `of`, or of the server, in the characters that readers of `language` know. */
  written(name: string, language: Language): string;
}

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
  readonly emblem: 'letter' | 'piece';
  /** What each side has, where that decides the game, from the text of a position. */
  readonly score?: (pos: string) => BySide<number>;
}
