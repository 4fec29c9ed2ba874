import { Refusal } from './connection';
import type { GameFull } from './server_messages';
import type { GameSummary, Notation } from './types';

/** A game as its archive holds it: positions for each ply, because the client has no rules to work them out. */
export interface GameRecord extends Omit<GameFull, 't'> {
  /** `positions[n]` stands after ply n; `positions[0]` is the start. */
  readonly positions: readonly string[];
  /** `notations[n]` belongs to ply n + 1. */
  readonly notations: readonly Notation[];
  /** Thinking time of each ply. */
  readonly spent?: readonly number[];
  readonly at?: number;
}

export interface GameList {
  readonly games: readonly GameSummary[];
  readonly cursor?: string | null;
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string };
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  throw new Refusal(
    body.error?.code ?? `http_${response.status}`,
    body.error?.message ?? response.statusText,
  );
}

/** What an older archive leaves out is an empty list here: positions can be worked out, names fall back to coordinates. */
export async function fetchGame(gameId: string): Promise<GameRecord> {
  const record = await fetchJson<Partial<GameRecord>>(`/api/games/${encodeURIComponent(gameId)}`);
  return { positions: [], notations: [], ...record } as GameRecord;
}

export const fetchGames = (query: Readonly<Record<string, string>>): Promise<GameList> =>
  fetchJson(`/api/games?${new URLSearchParams(query)}`);

export const exportUrl = (gameId: string, format: string): string =>
  `/api/games/${encodeURIComponent(gameId)}/export?format=${format}`;

export const qrUrl = (code: string): string => `/api/qr/${encodeURIComponent(code)}.svg`;
