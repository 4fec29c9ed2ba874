import { knownRules } from '../../games/rules';
import { gameNames, type GameName } from '../../protocol/types';

/** What games are looked for; an empty text filters nothing. Days are local, as a calendar shows them. */
export interface Filter {
  readonly game: GameName | 'all';
  readonly rule: string;
  /** A code, or how several begin. */
  readonly opening: string;
  readonly result: string;
  /** `yes` where only the visitor's own games are wanted. */
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

/** What the address of the page may hold. */
export const filterKeys = Object.keys(noFilter) as readonly (keyof Filter)[];

/**
 * The filter that an address asks for; what makes no sense in it is left out. Never throws. A rule or an opening that
 * is not of the game finds nothing, which the list says.
 */
export function filterOf(query: Partial<Record<keyof Filter, string>>): Filter {
  const { game, from = '', to = '', ...texts } = query;
  const day = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : '');
  return {
    ...noFilter,
    ...texts,
    game: gameNames.find((name) => name === game) ?? 'all',
    from: day(from),
    to: day(to),
  };
}

/** What is filtered, for the address: nothing of what is not. */
export const activeFilters = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([key, text]) => text !== noFilter[key as keyof Filter]));

/** Whether something is filtered whose field is not seen at once. */
export const hasMore = ({ rule, opening, result, opponent, from, to }: Filter): boolean =>
  [rule, opening, result, opponent, from, to].some((text) => text !== '');

const PAGE = 20;

/** The milliseconds at which a local day begins, or the day `later` days after it. */
function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00`);
  // Not by hours: a day on which clocks change has 23 or 25.
  start.setDate(start.getDate() + later);
  return String(start.getTime());
}

/** The query of the archive for a page of games that begins at `cursor`; `mine`: the visitor's id, where only the
 *  visitor's games are wanted. */
export function queryOf(filter: Filter, mine: string | null, cursor: string | null): Record<string, string> {
  const { game, from, to, rule, opening, result } = filter;
  // The server takes an opponent beside a player alone.
  const [player = '', opponent = ''] = [mine ?? '', filter.player, filter.opponent].filter(
    (name) => name !== '',
  );
  const given = Object.entries({ rule, opening, result, player, opponent }).filter(([, text]) => text !== '');
  return {
    status: 'finished',
    limit: String(PAGE),
    ...Object.fromEntries(given),
    ...(game !== 'all' && { game }),
    ...(from !== '' && { from: startOf(from) }),
    ...(to !== '' && { to: startOf(to, 1) }),
    ...(cursor !== null && { cursor }),
  };
}

/** Rules among which one may choose; those of older games, too, whatever the server plays today. */
export const rulesOfGame = (game: GameName | 'all'): readonly string[] =>
  game !== 'all' && knownRules[game].length > 1 ? knownRules[game] : [];
