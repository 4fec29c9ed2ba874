import type { ChallengeBegan, ChallengeEnd, Challenges } from './challenges';
import type { AnalysisMessage, Explored, Hint, Thought } from './engine_messages';
import type { StudyNews } from './study_messages';
import type {
  BySide,
  ChatLine,
  Clock,
  GameName,
  GameState,
  GameSummary,
  Notation,
  Offers,
  Player,
  Seek,
  Side,
  Status,
  TimeControl,
  User,
} from './types';

/** What the server says. A type that is not listed here is ignored, so that old pages survive new servers. */
export type ServerMessage =
  | Welcome
  | { t: 'pong'; at: number; now: number }
  | Ack
  | ErrorMessage
  | LobbySnapshot
  | LobbyChange
  | Created
  | TurnChange
  | Challenges
  | ChallengeBegan
  | ChallengeEnd
  | GameFull
  | GameEvent
  | Mini
  | Crowd
  | Gone
  | ChatMessage
  | Reported
  | { t: 'chatRemoved'; gameId: string; at: number }
  | { t: 'measure'; kind: 'mute'; reason: string; until: number }
  | AnalysisMessage
  | Hint
  | Thought
  | Explored
  | StudyNews
  | { t: 'notice'; level: 'info' | 'warning' | 'error'; text: string; restartInMs?: number }
  | { t: 'redirect'; gameId: string; url: string }
  | { t: 'bye'; code: number; reason: string; reconnectInMs?: number };

export interface GameOffer {
  readonly game: GameName;
  readonly rules: readonly string[];
  readonly sides: BySide<string>;
  readonly sizes?: readonly number[];
  /** Opening procedures, and the rules that know them. */
  readonly openings?: readonly { readonly id: string; readonly rules: readonly string[] }[];
}

/** A game of the user that is not over. */
export interface PlayingGame {
  readonly gameId: string;
  readonly game: GameName;
  /** Null: the seat is free. */
  readonly opponent: string | null;
  readonly yourTurn: boolean;
}

/** Of a game of the user, who is elsewhere. */
export interface TurnChange extends PlayingGame {
  readonly t: 'turn';
  readonly over?: boolean;
  /** Once it is over, for the user. */
  readonly outcome?: 'won' | 'lost' | 'draw' | 'aborted';
  /** Of which this game has just begun. */
  readonly tournamentId?: string;
}

export interface Welcome {
  readonly t: 'welcome';
  readonly v: number;
  readonly user: User;
  readonly token: string;
  readonly now: number;
  readonly server?: { readonly name: string; readonly version: string };
  readonly games: readonly GameOffer[];
  readonly playing?: readonly PlayingGame[];
  /** Of a server on a local network: all its rooms are this user's to keep in order. */
  readonly host?: boolean;
  /** For the host: opens the room that is ready. */
  readonly readyCode?: string;
  readonly limits?: Readonly<Record<string, number>>;
}

export interface Ack {
  readonly t: 'ack';
  readonly id?: number;
  readonly gameId?: string;
  readonly ply?: number;
  /** To `join` with `since`: the newest version; the missing events follow. */
  readonly v?: number;
  readonly seekId?: string;
  readonly challengeId?: string;
  /** To an `edit`, beside `v`: the node that an `add` made or found. */
  readonly node?: number;
}

export interface ErrorMessage {
  readonly t: 'error';
  readonly id?: number;
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly retryMs?: number;
  readonly gameId?: string;
  /** `elsewhere`: the server that keeps the game. */
  readonly node?: string;
  /** Of a moderator's measure, whose reason is the `message`: its end; absent: it has none. */
  readonly until?: number;
}

export interface LobbySnapshot {
  readonly t: 'lobby';
  readonly id?: number;
  readonly seeks: readonly Seek[];
  readonly games: readonly GameSummary[];
  readonly players: number;
  readonly rooms: number;
  /** The game most worth watching. */
  readonly featured?: string | null;
}

/** Only what changed; `remove` names games and seeks. An entry of `add` replaces the one with its id. */
export interface LobbyChange {
  readonly t: 'lobby';
  readonly add?: { readonly seeks?: readonly Seek[]; readonly games?: readonly GameSummary[] };
  readonly remove?: readonly string[];
  readonly players?: number;
  readonly rooms?: number;
  readonly featured?: string | null;
}

