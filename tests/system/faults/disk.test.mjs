// A disk that is full, locked by somebody else, or read-only: moves are refused, nothing that was acknowledged is lost,
// and nobody waits for ever.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { PATIENCE_MS, eventually, outage, within } from '../lib/patience.mjs';
import { pick } from '../lib/seed.mjs';
import { Server, binary } from '../lib/server.mjs';
import { Table } from '../lib/players.mjs';
import { writtenLength } from './write_ahead_log.mjs';

/** The network goes on: somebody who only asks for the time gets it. */
const assertAlive = async (client) => assert.equal((await client.ask({ t: 'ping', at: 1 })).t, 'pong');

const isReady = async (server) => (await fetch(`${server.url}/readyz`)).status;

/** Tries one move of whoever is to move; keeps it if it was acknowledged. */
async function tryMove(table) {
  const { ply } = table.host.room.state;
  const mover = ply % 2 === 0 ? table.host : table.guest;
  const { legal } = await mover.until((s) => s.ply === ply && s.legal?.length > 0);
  const move = pick(legal);
  const answer = await mover.move(move, ply);
  if (answer.t === 'ack') {
    table.acknowledged[ply] = move;
    for (const client of [table.host, table.guest]) await client.until((s) => s.ply > ply);
  }
  return answer;
}

test('a full disk: moves are refused and the server says so; with room again the game goes on', async (t) => {
  const server = new Server();
  t.after(() => server.dispose());
  // What a file may grow to is the disk; the signal that comes with it is not what a full disk does.
  server.prefix = ['bash', '-c', 'trap "" XFSZ; exec "$@"', 'full'];
  await server.start();
  const limit = (bytes) =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
  const table = await Table.open(server, 1);
  const watcher = await Client.connect(server);
  for (let i = 0; i < 6; i++) assert.equal((await tryMove(table)).t, 'ack');
  // Somebody whose time runs out meanwhile: his flag cannot be written down either.
  const flagging = await Table.open(server, 2, { time: { perMove: 1_000 } });
  for (let i = 0; i < 2; i++) assert.equal((await tryMove(flagging)).t, 'ack');

  limit(writtenLength(`${server.database}-wal`));
  const refused = await tryMove(table);
  assert.equal(refused.t, 'error', JSON.stringify(refused));
  assert.match(refused.code, /^(busy|internal)$/);
  await assertAlive(watcher);
  await eventually('not ready', async () => (await isReady(server)) === 503);
  const cpu = server.cpu(),
    began = Date.now();
  for (let i = 0; i < 5; i++) await tryMove(table);
  await outage(2_000 - (Date.now() - began));
  const share = (server.cpu() - cpu) / (Date.now() - began);
  console.log(`with a full disk the server takes ${(share * 100).toFixed(0)} % of a core`);
  assert.ok(share < 0.5, 'a hot loop');
  await assertAlive(watcher);

  limit('unlimited');
  await eventually('a move', async () => (await tryMove(table)).t === 'ack');
  await eventually('ready', async () => (await isReady(server)) === 200);
  await eventually('the flag', () => flagging.over);
  assert.equal(flagging.host.room.state.reason, 'timeout');
  await server.kill();
  server.prefix = [];
  await server.start();
  table.check(await server.json(`/api/games/${table.id}`));
});

/** Another process that holds the database until it is told to let go. */
async function lock(t, database) {
  const holder = spawn(
    'python3',
    [
      '-c',
      `import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=10)
base.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
base.execute("ROLLBACK")`,
      database,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  t.after(() => holder.kill());
  await within(once(holder.stdout, 'data'), () => 'a lock on the records');
  return {
    release: () =>
      new Promise((done) => {
        holder.once('exit', done);
        holder.stdin.end();
      }),
  };
}

test('a database that somebody else has locked: the network goes on, and no move is lost or doubled', async (t) => {
  const server = await Server.during(t);
  const table = await Table.open(server, 1);
  const watcher = await Client.connect(server);
  for (let i = 0; i < 4; i++) assert.equal((await tryMove(table)).t, 'ack');

  const held = await lock(t, server.database);
  let isAnswered = false;
  const trying = tryMove(table).finally(() => {
    isAnswered = true;
  });
  for (let pongs = 0; pongs < 5; pongs++) await assertAlive(watcher);
  assert.ok(!isAnswered, 'a move came through the lock, or the pongs waited for it');
  await held.release();
  const answer = await trying;
  assert.ok(answer.t === 'ack' || /^(busy|internal)$/.test(answer.code), JSON.stringify(answer));
  await eventually('a move', async () => (await tryMove(table)).t === 'ack');
  table.check(await server.json(`/api/games/${table.id}`));
});

test('a database that is locked for longer than the server waits: moves are refused, and played when it is free', async (t) => {
  const server = await Server.during(t);
  const table = await Table.open(server, 2);
  const watcher = await Client.connect(server);
  assert.equal((await tryMove(table)).t, 'ack');
  const held = await lock(t, server.database);
  const refused = await tryMove(table);
  assert.match(refused.code ?? refused.t, /^(busy|internal)$/);
  await assertAlive(watcher);
  await eventually('not ready', async () => (await isReady(server)) === 503);
  await held.release();
  await eventually('a move', async () => (await tryMove(table)).t === 'ack');
  await eventually('ready', async () => (await isReady(server)) === 200);
  table.check(await server.json(`/api/games/${table.id}`));
});

test('a database that may not be written ends the start with one line', async (t) => {
  const server = await Server.during(t);
  assert.equal(await server.stop(), 0);
  chmodSync(server.database, 0o400);
  const NOBODY = 65534;
  const root = process.getuid() === 0; // Whom no mode keeps out.
  if (root) for (const file of [dirname(server.database), server.database]) chownSync(file, NOBODY, NOBODY);
  const before = readFileSync(server.database);
  const command = [
    ...(root ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []),
    binary,
    '--port',
    '0',
    '--database',
    server.database,
  ];
  const { status, stderr } = spawnSync(command[0], command.slice(1), {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^sanqi-server: [^\n]+\n$/);
  assert.deepEqual(readFileSync(server.database), before);
});
