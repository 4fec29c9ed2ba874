import type { ServerMessage } from './server_messages';

/** A line is that of one room: what it says of a failure without a request's id or a game's is of that room. */
export const isOfRoom = (gameId: string, message: ServerMessage): boolean =>
  ('gameId' in message && message.gameId === gameId) ||
  (message.t === 'error' &&
    message.code === 'internal' &&
    message.id === undefined &&
    message.gameId === undefined);