export interface Created {
  readonly t: 'created';
  readonly id?: number;
  readonly gameId: string;
  readonly code: string;
  readonly url: string;
  /** Of the seat: it lets this browser sit down again. Null where the creator has none. */
  readonly token: string | null;
}

export interface GameFull {
  readonly t: 'gameFull';
  readonly id?: number;
  readonly gameId: string;
  readonly code?: string;
  readonly game: GameName;
  readonly rule: string;
  readonly size?: number;
  readonly opening?: string;
  readonly you: Side | null;
  /** Whether the visitor may keep this room in order; absent by HTTP. */
  readonly host?: boolean;
  readonly players: BySide<Player>;
  readonly time: TimeControl | null;
  readonly rated: boolean;
  readonly startPos: string;
  readonly state: GameState;
  readonly chat: readonly ChatLine[];
  readonly v: number;
  readonly spectators?: number;
  /** The next game of these two, once there is one. */
  readonly rematchId?: string | null;
  /** Of a rated game that is over. */
  readonly ratings?: BySide<RatingChange>;
  /** Whose game it is. */
  readonly tournamentId?: string;
}

export type EventKind =
  | 'start'
  | 'move'
  | 'takeback'
  | 'offer'
  | 'clock'
  | 'pause'
  | 'resume'
  | 'swap'
  | 'opening'
  | 'end'
  | 'rematch';

export interface RatingChange {
  readonly before: number;
  readonly after: number;
}

/** `[index, remove, insert, …]`, three for each place, ascending: indexes into the text as it was. */
export type Splices = readonly (number | string)[];

/** What changed on a clock; `spent` absent is 0, anything else absent is as it was (see `StateDelta`). */
export type ClockDelta = Pick<Clock, 'at'> & Partial<Clock>;

/**
 * How a state differs from that of the event before. Absent `legal`, `forbidden`, `perilous`, `opening`, `expiresMs`,
 * `lapse` and `check` are empty, anything else absent is unchanged; of a move, `turn` and `clock.running` pass to the
 * other side. `moves` and `ply` follow from the event itself.
 */
export interface StateDelta extends Partial<Omit<GameState, 'moves' | 'ply' | 'pos' | 'clock' | 'legal'>> {
  readonly pos?: string | Splices;
  readonly clock?: ClockDelta | null;
  /** `free`: every empty point that is not forbidden. */
  readonly legal?: readonly string[] | 'free';
}

/** One numbered change of a game, with the whole state after it or, where `hello` asked for that, what differs. */
export interface GameEvent {
  readonly t: 'event';
  readonly gameId: string;
  readonly v: number;
  readonly kind: EventKind;
  readonly state?: GameState;
  readonly delta?: StateDelta;
  readonly move?: string;
  /** With `takeback`. */
  readonly plies?: number;
  readonly by?: Side;
  readonly spent?: number;
  readonly lag?: number;
  readonly notation?: Notation;
  /** With `start`, and with `swap` in their new order. */
  readonly players?: BySide<Player>;
  /** `end` of a rated game: what it did to the players' ratings. */
  readonly ratings?: BySide<RatingChange>;
  /** With `offer`: what, and whether it was made or taken back. */
  readonly offer?: keyof Offers;
  readonly on?: boolean;
  /** With `rematch`: where the next game is played. */
  readonly nextId?: string;
}

export interface Mini {
  readonly t: 'mini';
  readonly gameId: string;
  readonly pos: string;
  readonly lastMove: string | null;
  readonly clock: Clock | null;
  readonly status: Status;
}

export interface Crowd {
  readonly t: 'crowd';
  readonly gameId: string;
  readonly online: BySide<boolean>;
  readonly spectators: number;
  readonly names?: readonly string[];
}

export interface Gone {
  readonly t: 'gone';
  readonly gameId: string;
  readonly side: Side;
  readonly gone: boolean;
  readonly claimInMs?: number | null;
}

export interface ChatMessage extends ChatLine {
  readonly t: 'chat';
  readonly gameId: string;
}

/** This line was reported. Sent to the room's host only. */
export interface Reported extends ChatLine {
  readonly t: 'reported';
  readonly gameId: string;
}

export const isLobbySnapshot = (message: LobbySnapshot | LobbyChange): message is LobbySnapshot =>
  'seeks' in message && 'games' in message;
