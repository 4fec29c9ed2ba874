import { encodeQuery, encodeSegment, fetchJson, postJson } from './http';

// What moderators decide, and what one says to it.

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** What was decided against a user or an address. */
export interface Measure {
  readonly id: string;
  readonly kind: 'mute' | 'shadow' | 'ban' | 'address';
  readonly reason: string;
  readonly since: number;
  /** Absent: it has no end. */
  readonly until?: number;
  readonly appeal?: string;
  readonly appealedAt?: number;
  /** To the appeal. */
  readonly answer?: string;
}

/** Mutes and bans of oneself, and what one may do as a moderator: `owner`, or some of `chat accounts`. */
export interface OwnMeasures {
  readonly measures: readonly Measure[];
  /** There are older ones. */
  readonly more?: boolean;
  readonly powers?: string;
}

export interface SaidLine {
  readonly from: string;
  readonly text: string;
  readonly at: number;
}

/** A line of a game's chat, and the lines around it; or a club, with what it said. */
export interface Report {
  readonly gameId?: string;
  readonly clubId?: string;
  readonly text: string;
  readonly at: number;
  readonly from: Person;
  readonly reporter: Person;
  readonly reportedAt: number;
  readonly around: readonly SaidLine[];
  readonly measures: readonly Measure[];
  /** There are older ones, too. */
  readonly more?: boolean;
  readonly reporterMeasures: readonly Measure[];
  readonly reporterMore?: boolean;
}

export interface AppealedMeasure extends Measure {
  readonly subject: Person;
  /** The moderator who asks has made it: another answers, if there is one. */
  readonly own: boolean;
}

/** A line of the log. */
export interface ModerationAct {
  readonly number: number;
  readonly at: number;
  readonly do: string;
  readonly reason: string;
  /** Absent: the operator. */
  readonly by?: Person;
  readonly subject?: Person;
  readonly gameId?: string;
  readonly until?: number;
  /** The name of one that was closed. */
  readonly club?: string;
}

/** What a moderator wants done, to a user or a measure. */
export interface WishedAct {
  readonly do: string;
  readonly user?: string;
  readonly measureId?: string;
  readonly gameId?: string;
  readonly hours?: number;
  readonly reason?: string;
}

export const fetchOwnMeasures = (token: string | null): Promise<OwnMeasures> =>
  fetchJson('/api/me/measures', token);

export const appeal = (token: string | null, measure: string, text: string): Promise<unknown> =>
  postJson(`/api/me/measures/${encodeSegment(measure)}/appeal`, token, { text });

export const moderate = (token: string | null, act: WishedAct): Promise<unknown> =>
  postJson('/api/moderation/acts', token, act);

const page = <T>(list: string, token: string | null, cursor: string | null): Promise<T> =>
  fetchJson(`/api/moderation/${list}${cursor === null ? '' : `?${encodeQuery({ cursor })}`}`, token);

export const fetchReports = (
  token: string | null,
  cursor: string | null,
): Promise<{ readonly reports: readonly Report[]; readonly cursor: string | null }> =>
  page('reports', token, cursor);

export const fetchAppeals = (
  token: string | null,
  cursor: string | null,
): Promise<{ readonly appeals: readonly AppealedMeasure[]; readonly cursor: string | null }> =>
  page('appeals', token, cursor);

export const fetchActs = (
  token: string | null,
  cursor: string | null,
): Promise<{ readonly acts: readonly ModerationAct[]; readonly cursor: string | null }> =>
  page('log', token, cursor);
