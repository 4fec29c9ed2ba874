// What attackers can have of a server, and how much of it docs/operations.md promises at most.
import { readFileSync, readdirSync } from 'node:fs';

/** The text of a page of docs/, without breaks. */
const read = (page) =>
  readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8').replace(/\s+/g, ' ');
const pages = { operations: read('operations'), protocol: read('protocol') };

/** A figure of docs/operations.md, or of another page: what is said there is asserted here. */
export function promised(sentence, page = 'operations') {
  const found = new RegExp(sentence).exec(pages[page]);
  if (!found) throw new Error(`docs/${page}.md does not say "${sentence}"`);
  return Number(found[1].replaceAll(',', ''));
}

/** For each address that attacks. */
export const each =
  (count) =>
  ({ addresses }) =>
    addresses * count;
/** The same of what may be done so often in some minutes: at once, and as it comes back during the attack. */
export const rate =
  (count, minutes) =>
  ({ addresses, seconds }) =>
    Math.ceil(addresses * count * (1 + seconds / 60 / minutes));
export const times = (factor, bound) => (siege) => factor * bound(siege);
export const exactly = (count) => () => count;

export const LIMITS = {
  messages: rate(promised('a user, ([\\d,]+) an address'), 1 / 3),
  sockets: each(promised('Connections: (\\d+) of an address')),
  guests: rate(promised('guest \\| (\\d+) \\('), 10),
  accounts: rate(promised('account \\| (\\d+) of an address'), 10),
  codes: rate(promised('tries (\\d+) wrong room codes'), 1),
  imports: rate(promised('import \\| (\\d+) a minute'), 1),
  passwords: rate(promised('open session, (\\d+) an address'), 30),
  passwordsOfSession: promised('and (\\d+) with an open session'),
  passwordsOfName: promised('(\\d+) for a name from a network'),
  sessions: promised('session \\| (\\d+) of an account'),
  games: each(promised('opened from an address: (\\d+) \\(')),
  waitingGames: each(promised('in memory, of which (\\d+) \\(')),
  gamesWithBots: each(promised('waiting and (\\d+) \\(\\d+\\) against bots')),
};

/** What an attack may gain unless it says otherwise. Of tables that are not named: no row. */
const USUAL = {
  'MiB of memory': exactly(32),
  rooms: exactly(0),
  sockets: exactly(0),
  threads: exactly(0),
  files: exactly(6), // Two more readers of the records, of three files each.
  failures: exactly(0),
  granted: exactly(Infinity),
  events: exactly(10), // Of games that an attack of before has left.
  analysis_plies: exactly(681), // One of the long game goes on by itself when it has begun.
  'waiting games': LIMITS.waitingGames,
  'games with bots': LIMITS.gamesWithBots,
  users: LIMITS.guests,
  tokens: LIMITS.guests,
  'codes tried': LIMITS.codes,
  'passwords tried': LIMITS.passwords,
};
/** These fall again after an attack: sockets close, and free memory is given back each half minute. */
const PASSING = ['MiB of memory', 'rooms', 'sockets', 'threads', 'files'];
export const PASSES_MS = 45_000;
/** Rooms and games are counted one after the other, while games of honest players begin and end. */
const ROOMS_BETWEEN = 2;

/** Bytes that a row takes at most, with its indexes. */
const ROW = 1024;
const EVENT = 160;
/** The pages of a small table that grows by a row. */
const SLACK = 128 << 10;

const FAILURES = [
  'sanqi_unforeseen_total',
  'sanqi_db_errors_total',
  'sanqi_rooms_broken_total',
  'sanqi_games_unreadable_total',
];
/** What honest players write is no gain, nor what follows by itself from attacks of before: moves of bots among
 *  themselves, and ends of games that nobody plays. */
const HONEST = "(first_name LIKE 'Honest-%' OR second_name LIKE 'Honest-%')";
const OTHERS = `(${HONEST} OR (first_level > 0 AND second_level > 0) OR kind = 'end')`;
/** A seat that is no bot's and no user's. */
export const WAITS =
  "(first_level = 0 AND first_user = '' OR second_level = 0 AND second_user = '') AND source = ''";
const EVENTS = 'events JOIN games ON games.id = events.game';

/** The library's rows for collections of users. Those of the server's own games, numbered below 0, follow from games
 *  that end, as does the queue of them; games are counted. */
