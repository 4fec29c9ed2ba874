// What happens in a room, as pure functions: a view state and a message or command lead to the next view state and to
// effects, which the owner (`RoomModel`) carries out in their order. Nothing here knows a socket, a timer or a DOM.
//
// What may come when. Before the first snapshot (`gameFull`) every message and every move is ignored. A snapshot may
// come at any moment after that: each join is answered by one, at first, after a reconnect and after a gap. Events
// come in the order of their numbers, but one may be missing, or be known already. A sent move is confirmed by its
// event; if the connection is lost, that may never come, and the snapshot of the next one says whether the move was
// taken. A refusal of a move comes as the command `moveRefused`.
//
// A pending move is thus ended by one of three: an event or a snapshot with another number of moves than before it,
// or with a game that is not being played; a snapshot of another line of moves; or a refusal. Until then no second
// move is sent, and a move of the visitor is a premove.

import type { GameRecord } from '../protocol/records';
import type {
  ChatMessage,
  EventKind,
  GameEvent,
  GameFull,
  Reported,
  ServerMessage,
} from '../protocol/server_messages';
import { missedChange, type PendingMove } from './missed';
import { opposite } from '../protocol/types';
import {
  applyChat,
  applyCrowd,
  applyGone,
  applyRemoval,
  fillHistory,
  applyRoomEvent,
  isOver,
  isYourTurn,
  canPremove,
  movesOf,
  outgoingOffers,
  roomFromSnapshot,
  type Room,
} from './room';
import type { Command, Effect, RoomViewState, Transition } from './room_view_state';

/** As many lines as the server keeps. */
const MAX_REPORTS = 50;

const unchanged = (view: RoomViewState): Transition => [view, []];

/**
 * The state after a message of the server about this room; `now` is server time. A type that is not of a room changes
 * nothing.
 */
export function receive(view: RoomViewState, message: ServerMessage, now: number): Transition {
  if (message.t === 'gameFull') return applySnapshot(view, message, now);
  const { room } = view;
  if (!room) return unchanged(view);
  switch (message.t) {
    case 'event':
      return applyEvent(view, room, message, now);
    case 'crowd':
      return unchanged({ ...view, room: applyCrowd(room, message) });
    case 'chat':
      return applyChatLine(view, room, message);
    case 'chatRemoved':
      return unchanged({ ...view, room: applyRemoval(room, message.at) });
    case 'gone':
      return unchanged({ ...view, room: applyGone(room, message, now) });
    case 'reported':
      return unchanged({ ...view, reports: withReport(view.reports, message) });
    case 'hint':
      return unchanged({ ...view, hint: message });
    case 'thought':
      return unchanged({ ...view, thought: message });
    case 'error':
      // The server has unloaded the room: a join loads it again.
      return message.code === 'internal' ? [view, [{ do: 'join' }]] : unchanged(view);
    default:
      return unchanged(view);
  }
}

function applyChatLine(view: RoomViewState, before: Room, line: ChatMessage): Transition {
  const after = applyChat(before, line);
  return [{ ...view, room: after }, [{ do: 'announce', change: { kind: 'chat', before, after } }]];
}

