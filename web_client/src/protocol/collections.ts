import { ask, encodeQuery, encodeSegment, fetchJson, postJson } from './http';
import type { BySide, FileNote, GameName, Notation, Result } from './types';

// Collections of games that people own and that were played elsewhere: HTTP, docs/protocol.md.
//
// A file comes into a collection in four steps: `beginImport` with its size, `sendPart` for each part (again, where an
// answer was lost), `startImport`, then `fetchImport` until its status is neither `receiving` nor `waiting`.

/** Who may see a collection: its owner, those who have its address, or all, who find it in the list. */
export const visibilities = ['private', 'unlisted', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** As the server has it at that moment; counts go on while games are imported and indexed. */
export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly visibility: Visibility;
  readonly games: number;
  /** Games whose positions can be explored by now. */
  readonly indexed: number;
  /** Of the visitor who asks; absent in lists. */
  readonly own?: boolean;
}

/** A game as lists show it. */
export interface LibraryGame {
  /** Within its collection, from 1. */
  readonly number: number;
  readonly game: GameName;
  readonly rule: string;
  readonly size?: number;
  readonly players: BySide<{ readonly name: string; readonly rating?: number }>;
  readonly plies: number;
  readonly result: Result;
  readonly reason?: string;
  readonly event?: string;
  readonly site?: string;
  readonly round?: string;
  /** `2019-05-31`, `2019-05-??` or `2019-??-??`. */
  readonly date?: string;
  readonly openingCode?: string;
  /** On the board at the end. */
  readonly pos?: string;
}

/** With all that a replay needs: the client has no rules to work positions out. */
export interface WholeLibraryGame extends LibraryGame {
  readonly startPos: string;
  readonly moves: readonly string[];
  readonly positions: readonly string[];
  readonly notations: readonly Notation[];
}

/** A file on its way into a collection. */
export interface GameImport {
  readonly id: string;
  /** Absent once that was deleted. */
  readonly collection?: string;
  readonly file: string;
  readonly bytes: number;
  readonly status: 'receiving' | 'waiting' | 'done' | 'cancelled' | 'failed' | 'full';
  /** Games that were looked at: `added` are new, `bad` are none, the others were there. */
  readonly next: number;
  /** Games that the file has; absent until it was opened. */
  readonly total?: number;
  readonly added: number;
  readonly bad: number;
  readonly problems: readonly (FileNote & { readonly game: number })[];
}

type Token = string | null;

const pathOf = (id: string): string => `/api/collections/${encodeSegment(id)}`;
const importPath = (id: string): string => `/api/imports/${encodeSegment(id)}`;

/** What its owner may choose. */
export interface CollectionForm {
  readonly name: string;
  readonly visibility?: Visibility | undefined;
}

export const createCollection = (token: Token, form: CollectionForm): Promise<Collection> =>
  postJson('/api/collections', token, form);

export const changeCollection = (token: Token, id: string, form: CollectionForm): Promise<Collection> =>
  postJson(pathOf(id), token, form);

/** With all its games. */
export const deleteCollection = (token: Token, id: string): Promise<unknown> =>
  fetchJson(pathOf(id), token, { method: 'DELETE' });

export const fetchCollection = (token: Token, id: string): Promise<Collection> =>
  fetchJson(pathOf(id), token);

export interface OwnCollections {
  readonly collections: readonly Collection[];
  /** On the server's disk. */
  readonly bytes: number;
}

export const fetchOwnCollections = (token: Token): Promise<OwnCollections> =>
  fetchJson('/api/me/collections', token);

/** Newest first. */
export const fetchPublicCollections = (
  query: Readonly<Record<string, string>>,
): Promise<{ readonly collections: readonly Collection[]; readonly cursor: string | null }> =>
  fetchJson(`/api/collections?${encodeQuery(query)}`);

export const fetchLibraryGames = (
  token: Token,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly games: readonly LibraryGame[]; readonly cursor: string | null }> =>
  fetchJson(`${pathOf(id)}/games?${encodeQuery(query)}`, token);

export const fetchLibraryGame = (token: Token, id: string, number: number): Promise<WholeLibraryGame> =>
  fetchJson(`${pathOf(id)}/games/${number}`, token);

