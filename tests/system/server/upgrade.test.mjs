// A server on the records of the version before: everybody is who they were, and every game goes on.
//   SANQI_FORMER_SERVER=PROGRAM      plays on that program first, instead of reading what it left
//   SANQI_WRITE_FORMER_RECORDS=1     and keeps what it left
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, moveInTurn } from '../lib/client.mjs';
import { copyGame } from '../lib/copies.mjs';
import {
  PASSWORD,
  call,
  comeBack,
  leaveRecords,
  objectsOf,
  readRows,
  shown,
  writeFile,
  writePostgres,
} from '../lib/former_records.mjs';
import { eventually } from '../lib/patience.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { pick } from '../lib/seed.mjs';
import { Server, binary } from '../lib/server.mjs';

const former = process.env.SANQI_FORMER_SERVER;
const file = fileURLToPath(new URL('../../data/upgrade/records.json', import.meta.url));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What nobody can have thought in a turn here, and an hour of outage has. */
const LONG = 5 * 60_000;

/** What does not change by an upgrade, nor with the hour. */
function lasting(value) {
  if (Array.isArray(value)) return value.map(lasting);
  if (value === null || typeof value !== 'object') return value;
  // Openings are named by what this server knows of them.
  const changing = ['v', 'at', 'created', 'clock', 'lapse', 'expiresMs', 'cursor', 'openingCode'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !changing.includes(name))
      .map(([name, inner]) => [name, lasting(inner)]),
  );
}

/** Of what is said now the part that was said before: a later version may say more. */
function ofBefore(now, before) {
  if (Array.isArray(now)) return now.map((each, i) => ofBefore(each, before?.[i]));
  if (now === null || typeof now !== 'object' || !before) return now;
  return Object.fromEntries(
    Object.entries(now)
      .filter(([name]) => name in before)
      .map(([name, inner]) => [name, ofBefore(inner, before[name])]),
  );
}

/** Has the former program play, and gives what it said and left. */
async function playOnFormer(server) {
  server.program = former;
  await server.start();
  const facts = await leaveRecords(server);
  assert.ok((await server.drain()) || (await (await server.start()).drain()), 'it gives up each time');
  server.program = binary;
  const [{ version }] = server.rows('SELECT max(version) AS version FROM schema_version');
  const records = { made: Date.now(), version, facts, tables: readRows(server) };
  if (process.env.SANQI_WRITE_FORMER_RECORDS) writeFileSync(file, `${JSON.stringify(records)}\n`);
  return { facts, tables: objectsOf(records.tables, 0) };
}

/** What the former version said and left, as if that had been an hour ago; `write(version, tables)` makes a database
 *  of it. */
function takeUp(write) {
  const { made, version, facts, tables } = JSON.parse(readFileSync(file, 'utf8'));
  const rows = objectsOf(tables, Date.now() - HOUR - made);
  write(version, rows);
  return { facts, tables: rows };
}

/** Those who sat at a game, in the order of the seats. */
async function back(server, users, { gameId }, record) {
  const seats = record.players.map(({ name }) => users.find((user) => user.name === name));
  return Promise.all(
    seats
      .filter((user) => user)
      .map(async (user) => {
        const client = await comeBack(server, user);
        await client.join(gameId);
        return client;
      }),
  );
}

async function peopleAreWhoTheyWere(server, { users, games }) {
  for (const { token, ...user } of users) {
    const { welcome } = await comeBack(server, { token });
    assert.deepEqual(welcome.user, user);
  }
  const [lovelace] = users;
  assert.equal((await call(server, '/api/me/sessions', { token: lovelace.token })).sessions.length, 1);
  for (const name of ['Lovelace', 'lovelace']) {
    const { user } = await call(server, '/api/auth/login', { body: { name, password: PASSWORD } });
    assert.equal(user.id, lovelace.id, name);
  }
  const stranger = await Client.connect(server);
  const room = await stranger.join(games.offered.gameId, { token: games.offered.token });
  assert.equal(room.you, 'first', 'by the token of the seat');
  stranger.close();
}

/** What each of the unfinished games was waiting for. */
const GOES_ON = {
  offered: async ([, second]) => {
    assert.equal((await second.act('draw')).t, 'ack');
    assert.equal((await second.until((s) => s.status === 'finished')).reason, 'agreement');
  },
  paused: async (players) => {
    await players[0].act('resume');
    await players[0].until((s) => s.clock.running === 'first');
    await moveInTurn(players, pick);
  },
  choosing: async ([, second]) => {
    assert.equal((await second.act('keep')).t, 'ack');
    await second.until((s) => !s.opening);
  },
  bot: async ([person]) => {
    const { ply } = person.room.state;
    await person.until((s) => s.legal);
    await person.move(pick(person.room.state.legal));
    await person.until((s) => s.ply === ply + 2);
  },
  waiting: async ([host], server) => {
    const guest = await Client.connect(server);
    const { state } = await guest.join(host.room.gameId);
    assert.equal(state.waiting, undefined);
    await moveInTurn([host, guest], pick);
  },
  days: (players) => moveInTurn(players, pick),
  unlimited: (players) => moveInTurn(players, pick),
  periods: (players) => moveInTurn(players, pick),
  takenBack: (players) => moveInTurn(players, pick),
};

