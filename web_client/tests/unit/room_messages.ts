// What a server tells the tests of a room, and how it answers.
import type { ClientMessage } from '../../src/protocol/client_messages';
import { Refusal } from '../../src/protocol/connection';
import type { GameEvent, GameFull, ServerMessage } from '../../src/protocol/server_messages';
import type { GameState } from '../../src/protocol/types';
import { gameFull, stateAfter } from './rooms';

export type Answer = (message: ClientMessage) => Promise<ServerMessage>;

export const ack: Answer = () => Promise.resolve({ t: 'ack' });
export const refuse =
  (code: string): Answer =>
  () =>
    Promise.reject(new Refusal(code, code));

export const stateOf = (moves: string): GameState => stateAfter(moves, { turn: 'first', pos: 'p' });

export const full = (moves: string, v: number): GameFull => gameFull(stateOf(moves), { v });

export const moved = (moves: string, v: number): GameEvent => ({
  t: 'event',
  gameId: 'g1',
  kind: 'move',
  v,
  state: stateOf(moves),
});

/** What was asked is answered. */
export const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
