import type { GameName } from '../protocol/types';

/** The rules by which each game is played, the usual one first; `welcome.games` has those of the server. */
export const knownRules: Readonly<Record<GameName, readonly string[]>> = {
  xiangqi: ['standard'],
  gomoku: ['freestyle', 'standard', 'renju', 'caro'],
  antireversi: ['standard', '6x6', '4x4'],
};

/** Those of which everybody can know who wins: nobody plays them for points. */
export const solvedRules: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  antireversi: ['6x6', '4x4'],
};
