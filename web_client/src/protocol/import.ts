import { postJson } from './http';
import type { GameName, Side } from './types';

/** What of a file was left out, or is wrong; line 0: of no line. */
export interface FileNote {
  readonly reason: string;
  readonly message: string;
  readonly line: number;
}

export interface Imported {
  readonly gameId: string;
  readonly url: string;
  readonly notes?: readonly FileNote[];
}

/** A game of a file, as far as it can be read. */
export interface FoundGame {
  readonly players: readonly [string, string];
  readonly event: string;
  readonly game?: GameName;
  readonly at?: number;
  readonly moves: number;
  readonly result: Side | 'draw' | null;
  /** In an archive. */
  readonly file?: string;
  readonly notes?: readonly FileNote[];
  /** Why it is not imported whole. */
  readonly bad?: FileNote;
}

/** A file of several games: the first of them. */
export interface FoundGames {
  readonly format: string;
  readonly encoding: string;
  readonly count: number;
  readonly games: readonly FoundGame[];
  readonly notes: readonly FileNote[];
}

/** A game as it was pasted, or the bytes of a file: the server knows how old programs wrote Chinese. */
export type WrittenGame = { readonly text: string } | { readonly base64: string };

export const encodings = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

/** What the file does not tell. */
export interface ImportChoice {
  readonly game?: GameName | null;
  readonly encoding?: Encoding | null;
  /** Of several games, from 1. */
  readonly index?: number;
  /** Up to the first move that is not legal. */
  readonly partial?: boolean;
}

/** Reads a game written by another program. Throws `BadGame`. */
export const importGame = (
  token: string | null,
  written: WrittenGame,
  choice: ImportChoice,
): Promise<Imported> => postJson('/api/import', token, { ...written, ...choice });
