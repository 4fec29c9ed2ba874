import { Refusal } from './connection';
import type { FoundGames, GameSummary } from './types';

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
export class BadGame extends Refusal {
  constructor(
    message: string,
    readonly line: number,
    reason: string,
    readonly file?: FoundGames,
  ) {
    super('bad_game', message, reason);
  }
}

/** The largest game that may be imported needs less on a slow line. On the WebSocket Connection ends requests. */
const PATIENCE_MS = 60_000;

/** Asks; throws a `Refusal` with the server's own code. `token` says who asks. */
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

/** Asks and reads the answer. */
export async function fetchJson<T>(path: string, token?: string | null, init?: RequestInit): Promise<T> {
  const response = await ask(path, token, init);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const postJson = <T>(path: string, token: string | null, body: object): Promise<T> =>
  fetchJson(path, token, { method: 'POST', body: JSON.stringify(body) });

export const encodeSegment = encodeURIComponent;

/** Fields of a query. The server takes a plus for what it is, not for a blank. */
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  new URLSearchParams(query).toString().replaceAll('+', '%20');

/** With a token the asker's own private games are listed, too. */
export const fetchGames = (
  query: Readonly<Record<string, string>>,
  token: string | null = null,
): Promise<GameList> => fetchJson(`/api/games?${encodeQuery(query)}`, token);
