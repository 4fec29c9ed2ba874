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
  | GameFull
  | GameEvent
  | Mini
  | Crowd
  | Gone
  | ChatMessage
  | { t: 'notice'; level: 'info' | 'warning' | 'error'; text: string; restartInMs?: number }
  | { t: 'redirect'; gameId: string; url: string }
  | { t: 'bye'; code: number; reason: string; reconnectInMs?: number };

export interface GameOffer {
  readonly game: GameName;
  readonly rules: readonly string[];
  readonly sides: BySide<string>;
  readonly sizes?: readonly number[];
}

export interface Welcome {
  readonly t: 'welcome';
  readonly v: number;
  readonly user: User;
  readonly token: string;
  readonly now: number;
  readonly server?: { readonly name: string; readonly version: string };
  readonly games: readonly GameOffer[];
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
}

export interface ErrorMessage {
  readonly t: 'error';
  readonly id?: number;
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly retryMs?: number;
  readonly gameId?: string;
}

export interface LobbySnapshot {
  readonly t: 'lobby';
  readonly id?: number;
  readonly seeks: readonly Seek[];
  readonly games: readonly GameSummary[];
  readonly players: number;
  readonly rooms: number;
}

/** Only what changed; `remove` names games and seeks. An entry of `add` replaces the one with its id. */
export interface LobbyChange {
  readonly t: 'lobby';
  readonly add?: { readonly seeks?: readonly Seek[]; readonly games?: readonly GameSummary[] };
  readonly remove?: readonly string[];
  readonly players?: number;
  readonly rooms?: number;
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
  readonly you: Side | null;
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
}

export type EventKind =
  'start' | 'move' | 'takeback' | 'offer' | 'clock' | 'pause' | 'resume' | 'end' | 'rematch';

/** One numbered change of a game; `state` is the whole state after it. */
export interface GameEvent {
  readonly t: 'event';
  readonly gameId: string;
  readonly v: number;
  readonly kind: EventKind;
  readonly state: GameState;
  readonly move?: string;
  readonly by?: Side;
  readonly spent?: number;
  readonly lag?: number;
  readonly notation?: Notation;
  /** With `start`. */
  readonly players?: BySide<Player>;
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

export const isLobbySnapshot = (message: LobbySnapshot | LobbyChange): message is LobbySnapshot =>
  'seeks' in message && 'games' in message;