/** A file, and how many games it cannot hold. */
export interface PartOfExport {
  readonly file: Blob;
  readonly leftOut: number;
}

/** What an export answers. */
export const partOfExport = async (answer: Response): Promise<PartOfExport> => ({
  file: await answer.blob(),
  leftOut: Number(answer.headers.get('x-left-out') ?? 0),
});

/**
 * Games of a collection as a file, and the number after which the next file goes on, if it is not all. Games that are
 * named one by one (`games`) come in one file, or are refused.
 */
export async function fetchGamesFile(
  token: Token,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<PartOfExport & { readonly next: string | null }> {
  const answer = await ask(`${pathOf(id)}/export?${encodeQuery(query)}`, token);
  return { ...(await partOfExport(answer)), next: answer.headers.get('x-next-after') };
}

/** How games went on by a move; `rating` is what their players had on average. */
export interface ExploredMove {
  readonly move: string;
  readonly games: number;
  readonly first: number;
  readonly draws: number;
  readonly second: number;
  readonly rating?: number;
  readonly lastYear?: number;
}

/** Whose games are looked through: all public ones of the server, the visitor's own, those of a collection by its id. */
export type Scope = 'server' | 'own' | { readonly collection: string };

/** A game that came to a position, and at which ply: of a collection by its number, else by its id. */
export type ExploredGame = Omit<LibraryGame, 'number'> & { readonly ply: number } & (
    { readonly number: number; readonly id?: undefined } | { readonly id: string }
  );

/** What games did in a position, symmetric ones included. */
export interface ExploredPosition {
  readonly moves: readonly ExploredMove[];
  /** Games that went no further. */
  readonly ended: number;
  /** Only the first games were counted. */
  readonly more: boolean;
  /** The last ones that came here. */
  readonly games: readonly ExploredGame[];
}

/** The position after `moves`, joined by commas. */
export const explorePosition = (
  token: Token,
  scope: Scope,
  query: Readonly<Record<string, string>>,
): Promise<ExploredPosition> => fetchJson(`${pathOfScope(scope)}/explorer?${encodeQuery(query)}`, token);

/** Games on whose boards a pattern was found. */
export interface FoundPatterns {
  /** The last ones first; `ply` is the first at which a board is so, `pos` what stood on it then. */
  readonly games: readonly ExploredGame[];
  /** How many games were looked at for this answer. */
  readonly looked: number;
  /** Where the search goes on; null: all were looked at. */
  readonly cursor: string | null;
}

/** Refused (`busy`) while another search of the same address is under way, or too many of others. */
export const searchPattern = (
  token: Token,
  scope: Scope,
  query: Readonly<Record<string, string>>,
): Promise<FoundPatterns> => {
  const path = pathOfScope(scope) + (typeof scope === 'string' ? '/explorer' : '');
  return fetchJson(`${path}/search?${encodeQuery(query)}`, token);
};

function pathOfScope(scope: Scope): string {
  if (scope === 'server') return '/api';
  return scope === 'own' ? '/api/me' : pathOf(scope.collection);
}

/** Bytes of a part, of which only the last may have fewer, and of a whole file at most. */
export const PART_BYTES = 128 << 10;
export const FILE_BYTES = 64 << 20;

/** Refused (`not_allowed`, reason `import`) while another file is on its way into the collection. */
export const beginImport = (token: Token, id: string, file: string, bytes: number): Promise<GameImport> =>
  postJson(`${pathOf(id)}/imports`, token, { file, bytes });

/** Part `n`, from 0; it may be sent again. */
export const sendPart = (token: Token, id: string, n: number, base64: string): Promise<unknown> =>
  postJson(`${importPath(id)}/parts/${n}`, token, { base64 });

/** All parts are there. */
export const startImport = (token: Token, id: string): Promise<unknown> =>
  postJson(importPath(id), token, {});

export const fetchImport = (token: Token, id: string): Promise<GameImport> =>
  fetchJson(importPath(id), token);

export const cancelImport = (token: Token, id: string): Promise<unknown> =>
  fetchJson(importPath(id), token, { method: 'DELETE' });

/** The last ones, newest first; `more`: there are older ones. */
export const fetchImports = (
  token: Token,
): Promise<{ readonly imports: readonly GameImport[]; readonly more?: boolean }> =>
  fetchJson('/api/me/imports', token);
