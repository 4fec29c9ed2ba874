import type { GameOffer } from '../protocol/server_messages';
import type { GameName } from '../protocol/types';

/** The rules by which each game is played, the usual one first; `welcome.games` has those of the server. */
export const knownRules: Readonly<Record<GameName, readonly string[]>> = {
  xiangqi: ['standard'],
  gomoku: ['freestyle', 'standard', 'renju', 'caro'],
  antireversi: ['standard', '6x6', '4x4'],
};

/** Rules that are solved: they cannot be rated. */
export const solvedRules: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  antireversi: ['6x6', '4x4'],
};

/** Opening procedures that a rule knows. */
export const openingsOf = (
  game: GameName,
  rule: string | undefined,
  offers: readonly GameOffer[],
): readonly string[] =>
  (offers.find((offer) => offer.game === game)?.openings ?? [])
    .filter(({ rules }) => rule !== undefined && rules.includes(rule))
    .map(({ id }) => id);
