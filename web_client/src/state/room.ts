import type { Crowd, GameEvent, GameFull, Gone, RatingChange } from '../protocol/server_messages';
import { applyEvent } from './game_state';
import {
  forSide,
  opposite,
  type BySide,
  type ChatLine,
  type GameState,
  type Notation,
  type Offers,
  type Player,
  type Side,
} from '../protocol/types';

/**
 * A room as the server tells it. A value: every change is another one. Made by `roomFromSnapshot`, changed by
 * `applyRoomEvent` and the other functions here. Invariant: `moves` is `state.moves` as a list, and
 * `positions[moves.length]` is `state.pos`.
 */
export interface Room {
  /** What the snapshot said and events seldom change: seats, rule, time. */
  readonly full: Omit<GameFull, 't' | 'id' | 'state' | 'v' | 'chat'>;
  /** The number of the last event that is in it. */
  readonly v: number;
  readonly state: GameState;
  readonly moves: readonly string[];
  /**
   * `positions[n]` is known to stand after ply n; holes where this page was not there. Not of what was taken back: a
   * branch that is left is forgotten.
   */
  readonly positions: readonly (string | undefined)[];
  /** `notations[n]` names ply n + 1. */
  readonly notations: readonly (Notation | undefined)[];
  /** Oldest first; also lines that this visitor may not read now: see `readableChat`. */
  readonly chat: readonly ChatLine[];
  readonly spectators: number;
  /** Some of them at most: the server tells 20. */
  readonly spectatorNames: readonly string[];
  /** The player who is away, of whom the server has told after some seconds. */
  readonly gone: Absence | null;
  /** Server time until which the first move must be made, else the game is aborted. */
  readonly expiresAt: number | null;
  /** Server time at which the game ends by `state.lapse`. */
  readonly lapsesAt: number | null;
  /** Both sides have acted, whatever was taken back since: the game cannot be aborted any more, only resigned. */
  readonly hasStarted: boolean;
  /** What the game has done to the ratings, once it is over. */
  readonly ratings: BySide<RatingChange> | null;
  /** The next game of these two. */
  readonly nextId: string | null;
}

/** A player who is away from a game that is being played. */
export interface Absence {
  readonly side: Side;
  /** Server time from which the other may claim, while it is the absent side's turn. */
  readonly claimAt: number;
}

/** A long evening of talk must not slow the page down. */
const CHAT_LINES = 200;

/** An empty text is no move, where `split` would make one. */
export const movesOf = (state: GameState): readonly string[] =>
  state.moves === '' ? [] : state.moves.split(' ');

/** In the client, a game that waits for its second player has the status `waiting`; the server says `playing` and
 *  `waiting`. */
const fromWire = (state: GameState): GameState => (state.waiting ? { ...state, status: 'waiting' } : state);

const toWire = (state: GameState): GameState => (state.waiting ? { ...state, status: 'playing' } : state);

/**
 * The room of a snapshot: the first one, after a reconnect, and after a gap. What `known` knows of the same game and
 * the snapshot does not say (names and positions of moves, chat that the server has dropped, spectators) is kept, as
 * far as the moves agree. `now` is server time, here and below: durations of the server count from their arrival.
 */
export function roomFromSnapshot(message: GameFull, known: Room | null, now: number): Room {
  const { state: wire, v, chat, ...full } = message;
  const state = fromWire(wire);
  const moves = movesOf(state);
  const isSame = known?.full.gameId === full.gameId;
  const same = isSame ? sharedPlies(known.moves, moves) : 0;
  const ends = endsOf(state, now);
  return {
    full,
    v,
    state,
    moves,
    positions: withPositions(known ? known.positions.slice(0, same + 1) : [], 0, full.startPos, state),
    notations: known ? known.notations.slice(0, same) : [],
    chat: mergeChat(known?.chat ?? [], chat),
    spectators: full.spectators ?? known?.spectators ?? 0,
    spectatorNames: known?.spectatorNames ?? [],
    ...ends,
    hasStarted: (isSame && known.hasStarted) || isUnderWay({ ...ends, moves, state }),
    gone: isStillAbsent(known?.gone ?? null, state, full.players) ? (known?.gone ?? null) : null,
    ratings: full.ratings ?? null,
    nextId: full.rematchId ?? null,
  };
}

