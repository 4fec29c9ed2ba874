import type { TableGame, TableResult } from '../../protocol/tournaments';

type Points = readonly [string, string];

const played: Readonly<Record<TableResult, Points>> = {
  first: ['1', '0'],
  second: ['0', '1'],
  draw: ['½', '½'],
  nobody: ['0', '0'],
};
/** As FIDE's tables sign games that a player has not come to. */
const forfeited: Readonly<Record<TableResult, Points>> = {
  ...played,
  first: ['+', '−'],
  second: ['−', '+'],
  nobody: ['−', '−'],
};

/** The director's ruling counts as played. */
export const isForfeited = ({ ending, corrected }: TableGame): boolean =>
  ending === 'forfeit' && corrected === undefined;

/** What it gave to who began it, and to the other. */
export const pointsOf = (game: TableGame): Points | undefined =>
  game.result && (isForfeited(game) ? forfeited : played)[game.result];
