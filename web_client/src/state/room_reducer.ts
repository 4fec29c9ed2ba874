import type { GameRecord } from '../protocol/records';
import type { Hint, Thought } from '../protocol/engine_messages';
import type {
  ChatMessage,
  EventKind,
  GameEvent,
  GameFull,
  Reported,
  ServerMessage,
} from '../protocol/server_messages';
import type { Key } from '../i18n/keys';
import { missedChange, type PendingMove, type RoomChange } from './missed';
import { opposite, type Offers } from '../protocol/types';
import {
  applyChat,
  applyCrowd,
  applyGone,
  fillHistory,
  followEvent,
  isOver,
  isYourTurn,
  canPremove,
  movesOf,
  openRoom,
  type Room,
} from './room';

export type { PendingMove };

/** What one visitor sees of one room: the room as the server tells it, and what only this page knows. A value: every
 *  change is another one. */
export interface Play {
  /** Null until the first snapshot. */
  readonly room: Room | null;
  readonly pending: PendingMove | null;
  /** A move that is shown, and must be confirmed before it is sent. */
  readonly tried: string | null;
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

export const newPlay: Play = {
  room: null,
  pending: null,
  tried: null,
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

export type { RoomChange };

/** What the owner of the state has to do besides showing it, in this order. */
export type Effect =
  | { readonly do: 'sendMove' }
  /** Something was missed: only a snapshot helps. */
  | { readonly do: 'join' }
  | { readonly do: 'toast'; readonly text: Key }
  | { readonly do: 'announce'; readonly change: RoomChange }
  | { readonly do: 'enter'; readonly gameId: string };

type Step = readonly [play: Play, effects: readonly Effect[]];

/** As many lines as the server keeps. */
const MAX_REPORTS = 50;

const unchanged = (play: Play): Step => [play, []];

/** The state after a message of the server about this room; `now` is server time. */
export function receive(play: Play, message: ServerMessage, now: number): Step {
  if (message.t === 'gameFull') return open(play, message, now);
  const { room } = play;
  if (!room) return unchanged(play);
  switch (message.t) {
    case 'event':
      return follow(play, room, message, now);
    case 'crowd':
      return unchanged({ ...play, room: applyCrowd(room, message) });
    case 'chat':
      return talk(play, room, message);
    case 'gone':
      return unchanged({ ...play, room: applyGone(room, message, now) });
    case 'reported':
      return unchanged({ ...play, reports: withReport(play.reports, message) });
    case 'hint':
      return unchanged({ ...play, hint: message });
    case 'thought':
      return unchanged({ ...play, thought: message });
    case 'error':
      // The server has unloaded the room: a join loads it again.
      return message.code === 'internal' ? [play, [{ do: 'join' }]] : unchanged(play);
    default:
      return unchanged(play);
  }
}

function talk(play: Play, before: Room, line: ChatMessage): Step {
  const after = applyChat(before, line);
  return [{ ...play, room: after }, [{ do: 'announce', change: { kind: 'chat', before, after } }]];
}

/** The state after a command of the visitor. */
export function perform(play: Play, command: Command): Step {
  switch (command.do) {
    case 'play':
      return makeMove(play, command.move);
    case 'try':
      return unchanged({ ...play, tried: command.move });
    case 'withdrawPremove':
      return unchanged({ ...play, premove: null });
    case 'moveRefused':
      // The premove was made for the position after the refused move.
      return dropPremove({ ...play, pending: null });
    case 'browse':
      return unchanged(browse(play, command.ply));
    case 'markOffers':
      return unchanged({ ...play, offered: command.on ? [] : null });
    case 'hideChat':
      return unchanged({ ...play, chatHidden: command.on });
    case 'mute':
      return unchanged({ ...play, muted: toggled(play.muted, command.name, command.on) });
    case 'reported':
      return unchanged({ ...play, reported: toggled(play.reported, command.at, true) });
    case 'learnHistory':
      return unchanged(learnHistory(play, command.record));
  }
}

function toggled<T>(set: ReadonlySet<T>, value: T, on: boolean): ReadonlySet<T> {
  const changed = new Set(set);
  if (on) changed.add(value);
  else changed.delete(value);
  return changed;
}

/** After a reconnect the server sends all reports again. */
const withReport = (reports: readonly Reported[], report: Reported): readonly Reported[] =>
  [...reports.filter(({ at }) => at !== report.at), report].slice(-MAX_REPORTS);

/** The last ply is the game itself, which goes on. */
function browse(play: Play, ply: number): Play {
  const last = play.room?.moves.length ?? 0;
  return { ...play, browsed: ply >= last ? null : Math.max(0, ply) };
}

function learnHistory(play: Play, { state, positions, notations }: GameRecord): Play {
  if (!play.room) return play;
  return { ...play, room: fillHistory(play.room, movesOf(state), positions, notations) };
}

function makeMove(play: Play, move: string): Step {
  const { room, offered } = play;
  if (!room) return unchanged(play);
  if (play.pending || !isYourTurn(room)) return unchanged(moveAhead(play, room, move));
  if (offered) {
    // No more than are asked for: another one stands for none of them.
    const most = room.state.opening?.toOffer ?? Infinity;
    const marked = offered.includes(move) ? offered.filter((one) => one !== move) : [...offered, move];
    return unchanged(marked.length > most ? play : { ...play, offered: marked });
  }
  return [{ ...play, tried: null, pending: { ply: room.moves.length, move } }, [{ do: 'sendMove' }]];
}

/** The same move twice withdraws it. */
function moveAhead(play: Play, room: Room, move: string): Play {
  const { you } = room.full;
  // The room as it will be when the server has taken the pending move.
  const expected = play.pending && you ? { ...room, state: { ...room.state, turn: opposite(you) } } : room;
  if (!canPremove(expected)) return play;
  return { ...play, premove: play.premove === move ? null : move };
}

function dropPremove(play: Play): Step {
  if (play.premove === null) return unchanged(play);
  return [{ ...play, premove: null }, [{ do: 'toast', text: 'room.premove.gone' }]];
}

/** Plays the move that was made ahead, if it is time and what has happened since allows it. */
function playPremove(play: Play): Step {
  const { room, premove } = play;
  if (!room || premove === null || play.pending || !isYourTurn(room)) return unchanged(play);
  if (!room.state.legal?.includes(premove)) return dropPremove(play);
  return makeMove({ ...play, premove: null }, premove);
}

/** A move is pending until the game has a move at its ply, its own or another, or is not played any more. */
function settled(play: Play, room: Room): Play {
  const waits = room.moves.length === play.pending?.ply && room.state.status === 'playing';
  return { ...play, room, pending: waits ? play.pending : null };
}

function open(play: Play, message: GameFull, now: number): Step {
  const before = play.room;
  const room = openRoom(message, before, now);
  const next = settled(play, room);
  const goesOn =
    before === null ||
    (before.full.you === room.full.you && before.moves.every((move, ply) => room.moves[ply] === move));
  const same = goesOn && before?.moves.length === room.moves.length;
  const kept = same ? next : { ...next, ...forgotten };
  const change = before && missedChange(before, play.pending, room);
  const late: readonly Effect[] = [
    ...outrun(play.pending, room),
    ...(change ? [{ do: 'announce', change } as const] : []),
    ...entered(before, room),
  ];
  if (isOver(room.state)) return [{ ...kept, premove: null }, late];
  const looked = browse(kept, kept.browsed ?? Infinity);
  const [planned, effects] = goesOn ? playPremove(looked) : dropPremove(looked);
  return [planned, [...late, ...effects]];
}

/** A toast where the game has another move in the place of the pending one, or none any more. */
function outrun(pending: PendingMove | null, { moves }: Room): readonly Effect[] {
  const waits = pending === null || pending.ply === moves.length || moves[pending.ply] === pending.move;
  return waits ? [] : [{ do: 'toast', text: 'error.stale_ply' }];
}

/** Kinds of events after which the board has another position, or an opening another step. */
const changing: ReadonlySet<EventKind> = new Set(['move', 'takeback', 'swap', 'opening', 'end']);

/** What belongs to the position before such an event. */
const forgotten = { tried: null, hint: null, offered: null };

function follow(play: Play, room: Room, event: GameEvent, now: number): Step {
  const step = followEvent(room, event, now);
  if (step === 'gap') return [play, [{ do: 'join' }]];
  if (step === 'old') return unchanged(play);
  const after = step.room;
  const kept = changing.has(event.kind) ? { ...play, ...forgotten } : play;
  const next = settled(event.kind === 'takeback' ? { ...kept, thought: null } : kept, after);
  const [planned, effects] = planAfter(event.kind, browse(next, next.browsed ?? Infinity));
  const announced: Effect = { do: 'announce', change: { kind: event.kind, before: room, after } };
  return [planned, [...effects, ...declined(room, after, event), announced, ...entered(room, after)]];
}

/** Players go on to the rematch as soon as it exists; spectators have a button. */
const entered = (before: Room | null, { full, nextId }: Room): readonly Effect[] =>
  before?.nextId === null && nextId !== null && full.you ? [{ do: 'enter', gameId: nextId }] : [];

/** After a move the premove is played; a takeback, a swap or the end cancels it. */
function planAfter(kind: EventKind, play: Play): Step {
  if (kind === 'end') return unchanged({ ...play, premove: null });
  if (kind === 'move' || !changing.has(kind)) return playPremove(play);
  return dropPremove(play);
}

/** Toasts for offers of the visitor that the other side has declined, by an answer or by a move. */
function declined(before: Room, after: Room, { kind, by = before.state.turn }: GameEvent): readonly Effect[] {
  const { you } = before.full;
  if (you === null || by === you || (kind !== 'offer' && kind !== 'move')) return [];
  const mine = (room: Room): readonly (keyof Offers)[] =>
    offerKinds.filter((offer) => room.state.offers?.[offer] === you);
  const left = mine(after);
  const gone = mine(before).filter((offer) => !left.includes(offer));
  return gone.map((offer): Effect => ({ do: 'toast', text: `offer.${offer}.declined` }));
}

const offerKinds = ['draw', 'takeback', 'pause', 'rematch'] as const;
