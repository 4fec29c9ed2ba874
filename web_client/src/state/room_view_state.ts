import type { Key } from '../i18n/keys';
import type { Hint, Thought } from '../protocol/engine_messages';
import type { GameRecord } from '../protocol/records';
import type { Reported } from '../protocol/server_messages';
import type { PendingMove, RoomChange } from './missed';
import type { Room } from './room';

/** What one visitor sees of one room: the room as the server tells it, and what only this page knows. A value: every
 *  change is another one. */
export interface RoomViewState {
  /** Null until the first snapshot. */
  readonly room: Room | null;
  readonly pending: PendingMove | null;
  /** A move that is shown, and must be confirmed before it is sent. */
  readonly toConfirm: string | null;
  /** A premove: played as soon as it is this visitor's turn, if it is legal then. */
  readonly premove: string | null;
  /** What the computer would play here. */
  readonly hint: Hint | null;
  /** What the computer thought before its last move. */
  readonly thought: Thought | null;
  /** The points marked so far, while this visitor marks points to offer in an opening; else null. */
  readonly offered: readonly string[] | null;
  /** The ply that is looked at; null: the game as it stands. */
  readonly browsed: number | null;
  /** Whether all lines of others are hidden. */
  readonly chatHidden: boolean;
  /** The names of those whose lines are hidden. */
  readonly muted: ReadonlySet<string>;
  /** `at` of the lines that this visitor has reported. */
  readonly reported: ReadonlySet<number>;
  /** Reported lines, where this visitor is the host. */
  readonly reports: readonly Reported[];
}

/** Of a room that is not joined yet. */
export const initialViewState: RoomViewState = {
  room: null,
  pending: null,
  toConfirm: null,
  premove: null,
  hint: null,
  thought: null,
  offered: null,
  browsed: null,
  chatHidden: false,
  muted: new Set(),
  reported: new Set(),
  reports: [],
};

/** What the visitor does with what this page knows. */
export type Command =
  | { readonly do: 'play'; readonly move: string }
  /** Shows a move that must be confirmed; null: none any more. */
  | { readonly do: 'try'; readonly move: string | null }
  | { readonly do: 'withdrawPremove' }
  /** The server did not take the pending move. */
  | { readonly do: 'moveRefused' }
  | { readonly do: 'browse'; readonly ply: number }
  /** To mark points that are offered in an opening, or to mark no more. */
  | { readonly do: 'markOffers'; readonly on: boolean }
  | { readonly do: 'hideChat'; readonly on: boolean }
  | { readonly do: 'mute'; readonly name: string; readonly on: boolean }
  | { readonly do: 'reported'; readonly at: number }
  /** The archive's record: it knows moves that were made before this page came. */
  | { readonly do: 'learnHistory'; readonly record: GameRecord };

/** What the owner of the state has to do besides showing it, in this order. Each is carried out once. */
export type Effect =
  | { readonly do: 'sendMove' }
  /** Something was missed: only a snapshot helps. */
  | { readonly do: 'join' }
  | { readonly do: 'toast'; readonly text: Key }
  | { readonly do: 'announce'; readonly change: RoomChange }
  | { readonly do: 'enter'; readonly gameId: string };

export type Transition = readonly [view: RoomViewState, effects: readonly Effect[]];