async function gamesGoOn(server, { users, games, records }) {
  for (const [what, goOn] of Object.entries(GOES_ON)) {
    const record = records[`/api/games/${games[what].gameId}`];
    const players = await back(server, users, games[what], record);
    const { state } = players[0].room;
    assert.equal(state.moves, record.state.moves, what);
    assert.deepEqual(state.clock?.ms, record.state.clock?.ms, `${what}: no time was lost`);
    assert.ok((state.clock?.spent ?? 0) < LONG, `${what}: ${state.clock?.spent} ms`);
    if (['unlimited', 'paused', 'takenBack'].includes(what))
      assert.ok(state.lapse.ms > 13 * DAY, `${what}: ${JSON.stringify(state.lapse)}`);
    await goOn(players, server);
    for (const client of players) client.close();
  }
}

async function ratingsGoOn(server, { users, pages }) {
  const [host, guest] = await Promise.all(users.slice(0, 2).map((user) => comeBack(server, user)));
  const time = { initial: 600_000, increment: 5_000 };
  const options = { game: 'xiangqi', opponent: 'human', side: 'first', rated: true, time };
  const created = await host.create(options);
  await guest.join(created.gameId);
  for (let ply = 0; ply < 2; ply++) await moveInTurn([host, guest], pick);
  const ended = host.next((m) => m.t === 'event' && m.kind === 'end');
  await guest.act('resign');
  const { ratings } = await ended;
  const before = pages['/api/players/Lovelace'].ratings.xiangqi.rapid;
  assert.equal(ratings[0].before, Math.round(before.rating));
  const { rapid } = (await call(server, '/api/players/Lovelace')).ratings.xiangqi;
  assert.equal(rapid.games, before.games + 1);
  for (const client of [host, guest]) client.close();
}

/** @param query what the rows of a table are, each as an object */
async function upgrade(server, query, { facts, tables }) {
  await server.start();
  const { users, games, records, pages } = facts;
  const now = await shown(server, users, games);
  assert.deepEqual(lasting(now.records), lasting(records));
  assert.deepEqual(lasting(ofBefore(now.pages, pages)), lasting(pages));
  await eventually('how games of before ended', async () => {
    const { games: finished } = await call(server, '/api/games?status=finished');
    return finished.every(({ pos }) => pos);
  });
  await peopleAreWhoTheyWere(server, facts);
  await gamesGoOn(server, facts);
  await ratingsGoOn(server, facts);
  const known = new Set(query('events').map((row) => JSON.stringify(Object.entries(row).sort())));
  const before = Object.fromEntries(tables).events;
  for (const row of before)
    assert.ok(known.has(JSON.stringify(Object.entries(row).sort())), JSON.stringify(row));
  const keyed = () => query('accounts').every(({ keyed_by }) => keyed_by !== '');
  await eventually('names that are kept by the rules of today', keyed);

  const last = await shown(server, users, games);
  assert.ok((await server.drain()) || (await (await server.start()).drain()), 'it gives up each time');
  await server.start();
  assert.deepEqual(lasting((await shown(server, users, games)).records), lasting(last.records));
}

test('a file of the version before: people, games and ratings go on', async (t) => {
  const server = new Server();
  t.after(() => server.dispose());
  const records = former
    ? await playOnFormer(server)
    : takeUp((version, tables) => writeFile(server.database, version, tables));
  await upgrade(server, (table) => server.rows(`SELECT * FROM ${table}`), records);
});

test('the same in PostgreSQL', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const server = new Server();
  t.after(() => server.dispose());
  server.address = postgres.address;
  const records = takeUp((version, tables) => writePostgres(postgres, version, tables));
  const rows = (table) =>
    postgres.rows(`SELECT row_to_json(${table}) FROM ${table}`).map((row) => JSON.parse(row.join('|')));
  await upgrade(server, rows, records);
});

// A start waits for none of them, and what was looked at before a kill stays.
test('a kill while games of before are looked at loses none of them', async (t) => {
  const server = new Server();
  t.after(() => server.dispose());
  const { facts } = takeUp((version, tables) => writeFile(server.database, version, tables));
  copyGame(server.database, facts.games.rated.gameId, 400);
  const seen = () =>
    server.rows("SELECT COUNT(*) AS games FROM games WHERE id LIKE 'z%' AND final_pos <> '?'")[0].games;
  await server.start();
  await eventually('some that were looked at', () => seen() > 0);
  await server.kill();
  const before = seen();
  assert.ok(before > 0 && before < 400, `${before} games`);
  await server.start();
  await eventually('all that were looked at', () => seen() === 400);
  const ends = server.rows("SELECT DISTINCT final_pos, opening_code, result FROM games WHERE id LIKE 'z%'");
  assert.equal(ends.length, 1, 'all ended alike');
  assert.match(ends[0].final_pos, / /);
});
