// What people leave at a server of the version before, for its successor to go on with.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, moveInTurn } from './client.mjs';
import { pick } from './seed.mjs';

const schema = fileURLToPath(new URL('../../../storage/schema', import.meta.url));
/** Tables with rows that a server leaves, in the order of their references. */
const TABLES = ['users', 'tokens', 'accounts', 'games', 'events', 'ratings', 'rating_changes', 'reports'];
/** Columns that hold moments. */
const MOMENTS = ['created', 'seen', 'ended', 'at', 'updated', 'said', 'reported'];
export const PASSWORD = 'ten green bottles';

export async function call(server, path, { token, body } = {}) {
  const response = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Somebody comes back, under the same name. */
export const comeBack = (server, { token }) => Client.connect(server, { token, name: undefined });

/** A game, opened by the first of the two, and so many random moves. */
async function open(server, [host, guest], options, plies) {
  const created = await host.create({ opponent: 'human', side: 'first', ...options });
  await guest.join(created.gameId);
  for (let ply = 0; ply < plies; ply++) await moveInTurn([host, guest], pick);
  return created;
}

/** Plays on `server`. Gives who is there with which tokens, and the games by what is special about them. */
export async function leaveRecords(server) {
  const register = (name) => call(server, '/api/auth/register', { body: { name, password: PASSWORD } });
  const people = [await register('Lovelace'), await register('Turing')];
  const members = await Promise.all(people.map((each) => comeBack(server, each)));
  const guests = [await Client.connect(server), await Client.connect(server)];
  const games = {};
  const keep = (what, created) => (games[what] = created);
  const clock = { initial: 600_000, increment: 5_000 };

  keep('rated', await open(server, members, { game: 'xiangqi', time: clock, rated: true }, 4));
  await members[1].act('resign');
  keep('private', await open(server, guests, { game: 'antireversi', private: true }, 3));
  await guests[0].act('resign');
  const pgn = await (await fetch(`${server.url}/api/games/${games.rated.gameId}/export?format=pgn`)).text();
  const text = pgn.replaceAll('Lovelace', 'Babbage').replaceAll('Turing', 'Menabrea');
  keep('imported', await call(server, '/api/import', { body: { text } }));
  keep('aborted', await open(server, guests, { game: 'gomoku' }, 0));
  await guests[0].act('abort');

  keep('days', await open(server, members, { game: 'gomoku', time: { days: 3 } }, 5));
  keep('unlimited', await open(server, guests, { game: 'antireversi' }, 4));
  keep('offered', await open(server, guests, { game: 'xiangqi', time: clock }, 5));
  const said = await guests[0].ask({ t: 'chat', gameId: games.offered.gameId, room: 'all', text: 'hurry' });
  assert.equal(said.t, 'ack');
  const line = await guests[1].next((m) => m.t === 'chat');
  await guests[1].ask({ t: 'report', gameId: line.gameId, from: line.from, at: line.at });
  await guests[0].act('draw');
  const byoyomi = { initial: 60_000, byoyomi: 30_000, periods: 3 };
  keep('periods', await open(server, guests, { game: 'gomoku', rule: 'renju', time: byoyomi }, 3));
  keep('paused', await open(server, members, { game: 'gomoku', time: clock }, 4));
  for (const client of members) await client.act('pause');
  for (const client of members) await client.until((s) => s.paused);
  keep('choosing', await open(server, guests, { game: 'gomoku', time: clock, opening: 'swap2' }, 0));
  for (const move of ['h8', 'i9', 'j7']) assert.equal((await guests[0].move(move)).t, 'ack');
  keep('takenBack', await open(server, members, { game: 'xiangqi' }, 4));
  for (const client of members) await client.act('takeback');
  for (const client of members) await client.until((s) => s.ply === 2);
  await moveInTurn(members, pick);
  keep('bot', await guests[1].create({ game: 'xiangqi', opponent: 'ai', level: 1, side: 'first' }));
  await guests[1].move('h2e2');
  await guests[1].until((s) => s.ply === 2);
  keep('waiting', await guests[0].create({ game: 'gomoku', opponent: 'human', side: 'first', time: clock }));

  const users = [...members, ...guests].map(({ welcome }) => ({ ...welcome.user, token: welcome.token }));
  for (const client of [...members, ...guests]) client.close();
  return { users, games, ...(await shown(server, users, games)) };
}

/** What HTTP says of the people and the games. */
export async function shown(server, users, games) {
  const get = async (paths) =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await call(server, path)])));
  return {
    records: await get(Object.values(games).map(({ gameId }) => `/api/games/${gameId}`)),
    pages: await get([
      ...['Lovelace', 'Turing'].flatMap((name) => [
        `/api/players/${name}`,
        `/api/players/${name}/history?game=xiangqi&speed=rapid`,
        `/api/games?player=${name}`,
      ]),
      `/api/games?player=${users[2].id}`,
      '/api/games?player=Babbage',
      '/api/games?status=aborted',
    ]),
  };
}

/** The rows of a server that is down: of each table its columns and its rows. */
export function readRows(server) {
  return Object.fromEntries(
    TABLES.map((table) => {
      const rows = server.rows(`SELECT * FROM ${table}`);
      const columns = Object.keys(rows[0]);
      return [table, { columns, rows: rows.map((row) => columns.map((column) => row[column])) }];
    }),
  );
}

/** As objects, and as if all had been so much later. */
export function objectsOf(tables, later) {
  const value = (column, stored) => (MOMENTS.includes(column) && stored > 0 ? stored + later : stored);
  return Object.entries(tables).map(([table, { columns, rows }]) => [
    table,
    rows.map((row) => Object.fromEntries(row.map((stored, i) => [columns[i], value(columns[i], stored)]))),
  ]);
}

/** The migrations up to that version. */
function migrations(version, postgres) {
  const files = readdirSync(schema);
  return Array.from({ length: version }, (_, i) => {
    const number = String(i + 1).padStart(4, '0');
    const [other] = files.filter((file) => file.startsWith(number) && file.endsWith('.postgres.sql'));
    const [usual] = files.filter((file) => file.startsWith(number) && !file.endsWith('.postgres.sql'));
    return readFileSync(join(schema, (postgres && other) || usual), 'utf8');
  });
}

const WRITE = `import json, sqlite3, sys
given = json.load(sys.stdin)
base = sqlite3.connect(given["file"])
for number, step in enumerate(["CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY)", *given["steps"]]):
    base.executescript(step)
    if number:
        base.execute("INSERT INTO schema_version VALUES (?)", (number,))
for table, rows in given["tables"]:
    for row in rows:
        names, marks = ", ".join(row), ", ".join("?" for _ in row)
        base.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))
base.commit()`;

/** Makes a file of that schema with these rows. */
export function writeFile(file, version, tables) {
  const input = JSON.stringify({ file, steps: migrations(version, false), tables });
  execFileSync('python3', ['-c', WRITE], { input });
}

/** The same in an empty PostgreSQL. */
export function writePostgres(postgres, version, tables) {
  const sql = [
    'CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY);',
    ...migrations(version, true).map(
      (step, i) =>
        `${step.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')}\nINSERT INTO schema_version VALUES (${i + 1});`,
    ),
    ...tables.map(
      ([table, rows]) =>
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $rows$${JSON.stringify(rows)}$rows$);`,
    ),
  ].join('\n');
  execFileSync('psql', ['-X', '-q', '-1', '-v', 'ON_ERROR_STOP=1', postgres.address], {
    input: sql,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}
