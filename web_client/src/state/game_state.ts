import type { ClockDelta, GameEvent, Splices, StateDelta } from '../protocol/server_messages';
import { opposite, type Clock, type GameState, type Side } from '../protocol/types';

/** An event that speaks of another state than the one that is here. Never leaves this file. */
class DeltaMismatch extends Error {}

/**
 * The state of a game after `event`, from the state before it; null where the event does not fit it: then only a
 * whole snapshot helps. A server that was not asked for deltas sends the state itself. `before` stays as it is. @pre
 * `event.v` is one more than that of `before`: numbers are not looked at here. docs/protocol.md, "Deltas".
 */
export function applyEvent(before: GameState, event: GameEvent): GameState | null {
  if (event.state) return event.state;
  if (!event.delta) return null;
  try {
    return applyDelta(before, event, event.delta);
  } catch (error) {
    if (error instanceof DeltaMismatch) return null;
    throw error;
  }
}

/**
 * What is absent from `delta` is as it was, but for what holds for one position only: that is gone. So each field is
 * named here: a new one of the protocol must be put on one of the two sides.
 */
function applyDelta(before: GameState, event: GameEvent, delta: StateDelta): GameState {
  const { turn = turnAfter(before, event), forbidden, perilous, opening, expiresMs, lapse } = delta;
  const { status, result, reason, offers, waiting, paused, openingCode } = { ...before, ...delta };
  const pos = positionAfter(before.pos, delta.pos);
  const legal = delta.legal === 'free' ? freePoints(pos, forbidden ?? []) : delta.legal;
  const moves = movesAfter(before.moves, event);
  return {
    moves,
    ply: moves === '' ? 0 : moves.split(' ').length,
    turn,
    pos,
    check: delta.check ?? false,
    clock: clockAfter(before.clock, delta.clock, event.kind === 'move' ? turn : undefined),
    status,
    result,
    reason,
    offers,
    legal,
    forbidden,
    perilous,
    opening,
    expiresMs,
    lapse,
    ...(waiting && { waiting }),
    ...(paused && { paused }),
    ...(openingCode && { openingCode }),
  };
}

const turnAfter = ({ turn }: GameState, { kind }: GameEvent): Side =>
  kind === 'move' ? opposite(turn) : turn;

/** Moves are never in a delta: they follow from the event. Only `move` adds, only `takeback` removes. */
function movesAfter(moves: string, event: GameEvent): string {
  if (event.kind === 'move') {
    if (event.move === undefined) throw new DeltaMismatch('a move that is not named');
    return moves === '' ? event.move : `${moves} ${event.move}`;
  }
  if (event.kind !== 'takeback') return moves;
  const made = moves === '' ? [] : moves.split(' ');
  const plies = event.plies ?? -1;
  if (plies < 0 || plies > made.length) throw new DeltaMismatch('more is taken back than was played');
  return made.slice(0, made.length - plies).join(' ');
}

/**
 * The text as a whole, as splices, or unchanged. Splices come from outside: one that is out of order or beyond the
 * end is a mismatch, not a strange board.
 */
function positionAfter(before: string, change: string | Splices | undefined): string {
  if (typeof change === 'string') return change;
  let [after, done] = ['', 0];
  for (let n = 0; n < (change?.length ?? 0); n += 3) {
    const [at, remove, insert] = change?.slice(n, n + 3) ?? [];
    const whole = typeof at === 'number' && typeof remove === 'number' && typeof insert === 'string';
    if (!whole || at < done || remove < 0 || at + remove > before.length)
      throw new DeltaMismatch('no such place');
    after += before.slice(done, at) + insert;
    done = at + remove;
  }
  return after + before.slice(done);
}

/**
 * `mover` is whose clock takes over from one that ran, where nothing else is said: of a move only. `spent` begins
 * anew with each message.
 */
function clockAfter(before: Clock | null, delta: ClockDelta | null | undefined, mover?: Side): Clock | null {
  if (delta === undefined) return before;
  if (delta === null) return null;
  const { ms = before?.ms, periods = before?.periods, at, spent = 0 } = delta;
  if (!ms) throw new DeltaMismatch('a clock of which nothing is known');
  const ran = before?.running ?? null;
  const { running = ran === null ? null : (mover ?? ran) } = delta;
  return { ms, ...(periods && { periods }), running, at, spent };
}

/**
 * What `legal: "free"` stands for: empty points of a square board in the order of its text, rank 1 and file a first,
 * but for those closed to the mover.
 */
function freePoints(pos: string, forbidden: readonly string[]): string[] {
  const board = pos.split(' ')[0] ?? '';
  const lines = Math.sqrt(board.length);
  if (!Number.isInteger(lines)) throw new DeltaMismatch('a board that is not square');
  const closed = new Set(forbidden);
  const names = Array.from(
    board,
    (_, n) => `${String.fromCharCode(97 + (n % lines))}${Math.floor(n / lines) + 1}`,
  );
  return names.filter((name, n) => board[n] === '-' && !closed.has(name));
}