/** How many moves two games have in common at their beginnings. */
export function sharedPlies(before: readonly string[], after: readonly string[]): number {
  const different = after.findIndex((move, ply) => before[ply] !== move);
  return different < 0 ? Math.min(before.length, after.length) : different;
}

/** The positions up to the state's, with what stands after `ply` and at the end. Later ones are cut off. */
function withPositions(
  known: readonly (string | undefined)[],
  ply: number,
  pos: string,
  state: GameState,
): (string | undefined)[] {
  const positions = known.slice(0, state.ply + 1);
  positions[ply] ??= pos;
  positions[state.ply] = state.pos;
  return positions;
}

/** `gap`: an event was missed, or does not fit: only a snapshot helps. `old`: the event is known already. */
export type EventResult = { readonly room: Room } | 'gap' | 'old';

/** The state says how long it is until then: that is true in the moment in which it arrives. */
const endsOf = ({ expiresMs, lapse }: GameState, now: number): Pick<Room, 'expiresAt' | 'lapsesAt'> => ({
  expiresAt: typeof expiresMs === 'number' ? now + expiresMs : null,
  lapsesAt: lapse ? now + lapse.ms : null,
});

/**
 * The room after one event of it. Events are numbered without gaps; only that of `v + 1` is applied, so that any
 * order and any repetition of messages leads to the same room.
 */
export function applyRoomEvent(room: Room, event: GameEvent, now: number): EventResult {
  if (event.v <= room.v) return 'old';
  // The delta speaks of the server's own status: see `fromWire`.
  const wire = event.v === room.v + 1 ? applyEvent(toWire(room.state), event) : null;
  if (!wire) return 'gap';
  const state = fromWire(wire);
  const moves = movesOf(state);
  const ends = endsOf(state, now);
  const notations = room.notations.slice(0, moves.length);
  if (event.kind === 'move' && event.notation) notations[moves.length - 1] = event.notation;
  return {
    room: {
      ...room,
      full: withSeats(room.full, event),
      v: event.v,
      state,
      moves,
      positions: withPositions(room.positions, 0, room.full.startPos, state),
      notations,
      ...ends,
      hasStarted: room.hasStarted || isUnderWay({ ...ends, moves, state }),
      gone: absenceAfter(room, event),
      ratings: event.ratings ?? room.ratings,
      nextId: event.nextId ?? room.nextId,
    },
  };
}

/** Whether a known absence still is one. */
const isStillAbsent = (gone: Absence | null, state: GameState, players: BySide<Player>): gone is Absence =>
  gone !== null && !isOver(state) && !forSide(players, gone.side).online;

/** The side that moves is here; after the end nothing can be claimed; a swap gives the absent player the other side. */
function absenceAfter({ gone, state }: Room, { kind, by = state.turn }: GameEvent): Absence | null {
  if (gone && kind === 'swap') return { ...gone, side: opposite(gone.side) };
  return kind === 'end' || (kind === 'move' && by === gone?.side) ? null : gone;
}

/** The server keeps the last lines only; what was read before stays. No two lines have the same `at`. */
function mergeChat(known: readonly ChatLine[], lines: readonly ChatLine[]): readonly ChatLine[] {
  const told = new Set(lines.map(({ at }) => at));
  const all = [...known.filter(({ at }) => !told.has(at)), ...lines];
  return all.toSorted((a, b) => a.at - b.at).slice(-CHAT_LINES);
}

/** Who sits where after the event: a swap exchanges the sides, and with them where this visitor sits. */
function withSeats(full: Room['full'], { kind, players }: GameEvent): Room['full'] {
  const seated = players ? { ...full, players } : full;
  if (kind !== 'swap' || full.you === null) return seated;
  return { ...seated, you: opposite(full.you) };
}

/** Fills holes with what the archive knows, as far as it speaks of the same moves. */
export function fillHistory(
  room: Room,
  moves: readonly string[],
  positions: readonly string[],
  notations: readonly Notation[],
): Room {
  const same = sharedPlies(moves, room.moves);
  const filledPositions = room.positions.slice();
  const filledNotations = room.notations.slice();
  for (let ply = 0; ply <= same; ply++) filledPositions[ply] ??= positions[ply];
  for (let ply = 0; ply < same; ply++) filledNotations[ply] ??= notations[ply];
  return { ...room, positions: filledPositions, notations: filledNotations };
}

