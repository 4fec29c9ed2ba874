import type { BySide, Side } from '../base/side';

export { forSide, opposite, SIDES, type BySide, type Side } from '../base/side';

/** The values that messages are made of, as docs/protocol.md has them. Times are milliseconds, moments those of the
 *  server's clock (since 1970), which is the only clock. Nothing here is checked when it arrives: fields that a newer
 *  server adds are ignored, and words that it invents must not break a page. */

/** All games that this client can show, in the order of lists. */
export const gameNames = ['xiangqi', 'gomoku', 'antireversi'] as const;
export type GameName = (typeof gameNames)[number];

/** `null` stands for unlimited time. A limit that is absent does not bind. All but `days` and `periods` in ms. */
export interface TimeControl {
  /** Main time of each side for the whole game. */
  readonly initial?: number;
  /** Added after each move. */
  readonly increment?: number;
  /** 读秒: when `initial` is used up, `periods` of this length; a move inside one gives it back whole. */
  readonly byoyomi?: number;
  readonly periods?: number;
  /** 步时: no single move may take longer. */
  readonly perMove?: number;
  /** For each move: a correspondence game. */
  readonly days?: number;
}

/** The clock as it stood at the start of the turn. The side to move has used `spent` of it at server time `at`. */
export interface Clock {
  readonly ms: BySide<number>;
  readonly periods?: BySide<number>;
  /** Null before both first moves, in a pause and after the end. */
  readonly running: Side | null;
  readonly at: number;
  /** Negative after a restart of the server: that time is free. */
  readonly spent?: number;
}

/** One move in the ways in which people write it; `move` itself is the ICCS or coordinate text. */
export interface Notation {
  readonly zh?: string;
  readonly wxf?: string;
  readonly iccs?: string;
}

/** Who sits on a side; the rating is that of the moment of joining. */
export interface Player {
  /** Null or empty: the seat is free. */
  readonly name: string | null;
  readonly rating?: number | null;
  /** Too few games to trust the rating. */
  readonly provisional?: boolean;
  readonly ai?: boolean;
  /** Of a bot. */
  readonly level?: number | null;
  readonly online: boolean;
  /** An account that a program plays for. */
  readonly program?: boolean;
}

/** Which side has made each offer that stands; null or absent: none does. */
export interface Offers {
  readonly draw?: Side | null;
  readonly takeback?: Side | null;
  readonly rematch?: Side | null;
  readonly pause?: Side | null;
}

/** `waiting` is a word of lists and of this client: the server's state says `playing` and `waiting: true`. */
export type Status = 'waiting' | 'playing' | 'finished' | 'aborted';
export type Result = Side | 'draw' | null;

/** What an opening procedure asks of `by`: to place a stone, or to choose one of `options`. */
export interface OpeningStep {
  readonly step: 'place' | 'choose' | 'pick' | (string & {});
  readonly by: Side;
  /** What may be chosen, as `do` of an action. */
  readonly options?: readonly string[];
  /** How many stones are still to be placed. */
  readonly stones?: number;
  /** The highest number for the option `declare`. */
  readonly atMost?: number;
  /** How many moves the option `offer` needs, now or later. */
  readonly toOffer?: number;
  /** The moves among which one is to be chosen. */
  readonly offered?: readonly string[];
}

/** When `ms` have passed without a move, `winner` has won; null: the game is aborted. */
export interface Lapse {
  readonly ms: number;
  readonly winner: Side | null;
}

/** Everything that a board, two clocks and the bar below them show; always complete. */
export interface GameState {
  /** Moves so far, separated by single spaces. */
  readonly moves: string;
  readonly ply: number;
  readonly turn: Side;
  /** The board as a text of docs/formats.md. */
  readonly pos: string;
  /** Sent to the side to move: the client has no rules of its own. */
  readonly legal?: readonly string[] | null | undefined;
  readonly forbidden?: readonly string[] | null | undefined;
  /** Moves that would lose at once by the rules of repetition: worth a warning. */
  readonly perilous?: readonly string[] | null | undefined;
  readonly check?: boolean;
  readonly clock: Clock | null;
  readonly paused?: boolean;
  /** A seat is free. */
  readonly waiting?: boolean;
  readonly status: Status;
  /** Null until the game is finished, and of one that was aborted. */
  readonly result: Result;
  /** A word of docs/protocol.md, `state`; newer servers may have others. */
  readonly reason: string | null;
  readonly offers?: Offers | undefined;
  /** Absent where the game has no opening procedure, or it is done. */
  readonly opening?: OpeningStep | null | undefined;
  /** Of the opening that the moves make; absent or empty: it has no name. */
  readonly openingCode?: string;
  /** Until this first move must be made, else the game is aborted. */
  readonly expiresMs?: number | null | undefined;
  /** How the game ends if nothing happens in it; absent: a clock, a bot or `expiresMs` sees to it. */
  readonly lapse?: Lapse | null | undefined;
}

