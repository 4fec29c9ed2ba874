import { encodeQuery, encodeSegment, fetchJson, postJson } from './http';
import type { GameName, Side } from './types';

// Tournaments: docs/tournaments.md. Players and tables are told by numbers from 1. A page asks again from time to time:
// nothing of a tournament comes by WebSocket but its games, and to their players that they have begun.

export const formats = ['swiss', 'roundRobin', 'knockout', 'arena', 'simul'] as const;
export type Format = (typeof formats)[number];
/** An arena has waves, a simul one round. */
export const isInRounds = (format: Format): boolean => format !== 'arena' && format !== 'simul';
/** Which side the host of a simul has. */
export const hostSides = ['alternating', 'first', 'second'] as const;
export type HostSide = (typeof hostSides)[number];
export type Phase = 'open' | 'running' | 'finished' | 'cancelled';

/** As lists show it. */
export interface TournamentLine {
  readonly id: string;
  readonly name: string;
  readonly game: GameName;
  readonly rule: string;
  readonly opening?: string;
  readonly director: string;
  readonly phase: Phase;
  /** Whose members alone may join. */
  readonly clubId?: string;
}

/** A player, by its place in `Tournament.players`: number 1 is the first. */
export interface TournamentPlayer {
  readonly name: string;
  readonly rating?: number;
  readonly attendance: 'here' | 'away' | 'withdrawn' | 'invited';
  /** Withdrawn by the director. */
  readonly removed?: boolean;
  /** Which one they have asked to rest in. */
  readonly byeInRound?: number;
}

/** Of who begins, and of the other; both may have lost. */
export const tableResults = ['first', 'second', 'draw', 'nobody'] as const;
export type TableResult = Side | 'draw' | 'nobody';

/** One game of a table. `first` is a player's number. */
export interface TableGame {
  readonly gameId?: string;
  /** Who begins. */
  readonly first: number;
  readonly result?: TableResult;
  /** Where a player did not come. */
  readonly ending?: 'forfeit' | (string & {});
  /** Why the director has set the result. */
  readonly corrected?: string;
  /** Not played any more. */
  readonly annulled?: boolean;
}

/** Two players, by their numbers from 1. */
export interface RoundTable {
  readonly first: number;
  readonly second: number;
  readonly games: readonly TableGame[];
}

/** One round: its tables, and those who rest, with what that is worth to them. */
export interface Round {
  readonly number: number;
  /** Paired anew under another number. */
  readonly annulled?: true;
  readonly tables: readonly RoundTable[];
  readonly rests: readonly {
    readonly player: number;
    readonly kind: 'bye' | 'halfBye' | 'walkover' | 'freeRound';
  }[];
}

/** What the director has decided, and why. */
export interface Ruling {
  readonly kind: 'joined' | 'substituted' | 'seatsExchanged' | 'replayed' | 'corrected' | 'roundAnnulled';
  /** In ms since 1970. */
  readonly at: number;
  readonly note: string;
  readonly round?: number;
  readonly table?: number;
  readonly player?: number;
  /** Who was substituted. */
  readonly was?: string;
}

/** A line of the table. */
export interface Standing {
  readonly rank: number;
  readonly player: number;
  readonly points: number;
  /** In the order of `Tournament.tieBreaks`. */
  readonly tieBreaks: readonly number[];
}

/** All of it, as of `version`, but for rounds: only one is told at a time. */
export interface Tournament extends TournamentLine {
  readonly version: number;
  /** Absent also where the club was closed. */
  readonly clubName?: string;
  /** The visitor directs it. */
  readonly own: boolean;
  /** The visitor's number. */
  readonly me?: number;
  /** Their game that is being played, whichever round is shown. */
  readonly myGame?: { readonly gameId: string; readonly opponent: number };
  readonly nextRoundMs?: number;
  /** How long an arena pairs on; 0: what is played now are its last games. */
  readonly endsInMs?: number;
  /** No round begins until the director resumes it. */
  readonly paused?: true;
  readonly format: Format;
  /** Of an arena. */
  readonly lengthMs?: number;
  /** Of a simul. */
  readonly hostSide?: HostSide;
  /** What its host has more on the clock. */
  readonly hostExtraMs?: number;
  /** How many there are to be; 0: as many as fit, once it begins. */
  readonly rounds: number;
  readonly paired: number;
  /** Of all rounds. */
  readonly games: number;
  readonly initialMs: number;
  readonly incrementMs: number;
  readonly tieBreaks: readonly string[];
  readonly players: readonly TournamentPlayer[];
  readonly standings: readonly Standing[];
  /** The last ones, oldest first. */
  readonly rulings: readonly Ruling[];
  /** The one that was asked for, or the last. */
  readonly round?: Round | undefined;
}

