import { encodeQuery, fetchJson, postJson } from './http';

/** What came about while an account was away. */
export interface InboxItem {
  /** Newer ones have larger numbers. */
  readonly number: number;
  /** A word of `inboxKinds`, or of a newer server. */
  readonly kind: string;
  /** The id of a game, a challenge, a tournament, a measure or a club. */
  readonly subject: string;
  /** Of a player, the tournament or the club. */
  readonly name?: string;
  readonly at: number;
  readonly read?: true;
}

export interface Inbox {
  readonly items: readonly InboxItem[];
  readonly unread: number;
  readonly cursor: string | null;
}

/** The first page, or the one that begins at a cursor. */
export const fetchInbox = (token: string | null, cursor: string | null = null): Promise<Inbox> =>
  fetchJson(`/api/me/inbox${cursor === null ? '' : `?${encodeQuery({ cursor })}`}`, token);

/** All up to a number are read. */
export const readInbox = (token: string | null, readUntil: number): Promise<unknown> =>
  postJson('/api/me/inbox', token, { readUntil });
