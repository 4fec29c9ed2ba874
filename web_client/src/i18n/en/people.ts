/** Words of accounts, profiles, lists of games and the import of games. Other languages have exactly these keys. */
export const people = {
  'games.title': 'Replays',
  'games.all': 'All',
  'games.more': 'Older games',
  'games.search': 'Player',
  'games.none': 'No finished games yet.',

  'watch.title': 'Games being played',
} as const;
