import { fetchJson, encodeSegment, postJson } from './http';
import type { Format } from './tournaments';
import type { GameName, Side, User } from './types';

// Accounts, sessions and ratings.

export interface SignedIn {
  readonly user: User;
  readonly token: string;
}

export interface SessionInfo {
  readonly id: string;
  readonly client?: string;
  readonly created?: number;
  readonly seen?: number;
  /** The one that asks. */
  readonly current?: boolean;
}

export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
  readonly provisional?: boolean;
}

export interface Profile {
  readonly name: string;
  readonly created?: number;
  readonly ratings: Readonly<Partial<Record<GameName, Readonly<Record<string, Rating>>>>>;
  readonly games: Tally & { readonly played: number };
  readonly program?: boolean;
  /** What the account that asks has to do with another one. */
  readonly you?: You;
}

export interface You {
  readonly follows: boolean;
  readonly blocks: boolean;
  readonly followsYou: boolean;
}

export interface RelationLine {
  readonly name: string;
  readonly program?: boolean;
  /** Both follow each other. */
  readonly mutual?: boolean;
  /** Of such, unless they hide it. */
  readonly online?: boolean;
}

export interface Relations {
  readonly following: readonly RelationLine[];
  readonly blocked: readonly RelationLine[];
  /** One's friends are not told when one is here. */
  readonly hidden?: boolean;
  /** Who may challenge oneself. */
  readonly challengedBy?: ChallengedBy;
}

export const challengers = ['everyone', 'friends', 'none'] as const;
export type ChallengedBy = (typeof challengers)[number];

export interface RatingPoint {
  readonly gameId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** After that game. */
  readonly rating: number;
}

export interface Tally {
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}

/** How the games of one kind went. */
export interface ResultRow extends Tally {
  readonly game?: GameName;
  readonly side?: Side;
  readonly openingCode?: string;
  /** Of the opponent, or else the level of the computer. */
  readonly name?: string;
  readonly program?: boolean;
  readonly level?: number;
}

/** Of a player's last games. */
export interface Results extends Readonly<
  Record<'games' | 'sides' | 'openings' | 'opponents', readonly ResultRow[]>
> {
  readonly counted: number;
  /** There are older games, which were not counted. */
  readonly more?: boolean;
}

/** How a player came out of a tournament; a rank may be shared. */
export interface PlayedTournament {
  readonly id: string;
  readonly name: string;
  readonly game: GameName;
  readonly format: Format;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly rank: number;
  /** That have one. */
  readonly players: number;
}

export interface Leader {
  readonly name: string;
  readonly rating: number;
  readonly games: number;
}

/** With a guest's token the guest becomes the account, and keeps the guest's games. */
export const register = (token: string | null, name: string, password: string): Promise<SignedIn> =>
  postJson('/api/auth/register', token, { name, password });

export const logIn = (name: string, password: string): Promise<SignedIn> =>
  postJson('/api/auth/login', null, { name, password });

export const logOut = (token: string | null, everywhere: boolean): Promise<unknown> =>
  postJson('/api/auth/logout', token, { everywhere });

export const changePassword = (token: string | null, old: string, next: string): Promise<unknown> =>
  postJson('/api/me/password', token, { old, new: next });

/** For good. */
export const closeAccount = (token: string | null, password: string): Promise<unknown> =>
  postJson('/api/me/close', token, { password });

export async function fetchSessions(token: string | null): Promise<readonly SessionInfo[]> {
  const answer = await fetchJson<{ sessions: readonly SessionInfo[] }>('/api/me/sessions', token);
  return answer.sessions;
}

export const endSession = (token: string | null, id: string): Promise<unknown> =>
  fetchJson(`/api/me/sessions/${encodeSegment(id)}`, token, { method: 'DELETE' });

export const fetchProfile = (name: string, token: string | null): Promise<Profile> =>
  fetchJson(`/api/players/${encodeSegment(name)}`, token);

/** Begins or ends to follow or to block. */
export const relate = (
  token: string | null,
  name: string,
  kind: 'follow' | 'block',
  begins: boolean,
): Promise<unknown> =>
  fetchJson(`/api/players/${encodeSegment(name)}/${kind}`, token, { method: begins ? 'POST' : 'DELETE' });

export const fetchRelations = (token: string | null): Promise<Relations> =>
  fetchJson('/api/me/relations', token);

export const hidePresence = (token: string | null, hidden: boolean): Promise<unknown> =>
  postJson('/api/me/presence', token, { hidden });

export const limitChallenges = (token: string | null, by: ChallengedBy): Promise<unknown> =>
  postJson('/api/me/challenges', token, { by });

/** What an account wants to be told by push messages, and in which minutes of its day it wants none. */
export interface PushSettings {
  readonly turn: boolean;
  readonly round: boolean;
  readonly challenge: boolean;
  readonly quietFrom: number;
  /** The same as `quietFrom`: no time is quiet. */
  readonly quietUntil: number;
  /** Minutes that its clock is ahead of UTC. */
  readonly zone: number;
}

export const fetchPushSettings = (token: string | null): Promise<PushSettings> =>
  fetchJson('/api/me/push', token);

export const changePushSettings = (token: string | null, settings: PushSettings): Promise<unknown> =>
  postJson('/api/me/push/settings', token, settings);

/** Of people, or of programs. */
export async function fetchLeaders(
  game: GameName,
  speed: string,
  programs = false,
): Promise<readonly Leader[]> {
  const answer = await fetchJson<{ players: readonly Leader[] }>(
    `/api/leaderboard/${game}?speed=${encodeSegment(speed)}${programs ? '&programs=true' : ''}`,
  );
  return answer.players;
}

/** The oldest first; `more`: there were some before. */
export const fetchRatingHistory = (
  name: string,
  game: GameName,
  speed: string,
): Promise<{ readonly points: readonly RatingPoint[]; readonly more?: boolean }> =>
  fetchJson(
    `/api/players/${encodeSegment(name)}/history?game=${encodeSegment(game)}&speed=${encodeSegment(speed)}`,
  );

export const fetchResults = (name: string): Promise<Results> =>
  fetchJson(`/api/players/${encodeSegment(name)}/results`);

/** Of those that are over; the last begun first. An empty cursor: from the first on. */
export const fetchPlayed = (
  name: string,
  cursor: string,
): Promise<{ readonly tournaments: readonly PlayedTournament[]; readonly cursor: string | null }> =>
  fetchJson(`/api/players/${encodeSegment(name)}/tournaments?cursor=${encodeSegment(cursor)}`);
