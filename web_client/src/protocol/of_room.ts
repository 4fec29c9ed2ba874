import type { ServerMessage } from './server_messages';

/** Whether `message` is about the room `gameId`. The connection of a room is its own, so an internal error without the
 *  id of a request or of a game is about it, too. */
export const isOfRoom = (gameId: string, message: ServerMessage): boolean =>
  ('gameId' in message && message.gameId === gameId) ||
  (message.t === 'error' &&
    message.code === 'internal' &&
    message.id === undefined &&
    message.gameId === undefined);
