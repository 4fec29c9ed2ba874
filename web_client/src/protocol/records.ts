import { fetchJson, encodeSegment, postJson } from './http';
import type { GameFull } from './server_messages';
import type { Notation } from './types';

/**
 * A game as its archive holds it: positions for each ply, because the client has no rules to work them out. Of a
 * finished game it never changes; of one that is played it is as of the moment of the answer.
 */
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
  /** What a collection knows of it, by the names of PGN. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Where it is a game of a collection: then it has no id. */
  readonly collection?: { readonly id: string; readonly number: number };
}

/** Where a record is kept; empty: nowhere. */
export const keptAt = ({ gameId, collection }: GameRecord): string =>
  collection ? `${collection.id}/${collection.number}` : gameId;

/** What an older archive leaves out is an empty list here: positions can be worked out, names fall back to
 *  coordinates. */
export async function fetchGame(gameId: string): Promise<GameRecord> {
  const record = await fetchJson<Partial<GameRecord>>(`/api/games/${encodeSegment(gameId)}`);
  return { positions: [], notations: [], ...record } as GameRecord;
}

/** `notation`: of moves, where the format leaves a choice. */
export const exportUrl = (gameId: string, format: string, notation: string): string =>
  `/api/games/${encodeSegment(gameId)}/export?format=${format}&notation=${notation}`;

/** A picture of the room's address, for a second device. */
export const qrUrl = (code: string): string => `/api/qr/${encodeSegment(code)}.svg`;

/**
 * Puts a game into the queue of the computer, unless it is analysed already. The answer says that it is queued; what
 * comes of it is told on the WebSocket.
 */
export const requestAnalysis = (token: string | null, gameId: string): Promise<unknown> =>
  postJson(`/api/games/${encodeSegment(gameId)}/analysis`, token, {});