/** A line of a room's chat. `side`: that of its author, if it was a player's. `room`: who may read it. */
export interface ChatLine {
  readonly from: string;
  readonly text: string;
  readonly side?: Side | null;
  readonly room?: 'players' | 'all';
  /** No two lines of a room have the same. */
  readonly at: number;
  /** By a moderator: its text is gone. */
  readonly removed?: boolean;
}

/** A user as the visitor's own pages know it. `guest`: without a password. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly program?: boolean;
}

/** A wish to play a stranger, as the lobby lists it. */
export interface Seek {
  readonly seekId: string;
  readonly game: GameName;
  readonly rule?: string;
  readonly opening?: string;
  readonly time: TimeControl | null;
  readonly side?: Side | 'random' | null;
  readonly rated?: boolean;
  readonly name: string;
  readonly rating?: number | null;
  /** What the opponent's rating may be. */
  readonly minRating?: number;
  readonly maxRating?: number;
  /** Who seeks is one. */
  readonly program?: boolean;
}

/** A game as lists show it; its board comes with `watch`. */
export interface GameSummary {
  readonly gameId: string;
  readonly game: GameName;
  readonly rule?: string;
  readonly opening?: string;
  readonly players: BySide<Player>;
  readonly time: TimeControl | null;
  readonly rated?: boolean;
  readonly ply: number;
  readonly status: Status;
  readonly result?: Result;
  readonly reason?: string | null;
  readonly spectators?: number;
  /** When it ended, or began, in server time. */
  readonly at?: number;
  /** The format of the file that it was imported from. */
  readonly source?: string;
  /** On the board at the end; absent: the server has not looked yet. */
  readonly pos?: string;
  readonly openingCode?: string;
  /** Of the player whose games were asked for. */
  readonly side?: Side;
  /** Of the visitor who asked. */
  readonly you?: Side;
}

/** What a position is worth to the first side, also when the second is to move. `win`: the first side wins by force,
 *  `loss`: the second does; `value` is then the number of plies to the end. `eval`: hundredths of the game's unit.
 *  `exact`: anti-reversi solved to the end, in discs. */
export interface Evaluation {
  readonly kind: 'eval' | 'win' | 'loss' | 'draw' | 'exact';
  readonly value: number;
}

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** The position after `ply` moves (0: the start), and what to think of the move that led to it. */
export interface AnalysedPly {
  readonly ply: number;
  /** Null: the bot failed here. */
  readonly eval: Evaluation | null;
  /** The first side's chance to win, 0 to 1. Absent without `eval`. */
  readonly win?: number;
  /** What should be played in this position; absent where the game is over. */
  readonly best?: string;
  /** Begins with `best`. */
  readonly line?: readonly string[];
  /** Of move number `ply`: the one that was played to come here. What would have been better is `best` of the
   *  entry before. */
  readonly mark?: Mark;
}

/** The analysis of a game, as far as it is done; messages bring new plies only, see `mergeAnalysis`. */
export interface Analysis {
  readonly gameId: string;
  readonly status: 'queued' | 'running' | 'done';
  readonly done: number;
  /** Positions: one more than moves. */
  readonly total: number;
  readonly plies: readonly AnalysedPly[];
  /** Per cent, of each side; once it is done. */
  readonly accuracy?: BySide<number>;
}

/** The seat is taken. */
export const isSeated = (player: Player): player is Player & { readonly name: string } =>
  Boolean(player.name);

export const isGameName = (text: string): text is GameName => (gameNames as readonly string[]).includes(text);

/** What of a file was left out, or is wrong; line 0: of no line. */
export interface FileNote {
  readonly reason: string;
  readonly message: string;
  readonly line: number;
}

/** A game of a file, as far as it can be read. */
export interface FoundGame {
  readonly players: readonly [string, string];
  readonly event: string;
  readonly game?: GameName;
  readonly at?: number;
  readonly moves: number;
  readonly result: Side | 'draw' | null;
  /** In an archive. */
  readonly file?: string;
  readonly notes?: readonly FileNote[];
  /** Why it is not imported whole. */
  readonly bad?: FileNote;
}

/** A file of several games: the first of them. */
export interface FoundGames {
  readonly format: string;
  readonly encoding: string;
  readonly count: number;
  readonly games: readonly FoundGame[];
  readonly notes: readonly FileNote[];
}
