import { Refusal } from './connection';
import type { FileNote, FoundGames, GameSummary } from './types';

/** A page of games, and from where the next one goes on; null or absent: that was all. */
export interface GameList {
  readonly games: readonly GameSummary[];
  readonly cursor?: string | null;
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly reason?: string;
    readonly retryMs?: number;
    readonly line?: number;
    readonly file?: FoundGames;
  };
}

/** A file that could not be read as a game, and where. */
export class BadGame extends Refusal implements FileNote {
  declare readonly reason: string;

  constructor(
    message: string,
    readonly line: number,
    reason: string,
    readonly file?: FoundGames,
  ) {
    super('bad_game', message, reason);
  }
}

/**
 * The largest game that may be imported needs less on a slow line. A `fetch` has no limit of its own: without one a
 * stalled line would leave a page waiting for ever. On the WebSocket Connection ends requests.
 */
const PATIENCE_MS = 60_000;

/**
 * Asks; throws a `Refusal` with the server's own code, and what `fetch` throws where no answer comes: a TypeError
 * without a network, a TimeoutError after a minute. `token` says who asks. Answers that are no JSON, as of a proxy,
 * are refused as `http_502` and the like.
 */
export async function ask(
  path: string,
  token: string | null = null,
  init: RequestInit = {},
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (init.body !== undefined) headers['content-type'] = 'application/json';
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const response = await fetch(path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (response.ok) return response;
  const { error = {} } = (await response.json().catch(() => ({}))) as ErrorBody;
  const {
    code = `http_${response.status}`,
    message = response.statusText,
    reason,
    retryMs,
    line,
    file,
  } = error;
  throw line === undefined
    ? new Refusal(code, message, reason, retryMs)
    : new BadGame(message, line, reason ?? '', file);
}

/**
 * Asks and reads the answer. Undefined for 204: there is nothing to read. Its shape is not checked: the server is the
 * same release or newer.
 */
export async function fetchJson<T>(path: string, token?: string | null, init?: RequestInit): Promise<T> {
  const response = await ask(path, token, init);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Sends a body as JSON, and reads the answer. */
export const postJson = <T>(path: string, token: string | null, body: object): Promise<T> =>
  fetchJson(path, token, { method: 'POST', body: JSON.stringify(body) });

/** A part of a path: a slash in a name must not lead elsewhere. */
export const encodeSegment = encodeURIComponent;

/** Fields of a query. The server takes a plus for what it is, not for a blank. */
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  new URLSearchParams(query).toString().replaceAll('+', '%20');

/** With a token the asker's own private games are listed, too. */
export const fetchGames = (
  query: Readonly<Record<string, string>>,
  token: string | null = null,
): Promise<GameList> => fetchJson(`/api/games?${encodeQuery(query)}`, token);
