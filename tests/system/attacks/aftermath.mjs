// What attackers leave behind when they have gone: memory at once, and later, by a clock that is set ahead, what
// docs/operations.md keeps for good.
import { MovedClock } from '../lib/moved_clock.mjs';
import { patience, pause } from '../lib/patience.mjs';
import { OF_USERS, PASSES_MS, WAITS, promised } from './gains.mjs';

const MEMORY_MIB = 32;
/** Rooms stay for ten minutes without viewers, and then the allocator gives back what they had. */
const MEMORY_MS = 900_000;
const SWEPT_MS = 300_000;
/** What is kept for good: accounts and their names, imports, games that were played to an end; and one row each of the
 *  server itself. */
const IMPORTED_OR_PLAYED = "source <> '' OR status = 'finished'";
/** The server plays these to their ends, with or without viewers, which takes a strong bot many minutes. */
const BETWEEN_BOTS = 'first_level > 0 AND second_level > 0';
/** Nor is one on its way from a file. */
const WITHOUT_A_GAME = `guest = 1 AND id NOT IN (
  SELECT first_user FROM games UNION SELECT second_user FROM games
  UNION SELECT user_id FROM collections WHERE games > 0 UNION SELECT user_id FROM studies
  UNION SELECT by_user FROM tournament_events
  UNION SELECT user_id FROM library_imports WHERE status = 'waiting')`;
const PLAYED_NONE = 'user_id NOT IN (SELECT first_user FROM games UNION SELECT second_user FROM games)';
const GUESTS_DAYS = promised('(\\d+) day of absence without a game');
const PLAYERS_DAYS = promised('absence without a game, (\\d+) with one');
const INBOX_DAYS = promised('notice of the inbox \\|[^|]*\\| (\\d+) days');
const REPORTS_DAYS = promised('report \\|[^|]*\\| (\\d+) days');
const CHALLENGES_DAYS = promised(
  'without a running clock \\(days, unlimited\\) after (\\d+) days',
  'protocol',
);
const DAY = 86_400;
/** A week to its start; a month cancelled, and what it takes to find them all. */
const UNBEGUN_DAYS = 8;
const CANCELLED_DAYS = 34;

/** Those who began no game yet; later there are others, whose games have gone. */
const withoutGame = (server) =>
  `(${server.rows(`SELECT id FROM users WHERE ${WITHOUT_A_GAME}`).map(({ id }) => `'${id}'`)})`;

const gamesOfTournaments = (server) =>
  `games WHERE id IN (${server.rows('SELECT game FROM tournament_games').map(({ game }) => `'${game}'`)})`;

const LEFT_ALONE = `games WHERE NOT (${IMPORTED_OR_PLAYED} OR ${BETWEEN_BOTS}) AND first_name NOT LIKE 'Honest-%'
  AND id NOT IN (SELECT game FROM tournament_games)`;

/** After so many days nothing of this is left: [days, what, where it is, which may be asked before]. */
const LIFETIMES = [
  [1, 'games that wait for a player', `games WHERE status = 'playing' AND ${WAITS}`],
  [GUESTS_DAYS, 'guests who began no game', (server) => `users WHERE id IN ${withoutGame(server)}`],
  [GUESTS_DAYS, 'their sessions', (server) => `tokens WHERE user_id IN ${withoutGame(server)}`],
  // A day without both first moves, until midnight, and a day after its end.
  [3, 'games that were left alone', `${LEFT_ALONE} AND id NOT IN (SELECT game FROM reports)`],
  [3, 'their events', 'events WHERE game NOT IN (SELECT id FROM games)'],
  [3, 'orders of their rooms', 'room_orders WHERE game NOT IN (SELECT id FROM games)'],
  [3, 'guests who began them', `users WHERE ${WITHOUT_A_GAME}`],
  // None of them was played: begun or not, they end as cancelled.
  [UNBEGUN_DAYS, 'tournaments that are not over', "tournaments WHERE phase IN ('open', 'running')"],
  [CHALLENGES_DAYS + 1, 'challenges', 'challenges'],
  ...['tournaments', 'tournament_events', 'tournament_seats', 'tournament_games'].map((table) => [
    UNBEGUN_DAYS + CANCELLED_DAYS,
    table,
    table,
  ]),
  [UNBEGUN_DAYS + CANCELLED_DAYS, 'games of tournaments', gamesOfTournaments],
  [INBOX_DAYS + 1, 'notices of inboxes', 'inbox'],
  [REPORTS_DAYS + 1, 'reports', 'reports'],
  [REPORTS_DAYS + 1, 'games whose chat was reported', LEFT_ALONE],
  [PLAYERS_DAYS + 1, 'guests', 'users WHERE guest = 1'],
  [PLAYERS_DAYS + 1, 'sessions', 'tokens'],
  [PLAYERS_DAYS + 1, 'networks of logins', 'login_sites'],
  [PLAYERS_DAYS + 1, 'whom accounts follow and block', 'relations'],
  [PLAYERS_DAYS + 1, 'browsers for push messages', 'push_subscriptions'],
  [PLAYERS_DAYS + 1, 'what their accounts want to be told', 'push_settings'],
  // Their rows go in parts: two chapters in ten seconds.
  [PLAYERS_DAYS + 1, 'studies that may be seen', "studies WHERE visibility <> 'removed'"],
  [PLAYERS_DAYS + 1, 'accounts without a game', `accounts WHERE ${PLAYED_NONE}`],
  [PLAYERS_DAYS + 1, 'their names', `account_names WHERE ${PLAYED_NONE}`],
];

