import type { GameFull } from '../../../src/protocol/server_messages';
import type { GameState } from '../../../src/protocol/types';
import { openRoom, type Room } from '../../../src/state/room';

/** A game that goes on, two plies old, where the first side sits here and is to move. */
export const roomWith = (state: Partial<GameState> = {}, full: Partial<GameFull> = {}): Room => {
  const moves = state.moves ?? 'd3 c3';
  return openRoom({
    t: 'gameFull',
    gameId: 'g1',
    game: 'antireversi',
    rule: 'standard',
    you: 'first',
    players: [
      { name: 'lin', online: true },
      { name: 'chen', online: true },
    ],
    time: null,
    rated: false,
    startPos: 'p',
    chat: [],
    v: 1,
    ...full,
    state: {
      moves,
      ply: moves === '' ? 0 : moves.split(' ').length,
      turn: 'first',
      pos: 'XO X',
      clock: null,
      status: 'playing',
      result: null,
      reason: null,
      ...state,
    },
  });
};