/** Who is here now; once a second at most. A player who is back is absent no longer, before `gone` says so. */
export function applyCrowd(room: Room, crowd: Crowd): Room {
  const [first, second] = room.full.players;
  const players = [
    { ...first, online: crowd.online[0] },
    { ...second, online: crowd.online[1] },
  ] as const;
  return {
    ...room,
    full: { ...room.full, players },
    gone: isStillAbsent(room.gone, room.state, players) ? room.gone : null,
    spectators: crowd.spectators,
    spectatorNames: crowd.names ?? [],
  };
}

/** A player is away, or back. `claimInMs` counts from the arrival of the message. */
export const applyGone = (room: Room, gone: Gone, serverNow: number): Room => ({
  ...room,
  gone: gone.gone ? { side: gone.side, claimAt: serverNow + (gone.claimInMs ?? 0) } : null,
});

/** The same line twice is one: after a reconnect the snapshot has lines that came before. */
export const applyChat = (room: Room, line: ChatLine): Room => ({
  ...room,
  chat: mergeChat(room.chat, [line]),
});

/** The line of that moment, without its text. */
export const applyRemoval = (room: Room, at: number): Room => ({
  ...room,
  chat: room.chat.map((line) => (line.at === at ? { ...line, text: '', removed: true } : line)),
});

/** What a visitor may read of the chat: players do not read spectators while a rated game is played. */
export function readableChat({
  full,
  state,
  chat,
}: Pick<Room, 'full' | 'state' | 'chat'>): readonly ChatLine[] {
  const isSecluded = full.rated && full.you !== null && !isOver(state);
  return isSecluded ? chat.filter(({ side }) => Boolean(side)) : chat;
}

/**
 * Lines that came between the two rooms, and may be read. By their times, which grow: lines that became readable at
 * the end of the game are not new.
 */
export function newChat(before: Room, after: Room): readonly ChatLine[] {
  const last = before.chat.at(-1)?.at ?? -Infinity;
  return readableChat(after).filter(({ at }) => at > last);
}

type Offering = Pick<Room, 'full' | 'state'>;

const offersBy = (side: Side | null, { offers = {} }: GameState): readonly (keyof Offers)[] =>
  (Object.keys(offers) as (keyof Offers)[]).filter((kind) => side !== null && offers[kind] === side);

/** Offers of the other side, which wait for an answer of the visitor. */
export const incomingOffers = ({ full: { you }, state }: Offering): readonly (keyof Offers)[] =>
  offersBy(you && opposite(you), state);

/** Offers of the visitor, which wait for an answer of the other side. */
export const outgoingOffers = ({ full, state }: Offering): readonly (keyof Offers)[] =>
  offersBy(full.you, state);

/** Nothing is played any more. Chat, offers of a rematch and the ratings still come. */
export const isOver = (state: GameState): boolean =>
  state.status === 'finished' || state.status === 'aborted';

/** False for spectators, in a pause, while a seat is free and after the end. */
export const isYourTurn = (room: Room): boolean =>
  room.state.status === 'playing' && room.full.you === room.state.turn && !room.state.paused;

/** Whether both sides act, or have acted. The server tells by `expiresMs` and by running clocks; a game without either
 *  has started after two moves. */
const isUnderWay = ({ expiresAt, moves, state }: Pick<Room, 'expiresAt' | 'moves' | 'state'>): boolean =>
  expiresAt === null && (moves.length >= 2 || Boolean(state.clock?.running));

/** Whether the visitor plays in a game that is not over: links then open in another tab. */
export const isPlaying = ({ full, state }: Room): boolean => full.you !== null && !isOver(state);

/** Whether the clock of a game of the visitor runs. */
export const doesClockRun = (room: Room | null): boolean =>
  Boolean(room && isPlaying(room) && room.state.clock?.running);

/** Whether the visitor may premove: while the other side is to move, and not in an opening. */
export const canPremove = ({ full, state }: Room): boolean =>
  full.you !== null &&
  state.status === 'playing' &&
  state.turn === opposite(full.you) &&
  !state.paused &&
  !state.opening;

/** Whether the computer sits opposite. */
export const isAgainstBot = ({ full }: Room): boolean =>
  full.you !== null && Boolean(forSide(full.players, opposite(full.you)).level);

/** Taking back needs a move of one's own on the board. */
export function hasMoved(room: Room, side: Side): boolean {
  return room.moves.length >= (side === 'first' ? 1 : 2);
}