/** The state after a command of the visitor. A command that is not possible any more changes nothing. */
export function perform(view: RoomViewState, command: Command): Transition {
  switch (command.do) {
    case 'play':
      return makeMove(view, command.move);
    case 'try':
      return unchanged({ ...view, toConfirm: command.move });
    case 'withdrawPremove':
      return unchanged({ ...view, premove: null });
    case 'moveRefused':
      // The premove was made for the position after the refused move.
      return dropPremove({ ...view, pending: null });
    case 'browse':
      return unchanged(browse(view, command.ply));
    case 'markOffers':
      return unchanged({ ...view, offered: command.on ? [] : null });
    case 'hideChat':
      return unchanged({ ...view, chatHidden: command.on });
    case 'mute':
      return unchanged({ ...view, muted: toggled(view.muted, command.name, command.on) });
    case 'reported':
      return unchanged({ ...view, reported: toggled(view.reported, command.at, true) });
    case 'learnHistory':
      return unchanged(learnHistory(view, command.record));
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
function browse(view: RoomViewState, ply: number): RoomViewState {
  const last = view.room?.moves.length ?? 0;
  return { ...view, browsed: ply >= last ? null : Math.max(0, ply) };
}

function learnHistory(view: RoomViewState, { state, positions, notations }: GameRecord): RoomViewState {
  if (!view.room) return view;
  return { ...view, room: fillHistory(view.room, movesOf(state), positions, notations) };
}

/**
 * The visitor moves: sent where it is the turn and no move is out, marked where an opening asks for offers, else made
 * ahead. Legality is not asked: the board offers legal moves only, and the server decides.
 */
function makeMove(view: RoomViewState, move: string): Transition {
  const { room, offered } = view;
  if (!room) return unchanged(view);
  if (view.pending || !isYourTurn(room)) return unchanged(togglePremove(view, room, move));
  if (offered) {
    // No more than are asked for: another one stands for none of them.
    const most = room.state.opening?.toOffer ?? Infinity;
    const marked = offered.includes(move) ? offered.filter((one) => one !== move) : [...offered, move];
    return unchanged(marked.length > most ? view : { ...view, offered: marked });
  }
  return [{ ...view, toConfirm: null, pending: { ply: room.moves.length, move } }, [{ do: 'sendMove' }]];
}

/** The same move twice withdraws it. One premove at a time: another one replaces it. */
function togglePremove(view: RoomViewState, room: Room, move: string): RoomViewState {
  const { you } = room.full;
  // The room as it will be when the server has taken the pending move.
  const expected = view.pending && you ? { ...room, state: { ...room.state, turn: opposite(you) } } : room;
  if (!canPremove(expected)) return view;
  return { ...view, premove: view.premove === move ? null : move };
}

/** Says so, because the visitor relied on it. */
function dropPremove(view: RoomViewState): Transition {
  if (view.premove === null) return unchanged(view);
  return [{ ...view, premove: null }, [{ do: 'toast', text: 'room.premove.gone' }]];
}

/** Plays the move that was made ahead, if it is time and what has happened since allows it. */
function playPremove(view: RoomViewState): Transition {
  const { room, premove } = view;
  if (!room || premove === null || view.pending || !isYourTurn(room)) return unchanged(view);
  if (!room.state.legal?.includes(premove)) return dropPremove(view);
  return makeMove({ ...view, premove: null }, premove);
}

/**
 * A move is pending until the game has a move at its ply, its own or another, or is not played any more. It stays
 * while the game has just as many moves as before it: then it is still on its way.
 */
function settlePending(view: RoomViewState, room: Room): RoomViewState {
  const waits = room.moves.length === view.pending?.ply && room.state.status === 'playing';
  return { ...view, room, pending: waits ? view.pending : null, offered: markedIn(room, view.offered) };
}

/** Nothing is marked where nothing can be offered: another page of this player may have chosen. Where there is nothing
 *  else to choose, marking has begun. */
function markedIn(room: Room, marked: RoomViewState['offered']): RoomViewState['offered'] {
  const options = room.state.opening?.options ?? [];
  if (!options.includes('offer')) return null;
  return options.length === 1 && isYourTurn(room) ? (marked ?? []) : marked;
}

/**
 * A snapshot after another one may tell of anything: moves of both sides, moves taken back, the other side of the
 * table, the end. `goesOn`: the known moves are the beginning of the new ones, and the visitor sits where they sat:
 * only then a pending move and a premove still mean what they meant.
 */
function applySnapshot(view: RoomViewState, message: GameFull, now: number): Transition {
  const before = view.room;
  const room = roomFromSnapshot(message, before, now);
  const goesOn =
    before === null ||
    (before.full.you === room.full.you && before.moves.every((move, ply) => room.moves[ply] === move));
  // A move was meant for the position in which it was made.
  const meant = goesOn ? view : { ...view, pending: null };
  const same = goesOn && before?.moves.length === room.moves.length;
  const kept = settlePending(same ? meant : { ...meant, ...clearedByChange }, room);
  const change = before && missedChange(before, view.pending, room);
  const late: readonly Effect[] = [
    ...supersededMove(view.pending, room, goesOn),
    ...(change ? [{ do: 'announce', change } as const] : []),
    ...(before?.full.you && opposite(before.full.you) === room.full.you ? swapped : []),
    ...enterNextGame(before, room),
  ];
  // What was planned is void without a word: the result says enough.
  if (isOver(room.state)) return [{ ...kept, premove: null }, late];
  // Moves may have been taken back below the one that is looked at.
  const looked = browse(kept, kept.browsed ?? Infinity);
  // It was meant for the turn after the other side's next move, not for a later one: another page may have played on.
  const next = (before?.moves.length ?? Infinity) + (view.pending ? 2 : 1);
  const [planned, effects] =
    goesOn && room.moves.length <= next && !isSuperseded(view.pending, room)
      ? playPremove(looked)
      : dropPremove(looked);
  return [planned, [...late, ...effects]];
}

/** Another move stands in the place of the pending one: what was planned after that is void. */
const isSuperseded = (pending: PendingMove | null, { moves }: Room): boolean =>
  pending !== null && pending.ply < moves.length && moves[pending.ply] !== pending.move;

/** A toast where the game has another move in the place of the pending one, or none any more. */
function supersededMove(pending: PendingMove | null, { moves }: Room, goesOn: boolean): readonly Effect[] {
  const waits =
    pending === null || (goesOn && pending.ply === moves.length) || moves[pending.ply] === pending.move;
  return waits ? [] : [{ do: 'toast', text: 'error.stale_ply' }];
}

/** Kinds of events after which the board has another position, or an opening another step. */
const positionChanges: ReadonlySet<EventKind> = new Set(['move', 'takeback', 'swap', 'opening', 'end']);

/** What belongs to the position before such an event. */
const clearedByChange = { toConfirm: null, hint: null, offered: null };

/** An event in its turn: a gap asks for a snapshot, what is known already is dropped. */
function applyEvent(view: RoomViewState, room: Room, event: GameEvent, now: number): Transition {
  const step = applyRoomEvent(room, event, now);
  if (step === 'gap') return [view, [{ do: 'join' }]];
  if (step === 'old') return unchanged(view);
  const after = step.room;
  const kept = positionChanges.has(event.kind) ? { ...view, ...clearedByChange } : view;
  // The thought of the bot was about a move that is gone.
  const next = settlePending(event.kind === 'takeback' ? { ...kept, thought: null } : kept, after);
  const looked = browse(next, next.browsed ?? Infinity);
  const [planned, effects] = isSuperseded(view.pending, after)
    ? dropPremove(looked)
    : premoveAfter(event.kind, looked);
  const announced: Effect = { do: 'announce', change: { kind: event.kind, before: room, after } };
  return [
    planned,
    [
      ...effects,
      ...declinedOffers(room, after, event),
      ...(event.kind === 'swap' ? swapped : []),
      announced,
      ...enterNextGame(room, after),
    ],
  ];
}

/** By a choice in the opening. */
const swapped: readonly Effect[] = [{ do: 'toast', text: 'opening.swapped' }];

/** Players go on to the rematch as soon as it exists; spectators have a button. */
const enterNextGame = (before: Room | null, { full, nextId }: Room): readonly Effect[] =>
  before?.nextId === null && nextId !== null && full.you ? [{ do: 'enter', gameId: nextId }] : [];

/**
 * After a move the premove is played; a takeback, a swap or the end cancels it. Events that change no position may
 * still begin the visitor's turn, as the end of a pause does.
 */
function premoveAfter(kind: EventKind, view: RoomViewState): Transition {
  if (kind === 'end') return unchanged({ ...view, premove: null });
  if (kind === 'move' || !positionChanges.has(kind)) return playPremove(view);
  return dropPremove(view);
}

/** Toasts for offers of the visitor that the other side has declined, by an answer or by a move. */
function declinedOffers(
  before: Room,
  after: Room,
  { kind, by = before.state.turn }: GameEvent,
): readonly Effect[] {
  if (by === before.full.you || (kind !== 'offer' && kind !== 'move')) return [];
  const left = outgoingOffers(after);
  const gone = outgoingOffers(before).filter((offer) => !left.includes(offer));
  return gone.map((offer): Effect => ({ do: 'toast', text: `offer.${offer}.declined` }));
}