/** What the director chooses when it is made. `rounds` 0: as many as fit. */
export interface TournamentForm {
  readonly name: string;
  readonly game: GameName;
  readonly rule?: string;
  readonly opening?: string;
  readonly format: Format;
  readonly rounds: number;
  readonly lengthMs?: number;
  readonly hostSide?: HostSide;
  readonly hostExtraMs?: number;
  readonly initialMs: number;
  readonly incrementMs: number;
  /** The id of a club that the visitor owns. */
  readonly club?: string;
}

/** The visitor plays against all the others at once. */
export const isHost = ({ format, me }: Tournament): boolean => format === 'simul' && me === 1;

export type TournamentLists = Readonly<Record<'open' | 'running' | 'finished', readonly TournamentLine[]>>;

const PATH = '/api/tournaments';
const pathOf = (id: string): string => `${PATH}/${encodeSegment(id)}`;

/** A page of each list; `cursor` is that of the next one, null on the last. */
export const fetchTournaments = (
  cursor?: string | null,
): Promise<TournamentLists & { readonly cursor?: string | null }> =>
  fetchJson(cursor ? `${PATH}?${encodeQuery({ cursor })}` : PATH);

export const createTournament = (
  token: string | null,
  form: TournamentForm,
): Promise<{ readonly id: string }> => postJson(PATH, token, form);

/** Null: nothing has changed since `version`; 0: none is known. `round` 0: the last; `all`: of an arena what is played. */
export async function fetchTournament(
  token: string | null,
  id: string,
  round: number | 'all',
  version: number,
): Promise<Tournament | null> {
  const query = `${round ? `round=${round}&` : ''}${version ? `version=${version}` : ''}`;
  const told = await fetchJson<Partial<Tournament>>(`${pathOf(id)}${query && `?${query}`}`, token);
  return told.id === undefined ? null : (told as Tournament);
}

export type TournamentAct =
  | 'join'
  | 'withdraw'
  | 'bye'
  | 'start'
  | 'next'
  | 'pause'
  | 'resume'
  | 'result'
  | 'exchange'
  | 'replay'
  | 'annul'
  | 'players'
  | 'substitute';

/** Join (also to come back), withdraw, ask for a bye; all else is the director's. */
export const actInTournament = (
  token: string | null,
  id: string,
  act: TournamentAct,
  body: object = {},
): Promise<unknown> => postJson(`${pathOf(id)}/${act}`, token, body);

/** By its director. */
export const cancelTournament = (token: string | null, id: string): Promise<unknown> =>
  fetchJson(pathOf(id), token, { method: 'DELETE' });

/** A picture of its address, for phones; `at` one of several addresses of the server. */
export const tournamentQr = (id: string, at: string | null): string =>
  `/api/qr/tournaments/${encodeSegment(id)}.svg${at === null ? '' : `?${encodeQuery({ at })}`}`;

/** Where others in the network find this server, the best first. */
export const fetchServerUrls = async (): Promise<readonly string[]> =>
  (await fetchJson<{ readonly urls: readonly string[] }>('/api/server')).urls;

/** So many games are in a file at most. */
export const MOST_GAMES = 300;
/** The cross table (`format=csv`), FIDE's report (`trf`), or the games in their usual format, of all rounds or one (`round=1`). */
export const tournamentFile = (id: string, query: string): string => `${pathOf(id)}/export?${query}`;
