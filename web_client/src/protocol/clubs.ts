import { encodeQuery, encodeSegment, fetchJson, postJson } from './http';
import type { TournamentLine } from './tournaments';

// Clubs of accounts: the owner admits, removes and hands over; tournaments of a club are for its members.

export const joinings = ['open', 'request'] as const;
/** Whether one comes in at once, or the owner admits. */
export type Joining = (typeof joinings)[number];
/** `asked`: waits for the owner. */
export type ClubRole = 'owner' | 'member' | 'asked';

/** As the list of all shows it. */
export interface ClubLine {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly joining: Joining;
}

/** As the list of one's own shows it. */
export interface OwnClub {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly role: ClubRole;
}

/** A member, or one who asks to be; `since` in ms since 1970. */
export interface ClubPerson {
  readonly name: string;
  readonly since: number;
}

export interface Club extends ClubLine {
  readonly owner: string;
  readonly created: number;
  /** Empty also where others are not to read it. */
  readonly description: string;
  /** What the visitor is to it. */
  readonly you?: ClubRole;
  /** For its owner. */
  readonly requests?: readonly ClubPerson[];
  /** As a moderator. */
  readonly mayDisband?: boolean;
}

/** What the owner chooses. */
export interface ClubForm {
  readonly name: string;
  readonly description: string;
  readonly joining: Joining;
}

const PATH = '/api/clubs';
const pathOf = (id: string): string => `${PATH}/${encodeSegment(id)}`;

const page = <T>(path: string, cursor: string | null, query: Readonly<Record<string, string>> = {}) => {
  const asked = encodeQuery({ ...query, ...(cursor !== null && { cursor }) });
  return fetchJson<T & { readonly cursor: string | null }>(asked === '' ? path : `${path}?${asked}`);
};

/** The largest first; `name` is a part of theirs, or empty. */
export const fetchClubs = (name: string, cursor: string | null) =>
  page<{ readonly clubs: readonly ClubLine[] }>(PATH, cursor, name === '' ? {} : { name });

export const fetchOwnClubs = async (token: string | null): Promise<readonly OwnClub[]> =>
  (await fetchJson<{ readonly clubs: readonly OwnClub[] }>('/api/me/clubs', token)).clubs;

export const fetchClub = (token: string | null, id: string): Promise<Club> => fetchJson(pathOf(id), token);

/** Oldest first. */
export const fetchClubMembers = (id: string, cursor: string | null) =>
  page<{ readonly members: readonly ClubPerson[] }>(`${pathOf(id)}/members`, cursor);

/** Newest first. */
export const fetchClubTournaments = (id: string, cursor: string | null) =>
  page<{ readonly tournaments: readonly TournamentLine[] }>(`${pathOf(id)}/tournaments`, cursor);

export const createClub = (token: string | null, form: ClubForm): Promise<{ readonly id: string }> =>
  postJson(PATH, token, form);

export const changeClub = (token: string | null, id: string, form: ClubForm): Promise<unknown> =>
  postJson(pathOf(id), token, form);

export const closeClub = (token: string | null, id: string): Promise<unknown> =>
  fetchJson(pathOf(id), token, { method: 'DELETE' });

/** `leave` takes a request back, too. */
export const actInClub = (token: string | null, id: string, act: 'join' | 'leave'): Promise<unknown> =>
  postJson(`${pathOf(id)}/${act}`, token, {});

/** By the owner: admits one who asks, removes a member or a request, makes a member the owner. */
export type ClubRuling = 'accept' | 'remove' | 'owner';

export const ruleInClub = (
  token: string | null,
  id: string,
  act: ClubRuling,
  name: string,
): Promise<unknown> => postJson(`${pathOf(id)}/${act}`, token, { name });

/** Tells moderators of a club and what it says. */
export const reportClub = (token: string | null, id: string): Promise<unknown> =>
  postJson(`${pathOf(id)}/report`, token, {});

/** Closes the club of another, as a moderator. The log keeps the reason. */
export const disbandClub = (token: string | null, id: string, reason: string): Promise<unknown> =>
  postJson('/api/moderation/acts', token, { do: 'disband', clubId: id, reason });
