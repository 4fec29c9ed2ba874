import { knownRules } from '../../games/rules';
import type { GameName } from '../../protocol/types';

/** What games are looked for; an empty text filters nothing. Days are local, as a calendar shows them. */
export interface Filter {
  readonly game: GameName | 'all';
  readonly rule: string;
  /** A code, or how several begin. */
  readonly opening: string;
  readonly result: string;
  /** The id of the visitor, where only the own games are wanted. */
  readonly mine: string;
  readonly player: string;
  readonly opponent: string;
  readonly from: string;
  readonly to: string;
}

export const noFilter: Filter = {
  game: 'all',
  rule: '',
  opening: '',
  result: '',
  mine: '',
  player: '',
  opponent: '',
  from: '',
  to: '',
};

const PAGE = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The milliseconds at which a local day begins; a day `later` for the end of a span. */
const startOf = (day: string, later = 0): string =>
  String(new Date(`${day}T00:00`).getTime() + later * DAY_MS);

/** The query of the archive for a page of games that begins at `cursor`. */
export function queryOf(filter: Filter, cursor: string | null): Record<string, string> {
  const { game, from, to, mine, ...texts } = filter;
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  return {
    status: 'finished',
    limit: String(PAGE),
    ...Object.fromEntries(given),
    ...(game !== 'all' && { game }),
    // Of two players that are looked for the other one is the opponent.
    ...(mine !== '' && { player: mine, ...(filter.player !== '' && { opponent: filter.player }) }),
    ...(from !== '' && { from: startOf(from) }),
    ...(to !== '' && { to: startOf(to, 1) }),
    ...(cursor !== null && { cursor }),
  };
}

/** Rules among which one may choose; those of older games, too, whatever the server plays today. */
export const rulesOfGame = (game: GameName | 'all'): readonly string[] =>
  game !== 'all' && knownRules[game].length > 1 ? knownRules[game] : [];
