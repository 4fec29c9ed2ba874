import { postJson } from './http';
import type { GameName } from './types';

export interface Imported {
  readonly gameId: string;
  readonly url: string;
}

/** A game as it was pasted, or the bytes of a file: the server knows how old programs wrote Chinese. */
export type WrittenGame = { readonly text: string } | { readonly base64: string };

/** Reads a game written by another program; `game` where the text does not say which. Throws `BadGame`. */
export const importGame = (
  token: string | null,
  written: WrittenGame,
  game: GameName | null,
): Promise<Imported> => postJson('/api/import', token, { ...written, ...(game !== null && { game }) });
