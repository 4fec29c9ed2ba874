/** What games of a collection are looked for, as the address says it; what is absent filters nothing. */
export const libraryKeys = [
  'name',
  'player',
  'event',
  'result',
  'opening',
  'from',
  'to',
  'minPlies',
  'maxPlies',
  'sort',
] as const;
export type LibraryKey = (typeof libraryKeys)[number];
export type LibraryFilter = Readonly<Partial<Record<LibraryKey, string>>>;

export const results = ['first', 'second', 'draw'] as const;

/** By what a list is sorted; the first is what a list does by itself. */
export const sorts = ['number', '-number', 'date', '-date', 'plies', '-plies', 'first', 'second'] as const;

/** Games of a page. */
const PAGE = 20;
const MOST_PLIES = 10_000;

const isOneOf = (list: readonly string[]) => (text: string) => list.includes(text);
const isDate = (text: string): boolean => /^\d{4}(-\d\d){0,2}$/.test(text);
const isCount = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= MOST_PLIES;

/** What the server takes; others are texts. */
const forms: Readonly<Partial<Record<LibraryKey, (text: string) => boolean>>> = {
  result: isOneOf(results),
  sort: isOneOf(sorts),
  from: isDate,
  to: isDate,
  minPlies: isCount,
  maxPlies: isCount,
};

/** Whether a field says something that can be looked for; one that is still typed may not. */
export const makesSense = (key: LibraryKey, text: string): boolean =>
  text !== '' && (forms[key]?.(text) ?? true);

/** What is filtered, for the address: nothing of what is not, or makes no sense. */
export const activeFilter = (filter: LibraryFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([key, text]) => makesSense(key as LibraryKey, text)));

/** Whether fewer games are wanted than all. */
export const isNarrowed = (filter: LibraryFilter): boolean =>
  Object.keys(activeFilter({ ...filter, sort: '' })).length > 0;

/** The query of a page of games that begins at `cursor`. Games of a player have one order. */
export function libraryQuery(filter: LibraryFilter, cursor: string | null): Record<string, string> {
  const { sort, ...active } = activeFilter(filter);
  return {
    limit: String(PAGE),
    ...active,
    ...(sort !== undefined && active.player === undefined && { sort }),
    ...(cursor !== null && { cursor }),
  };
}
