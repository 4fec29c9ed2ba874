import type { ExploreRequest } from '../../protocol/client_messages';
import type { SocketClient } from '../services/socket_client';

type Server = Pick<SocketClient, 'request'>;

/** Moves in a request: the server plays 600, and a message has room for some 560. */
const MOST_MOVES = 500;

export const isLong = ({ moves }: ExploreRequest): boolean => moves.length > MOST_MOVES;

/** Positions to keep: a game has a few of them. */
const MOST_KNOWN = 99;

/** Where long lines have got to, by the questions for that; emptied when it is full. */
const known = new Map<string, string>();

/**
 * The same question, asked from a position further on where it has too many moves: the server is asked for that first,
 * once for all that is asked of the line. Repetitions before it do not count in the answer. Rejects as a request.
 */
export async function shortLine(server: Server, request: ExploreRequest): Promise<ExploreRequest> {
  const { moves } = request;
  if (!isLong(request)) return request;
  const first = { ...request, moves: moves.slice(0, MOST_MOVES) };
  const key = JSON.stringify(first);
  let pos = known.get(key);
  if (!pos) {
    const answer = await server.request(first);
    if (answer.t !== 'explored') return request;
    pos = answer.pos;
    if (known.size > MOST_KNOWN) known.clear();
    known.set(key, pos);
  }
  return shortLine(server, { ...request, pos, moves: moves.slice(MOST_MOVES) });
}
