// A PostgreSQL that is killed, ends connections, is locked by somebody, or stays away: moves are refused, nothing that
// was acknowledged is lost or doubled, and the server goes on by itself.
//   SANQI_DATABASE_KILLS=20 tests/system/faults/run postgres
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { PATIENCE_MS, anyMoment, eventually, outage, retryAfter, within } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server, binary } from '../lib/server.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { Table, size } from '../lib/players.mjs';

const kills = size('SANQI_DATABASE_KILLS', 3),
  TABLES = 8;

const readiness = async (server) => {
  const response = await fetch(`${server.url}/readyz`);
  return [response.status, await response.text()];
};
const isReady = async (server) => (await readiness(server))[0] === 200;

async function serverOn(t, postgres) {
  const server = new Server();
  t.after(() => server.dispose());
  server.address = postgres.address;
  return server.start();
}

/** Tries one move of whoever is to move; what was acknowledged is kept. A table whose room was closed sits down
 *  again. */
async function tryMove(server, table) {
  const { ply } = table.host.room.state;
  const mover = ply % 2 === 0 ? table.host : table.guest;
  const { legal, status } = await mover.until(
    (s) => s.status !== 'playing' || (s.ply === ply && s.legal?.length > 0),
  );
  if (status !== 'playing') return null;
  const move = pick(legal);
  const answer = await mover.move(move, ply);
  if (answer.t === 'ack') {
    table.acknowledged[ply] = move;
    for (const client of [table.host, table.guest])
      await client.until((s) => s.ply > ply || s.status !== 'playing');
  }
  return answer;
}

/** Moves at a table until `stop()`; counts answers by their kind. */
async function playOn(server, table, stop, answers) {
  while (!stop() && !table.over) {
    const answer = await tryMove(server, table);
    if (answer === null) return;
    const kind = answer.t === 'ack' ? 'ack' : answer.code;
    answers[kind] = (answers[kind] ?? 0) + 1;
    assert.match(kind, /^(ack|busy|rate_limited)$/, JSON.stringify(answer));
    // Whoever moves as fast as the machine allows comes to the limit of a socket.
    if (kind === 'rate_limited') await retryAfter(answer);
  }
}

async function checkAll(server, postgres, tables) {
  for (const table of tables) table.check(await server.json(`/api/games/${table.id}`));
  const twice = postgres.rows(
    'SELECT count(*) FROM (SELECT game, v FROM events GROUP BY game, v HAVING count(*) > 1) AS twice',
  );
  assert.deepEqual(twice, [['0']]);
}

test(`PostgreSQL is killed ${kills} times while people play, and is back at once`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const server = await serverOn(t, postgres);
  const tables = await Promise.all(Array.from({ length: TABLES }, (_, n) => Table.open(server, n)));
  const answers = {};
  let stopped = false;
  const playing = tables.map((table) => playOn(server, table, () => stopped, answers));
  for (let round = 0; round < kills; round++) {
    const before = answers.ack ?? 0;
    await eventually(
      'moves',
      () => (answers.ack ?? 0) > before + TABLES || tables.every((table) => table.over),
    );
    await anyMoment(random(200));
    postgres.kill();
    postgres.start();
  }
  await eventually('a move', async () => tables.every((table) => table.over) || isReady(server));
  stopped = true;
  await Promise.all(playing);
  await checkAll(server, postgres, tables);
  console.log(`${kills} kills of PostgreSQL: ${JSON.stringify(answers)}`);
  for (const table of tables) table.close();
});

test('PostgreSQL stays away: moves are refused, /readyz says so, and the game goes on when it is back', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const server = await serverOn(t, postgres);
  const table = await Table.open(server, 2);
  const watcher = await Client.connect(server);
  for (let i = 0; i < 4; i++) assert.equal((await tryMove(server, table)).t, 'ack');
  postgres.kill();
  for (let i = 0; i < 3; i++) {
    const refused = await tryMove(server, table);
    assert.deepEqual([refused.t, refused.code], ['error', 'busy'], JSON.stringify(refused));
  }
  assert.equal((await watcher.ask({ t: 'ping', at: 1 })).t, 'pong');
  const [status, reason] = await readiness(server);
  assert.equal(status, 503);
  assert.match(reason, /"code":"\w+","message":"[^"]+"/);
  assert.equal((await fetch(`${server.url}/api/games`)).status, 503);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200, 'a restart would not help');
  const cpu = server.cpu(),
    began = Date.now();
  await outage(2_000);
  assert.ok((server.cpu() - cpu) / (Date.now() - began) < 0.5, 'a hot loop');
  postgres.start();
  await eventually('a move', async () => (await tryMove(server, table)).t === 'ack');
  await eventually('ready', () => isReady(server));
  await checkAll(server, postgres, [table]);
  // And a server that starts now finds it all.
  await server.kill();
  await server.start();
  table.check(await server.json(`/api/games/${table.id}`));
  assert.equal(await server.stop(), 0);
});

test('connections that an administrator ends are opened again, and nobody notices', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const server = await serverOn(t, postgres);
  const table = await Table.open(server, 2);
  for (let i = 0; i < 20 && !table.over; i++) {
    // Waited for: one that dies in the middle of a commit is a move whose fate nobody knows, and is refused.
    if (i % 2 === 1)
      postgres.rows(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'sanqi-server'",
      );
    const answer = await tryMove(server, table);
    assert.equal(answer.t, 'ack', JSON.stringify(answer));
    assert.equal((await fetch(`${server.url}/api/games/${table.id}`)).status, 200);
  }
  await checkAll(server, postgres, [table]);
  table.close();
});

test('a table that somebody else has locked: moves are refused in bounded time, and played when it is free', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const server = await serverOn(t, postgres);
  const table = await Table.open(server, 2);
  assert.equal((await tryMove(server, table)).t, 'ack');
  const holder = spawn('psql', ['-X', '-q', '-t', '-A', postgres.address], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill());
  holder.stdin.write("BEGIN; LOCK TABLE events IN EXCLUSIVE MODE; SELECT 'held';\n");
  await within(once(holder.stdout, 'data'), () => 'a lock on the records');
  const refused = await tryMove(server, table);
  assert.deepEqual([refused.t, refused.code], ['error', 'busy'], JSON.stringify(refused));
  holder.stdin.end('ROLLBACK;\n');
  await eventually('a move', async () => (await tryMove(server, table)).t === 'ack');
  await checkAll(server, postgres, [table]);
});

test('without its PostgreSQL a server does not start, and says why in one line', () => {
  const { status, stderr } = spawnSync(
    binary,
    ['--port', '0', '--database', 'postgresql:///sanqi?host=/no/such/folder'],
    { encoding: 'utf8', timeout: PATIENCE_MS },
  );
  assert.equal(status, 1, stderr);
  assert.match(
    stderr,
    /^sanqi-server: (cannot reach the database: |this server was built without PostgreSQL)[^\n]*\n$/,
  );
});
