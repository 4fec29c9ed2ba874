import type { TableGame } from '../../protocol/tournaments';

/** The director's ruling counts as played. */
export const isForfeited = ({ ending, corrected }: TableGame): boolean =>
  ending === 'forfeit' && corrected === undefined;

/** What it gave to who began it, and to the other. Games that a player has not come to have the signs of FIDE's tables. */
export function pointsOf(game: TableGame): readonly [string, string] | undefined {
  const [won, lost] = isForfeited(game) ? (['+', '−'] as const) : (['1', '0'] as const);
  const points = { first: [won, lost], second: [lost, won], draw: ['½', '½'], nobody: [lost, lost] } as const;
  return game.result && points[game.result];
}