export const OF_USERS = {
  collections: 'collections WHERE number > 0',
  ...Object.fromEntries(
    ['library_games', 'library_index', 'positions_seen', 'move_stats'].map((table) => [
      table,
      `${table} WHERE collection > 0`,
    ]),
  ),
  games_to_index: '(SELECT 1 WHERE FALSE)',
};

/** Reads what a server has and keeps for others than the honest players. */
export class Holdings {
  #server;
  #sql;

  constructor(server) {
    this.#server = server;
    this.tables = server
      .rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .map(({ name }) => name);
    const rowsOf = {
      games: `games WHERE NOT ${HONEST}`,
      events: `${EVENTS} WHERE NOT ${OTHERS}`,
      ...OF_USERS,
    };
    const counts = [
      ...this.tables.map((name) => [name, `COUNT(*) FROM ${rowsOf[name] ?? name}`]),
      ['waiting games', `COUNT(*) FROM games WHERE status = 'playing' AND NOT ${HONEST} AND ${WAITS}`],
      [
        'games with bots',
        `COUNT(*) FROM games WHERE status = 'playing' AND NOT ${HONEST} AND first_level + second_level > 0`,
      ],
      ['honest games', `COUNT(*) FROM games WHERE ${HONEST}`],
      ['other events', `COUNT(*) FROM ${EVENTS} WHERE ${OTHERS}`],
      // A room stays in memory for a minute after its game.
      [
        'honest rooms',
        `COUNT(*) FROM games WHERE ${HONEST}
           AND (status = 'playing' OR ended > 1000 * CAST(strftime('%s', 'now') AS INT) - 60000)`,
      ],
      ['pages', 'page_count - freelist_count FROM pragma_page_count, pragma_freelist_count'],
      ['page', 'page_size FROM pragma_page_size'],
    ];
    this.#sql = counts
      .map(([name, sql]) => `SELECT '${name}' AS name, (SELECT ${sql}) AS value`)
      .join(' UNION ALL ');
  }

  async now() {
    const found = new Map(this.#server.rows(this.#sql).map(({ name, value }) => [name, value]));
    const others = EVENT * found.get('other events') + ROW * found.get('honest games');
    const metrics = await this.#server.metrics();
    const sum = (name) => metrics.get(name) ?? 0;
    const count = (what) => readdirSync(`/proc/${this.#server.pid}/${what}`).length;
    return {
      ...Object.fromEntries(this.tables.map((table) => [table, found.get(table)])),
      'bytes on disk': found.get('pages') * found.get('page') - others,
      'MiB of memory': sum('process_resident_memory_bytes') / 2 ** 20,
      'waiting games': found.get('waiting games'),
      'games with bots': found.get('games with bots'),
      rooms: sum('sanqi_rooms_loaded') - found.get('honest rooms'),
      sockets: sum('sanqi_connections'),
      threads: count('task'),
      files: count('fd'),
      failures: FAILURES.map(sum).reduce((a, b) => a + b),
    };
  }
}

/** What of the gains is more than an attack may have, as words. `may`: bounds of its own. */
function excess(gains, siege, may, tables) {
  const bounds = { ...USUAL, ...may };
  const rows = Object.entries(bounds).filter(([name]) => tables.includes(name));
  bounds['bytes on disk'] ??= () =>
    SLACK + rows.reduce((sum, [name, most]) => sum + most(siege) * (name === 'events' ? EVENT : ROW), 0);
  const most = (name) => (bounds[name] ?? exactly(0))(siege) + (name === 'rooms' ? ROOMS_BETWEEN : 0);
  return Object.entries(gains)
    .filter(([name, gain]) => gain > most(name))
    .map(([name, gain]) => ({ name, words: `${Math.round(gain)} ${name}, at most ${most(name)}` }));
}

/**
 * What was gained since `before`, and what of it is too much, after all that passes has passed.
 * @param siege whose counts of what was tried and answered are gains as well
 */
export async function gainsSince(holdings, before, siege, may) {
  for (const deadline = Date.now() + PASSES_MS; ;) {
    const now = await holdings.now();
    const gains = Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, value - before[name]]),
    );
    Object.assign(gains, siege.got);
    const tooMuch = excess(gains, siege, may, holdings.tables);
    const isOver = tooMuch.length === 0 || tooMuch.some(({ name }) => !PASSING.includes(name));
    if (isOver || Date.now() > deadline) return { gains, tooMuch: tooMuch.map(({ words }) => words) };
    await new Promise((done) => setTimeout(done, 1000));
  }
}
