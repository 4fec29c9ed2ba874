// What a client makes of `delta`, by docs/protocol.md#deltas.
import { other } from './clock.mjs';

/** Whole, or [index, remove, insert, …] with indexes into the text before. */
function splice(text, splices) {
  if (typeof splices === 'string') return splices;
  let result = '',
    at = 0;
  for (let i = 0; i < splices.length; i += 3) {
    const [index, remove, insert] = splices.slice(i, i + 3);
    result += text.slice(at, index) + insert;
    at = index + remove;
  }
  return result + text.slice(at);
}

function movesAfter(before, e) {
  const moves = before.moves === '' ? [] : before.moves.split(' ');
  if (e.kind === 'move') return [...moves, e.move];
  return e.kind === 'takeback' ? moves.slice(0, moves.length - e.plies) : moves;
}

function clockAfter(before, delta, e, turn) {
  if (!before || delta === null) return delta ?? before;
  if (delta === undefined) return before;
  const passes = e.kind === 'move' && delta.running === undefined;
  const running = passes
    ? before.running
      ? turn
      : null
    : delta.running === undefined
      ? before.running
      : delta.running;
  return { ...before, spent: 0, ...delta, running };
}

/** Points of a board without a stone: only Gomoku has moves that are called free. */
function freePoints(pos, forbidden) {
  const board = pos.split(' ')[0];
  return [...board]
    .flatMap((mark, i) => (mark === '-' ? [gomokuPoint(i, board.length)] : []))
    .filter((p) => !forbidden.includes(p));
}

/** Gomoku: line by line from `a1`, the corner below. */
function gomokuPoint(i, points) {
  const size = Math.sqrt(points);
  return String.fromCharCode(97 + (i % size)) + String(1 + Math.floor(i / size));
}

/** The event as it is told without deltas. */
export function whole(e, before) {
  const { delta, ...rest } = e;
  if (!delta) return e;
  const { pos, clock, legal, openingCode, waiting, paused, ...said } = delta;
  const turn = delta.turn ?? (e.kind === 'move' ? other(before.turn) : before.turn);
  const moves = movesAfter(before, e);
  const kept = Object.fromEntries(['status', 'result', 'reason', 'offers'].map((key) => [key, before[key]]));
  const state = { ...kept, check: false, ...said, turn, moves: moves.join(' '), ply: moves.length };
  state.pos = pos === undefined ? before.pos : splice(before.pos, pos);
  state.clock = clockAfter(before.clock, clock, e, turn);
  if (legal === 'free') state.legal = freePoints(state.pos, state.forbidden ?? []);
  else if (legal) state.legal = legal;
  const code = openingCode ?? before.openingCode;
  if (code) state.openingCode = code;
  if (waiting ?? before.waiting) state.waiting = true;
  if (paused ?? before.paused) state.paused = true;
  const filled = e.kind === 'move' ? { by: before.turn, lag: 0, ...rest } : rest;
  return { ...filled, state };
}
