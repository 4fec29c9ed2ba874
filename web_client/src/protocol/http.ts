import { Refusal } from './connection';
import type { GameFull } from './server_messages';
import type { GameName, GameSummary, Notation } from './types';

/** A game as its archive holds it: positions for each ply, because the client has no rules to work them out. */
export interface GameRecord extends Omit<GameFull, 't'> {
  /** `positions[n]` stands after ply n; `positions[0]` is the start. */
  readonly positions: readonly string[];
  /** `notations[n]` belongs to ply n + 1. */
  readonly notations: readonly Notation[];
  /** Thinking time of each ply. */
  readonly spent?: readonly number[];
  readonly at?: number;
  /** The format of the file that it was imported from. */
  readonly source?: string;
  /** What that file says it was part of. */
  readonly event?: string;
}

export interface GameList {
  readonly games: readonly GameSummary[];
  readonly cursor?: string | null;
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly reason?: string;
    readonly line?: number;
  };
}

/** A file that could not be read as a game, and where. */
export class BadGame extends Refusal {
  constructor(
    message: string,
    readonly line: number,
    reason: string,
  ) {
    super('bad_game', message, reason);
  }
}

/** Asks and reads the answer; throws a `Refusal` with the server's own code. `token` says who asks. */
export async function fetchJson<T>(
  path: string,
  token: string | null = null,
  init: RequestInit = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (init.body !== undefined) headers['content-type'] = 'application/json';
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const response = await fetch(path, { ...init, headers });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const { error = {} } = (await response.json().catch(() => ({}))) as ErrorBody;
  const { code = `http_${response.status}`, message = response.statusText, reason, line } = error;
  throw line === undefined ? new Refusal(code, message, reason) : new BadGame(message, line, reason ?? '');
}

export const post = <T>(path: string, token: string | null, body: object): Promise<T> =>
  fetchJson(path, token, { method: 'POST', body: JSON.stringify(body) });

export const part = encodeURIComponent;

/** What an older archive leaves out is an empty list here: positions can be worked out, names fall back to coordinates. */
export async function fetchGame(gameId: string): Promise<GameRecord> {
  const record = await fetchJson<Partial<GameRecord>>(`/api/games/${part(gameId)}`);
  return { positions: [], notations: [], ...record } as GameRecord;
}

export const fetchGames = (query: Readonly<Record<string, string>>): Promise<GameList> =>
  fetchJson(`/api/games?${new URLSearchParams(query)}`);

export const exportUrl = (gameId: string, format: string): string =>
  `/api/games/${part(gameId)}/export?format=${format}`;

export const qrUrl = (code: string): string => `/api/qr/${part(code)}.svg`;

// ---- games from elsewhere, and what the computer thinks of games ----

export interface Imported {
  readonly gameId: string;
  readonly url: string;
}

/** A game as it was pasted, or the bytes of a file: the server knows how old programs wrote Chinese. */
export type WrittenGame = { readonly text: string } | { readonly base64: string };

/** Reads a game written by another program; `game` where the text does not say which. Throws `BadGame`. */
export const importGame = (
  token: string | null,
  written: WrittenGame,
  game: GameName | null,
): Promise<Imported> => post('/api/import', token, { ...written, ...(game !== null && { game }) });

/** Puts a game into the queue of the computer, unless it is analysed already. */
export const requestAnalysis = (token: string | null, gameId: string): Promise<unknown> =>
  post(`/api/games/${part(gameId)}/analysis`, token, {});