/** Of files and collections; see outliveAtAStart(). */
const FILES = [[1, 'files on their way', 'library_parts']];
const COLLECTIONS = [
  'collections',
  'library_games',
  'library_index',
  'positions_seen',
  'move_stats',
  'library_imports',
].map((table) => [PLAYERS_DAYS + 1, table, OF_USERS[table] ?? table]);

export async function lookAfterwards({ server, holdings, before, seconds }) {
  const missed = [];
  const memory = async () => (await holdings.now())['MiB of memory'] - before['MiB of memory'];
  const say = (words, isMissed) => {
    console.log(`${isMissed ? 'MISSED' : 'held  '} ${words}`);
    if (isMissed) missed.push(words);
  };
  const ended = Date.now();
  const gained = await least(memory, MEMORY_MIB, MEMORY_MS);
  const waited = Math.round((Date.now() - ended) / 1000);
  const figures = `${gained.toFixed(1)} MiB more, ${waited} s after ${Math.round(seconds)} s of attacks`;
  say(`memory: ${figures}`, gained > MEMORY_MIB);

  const sockets = await least(() => server.metric('sanqi_connections'), 0);
  say(`sockets: ${sockets}`, sockets > 0);
  const status = await server.stop();
  say(`the server ends with ${status}`, status !== 0);
  await lookLater(server, say);
  return missed;
}

/** @param server that is down */
export async function lookLater(server, say) {
  const clock = new MovedClock(server);
  try {
    await outliveAtAStart(server, clock, say, FILES);
    clock.set(0);
    await server.start();
    const lifetimes = LIFETIMES.map((one) =>
      one.map((part) => (part instanceof Function ? part(server) : part)),
    );
    const before = betweenBots(server);
    for (const lifetime of lifetimes) say(...(await outlive(server, clock, ...lifetime)));
    const stand = await least(() => standing(before, betweenBots(server)), 0);
    say(`games between bots: ${before.size}, of which ${stand} stand still`, stand > 0);
    await server.stop();
    await outliveAtAStart(server, clock, say, COLLECTIONS);
  } finally {
    clock.dispose();
  }
}

/** How many events each of them has. */
const betweenBots = (server) =>
  new Map(
    server
      .rows(
        `SELECT id, COUNT(*) AS events FROM events JOIN games ON id = events.game
         WHERE status = 'playing' AND ${BETWEEN_BOTS} GROUP BY id`,
      )
      .map(({ id, events }) => [id, events]),
  );
const standing = (before, now) => [...now].filter(([game, events]) => before.get(game) === events).length;

/** The thread that sweeps the library looks at a start, and then rests by a clock that is not set ahead.
 *  @param server that is down; it is down again afterwards */
async function outliveAtAStart(server, clock, say, lifetimes) {
  const had = lifetimes.map(([, , where]) => rowsIn(server, where));
  clock.set(Math.max(clock.ahead, lifetimes[0][0] * DAY));
  await server.start();
  for (const [n, lifetime] of lifetimes.entries())
    say(...(await outlive(server, clock, ...lifetime, had[n])));
  await server.stop();
}

const rowsIn = (server, where) => server.rows(`SELECT COUNT(*) AS rows FROM ${where}`)[0].rows;

/** Sets the clock ahead until nothing is left; says how long that took, and whether something is. */
async function outlive(server, clock, days, what, where, had = rowsIn(server, where)) {
  let left = had;
  clock.set(Math.max(clock.ahead, days * DAY));
  // Sweeps rest between two looks, and take some rows at a time.
  const deadline = Date.now() + SWEPT_MS * patience;
  while (left > 0 && Date.now() < deadline) {
    await pause(1_100);
    clock.set(clock.ahead + 3_700);
    left = rowsIn(server, where);
  }
  return [`${what}: ${had}, after ${(clock.ahead / DAY).toFixed(1)} days ${left}`, left > 0];
}

/** What `read` gives as soon as it is at most this, or after so many milliseconds. */
async function least(read, most, ms = PASSES_MS * patience) {
  for (const deadline = Date.now() + ms; ; await pause(1_000)) {
    const value = await read();
    if (value <= most || Date.now() > deadline) return value;
  }
}
