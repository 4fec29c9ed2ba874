import type { GameFull } from '../../src/protocol/server_messages';
import type { GameState } from '../../src/protocol/types';
import { roomFromSnapshot, type Room } from '../../src/state/room';

/** A game that goes on after `moves`, which are separated by spaces. */
export function stateAfter(moves: string, more: Partial<GameState> = {}): GameState {
  const ply = moves === '' ? 0 : moves.split(' ').length;
  return {
    moves,
    ply,
    turn: ply % 2 === 0 ? 'first' : 'second',
    pos: `pos${ply}`,
    clock: null,
    status: 'playing',
    result: null,
    reason: null,
    ...more,
  };
}

/** What the server tells the first player, who comes to a game in this state. */
export const gameFull = (state: GameState, more: Partial<GameFull> = {}): GameFull => ({
  t: 'gameFull',
  gameId: 'g1',
  game: 'gomoku',
  rule: 'freestyle',
  you: 'first',
  players: [
    { name: 'lin', online: true },
    { name: 'chen', online: true },
  ],
  time: null,
  rated: false,
  startPos: 'pos0',
  state,
  chat: [],
  v: 1,
  ...more,
});

/** A game of anti-reversi, two plies old, where the first side sits here and is to move. */
export const roomWith = (state: Partial<GameState> = {}, full: Partial<GameFull> = {}): Room =>
  roomFromSnapshot(
    gameFull(stateAfter(state.moves ?? 'd3 c3', { turn: 'first', pos: 'XO X', ...state }), {
      game: 'antireversi',
      rule: 'standard',
      ...full,
    }),
    null,
    0,
  );
