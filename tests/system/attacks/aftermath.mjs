// What attackers leave behind when they have gone: memory at once, and later, by a clock that is set ahead, what
// docs/operations.md keeps for good.
import { MovedClock } from '../lib/moved_clock.mjs';
import { patience, pause } from '../lib/patience.mjs';
import { PASSES_MS, promised } from './gains.mjs';

const MEMORY_MIB = 32;
const SWEPT_MS = 300_000;
/** What is kept for good: accounts and their names, imports, games that were played to an end; and one row each of the
 *  server itself. */
const IMPORTED_OR_PLAYED = "source <> '' OR status = 'finished'";
/** These go on by themselves until they are played to an end, which takes more than this test lasts. */
const BETWEEN_BOTS = 'first_level > 0 AND second_level > 0';
const DAY = 86_400;

/** After so many days nothing of this is left: [days, what, where it is]. */
const LIFETIMES = [
  // A day without both first moves, until midnight, and a day after its end.
  [
    3,
    'games that were left alone',
    `games WHERE NOT (${IMPORTED_OR_PLAYED} OR ${BETWEEN_BOTS}) AND first_name NOT LIKE 'Honest-%'`,
  ],
  [3, 'their events', 'events WHERE game NOT IN (SELECT id FROM games)'],
  [3, 'orders of their rooms', 'room_orders WHERE game NOT IN (SELECT id FROM games)'],
  [
    promised('(\\d+) days of absence without a game') + 1,
    'guests without a game',
    `users WHERE guest = 1 AND id NOT IN (SELECT first_user FROM games UNION SELECT second_user FROM games)`,
  ],
  [promised('absence without a game, (\\d+) with one') + 1, 'guests', 'users WHERE guest = 1'],
  [promised('absence without a game, (\\d+) with one') + 1, 'sessions', 'tokens'],
  [promised('absence without a game, (\\d+) with one') + 1, 'networks of logins', 'login_sites'],
];

export async function lookAfterwards({ server, holdings, before, seconds }) {
  const missed = [];
  const memory = async () => (await holdings.now())['MiB of memory'] - before['MiB of memory'];
  const say = (words, isMissed) => {
    console.log(`${isMissed ? 'MISSED' : 'held  '} ${words}`);
    if (isMissed) missed.push(words);
  };
  const gained = await least(memory, MEMORY_MIB);
  say(`memory after ${Math.round(seconds)} s of attacks: ${gained.toFixed(1)} MiB more`, gained > MEMORY_MIB);

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
    await server.start();
    for (const lifetime of LIFETIMES) say(...(await outlive(server, clock, ...lifetime)));
  } finally {
    clock.dispose();
  }
}

/** Sets the clock ahead until nothing is left; says how long that took, and whether something is. */
async function outlive(server, clock, days, what, where) {
  const count = () => server.rows(`SELECT COUNT(*) AS rows FROM ${where}`)[0].rows;
  const had = count();
  let left = had;
  if (clock.ahead < days * DAY) await restart(server, () => clock.set(days * DAY));
  // Sweeps rest between two looks, and take some rows at a time.
  const deadline = Date.now() + SWEPT_MS * patience;
  for (let idle = 0; left > 0 && Date.now() < deadline; idle++) {
    await pause(1_100);
    clock.set(clock.ahead + 3_700);
    if (count() < left) idle = 0;
    left = count();
    if (idle >= 12) await restart(server, () => (idle = 0));
  }
  return [`${what}: ${had}, after ${(clock.ahead / DAY).toFixed(1)} days ${left}`, left > 0];
}

/** libfaketime does not know the timed waits of condition variables by the steady clock: a record thread that has seen
 *  a burst of commits waits for the next until the machine's own clock is as far. */
async function restart(server, between) {
  await server.kill();
  between();
  await server.start();
}

/** What `read` gives as soon as it is at most this, or when free memory has been given back. */
async function least(read, most) {
  for (const deadline = Date.now() + PASSES_MS * patience; ; await pause(1_000)) {
    const value = await read();
    if (value <= most || Date.now() > deadline) return value;
  }
}
