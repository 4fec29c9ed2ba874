import { postJson } from './http';
import type { FileNote, FoundGames, GameName } from './types';

/** The game is in the archive now. `notes`: what of the file was left out; absent: nothing. */
export interface Imported {
  readonly gameId: string;
  readonly url: string;
  readonly notes?: readonly FileNote[];
}

/** A game as it was pasted, or the bytes of a file: the server knows how old programs wrote Chinese. */
export type WrittenGame = { readonly text: string } | { readonly base64: string };

/**
 * Bytes as text that JSON can carry. At once: a file of one game is small; large ones go in parts, see
 * collections.ts.
 */
export async function base64Of(bytes: Blob): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer());
  return btoa(Array.from(all, (byte) => String.fromCharCode(byte)).join(''));
}

/** Encodings that one may name where the server guesses wrong. */
export const encodings = [
  'utf-8',
  'gb18030',
  'big5',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'shift_jis',
] as const;
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

/** What a file holds, without importing it. Throws `BadGame`. */
export const previewFile = (token: string | null, written: WrittenGame): Promise<FoundGames> =>
  postJson('/api/import/preview', token, written);
