// A process that is killed, and a machine that loses its power: what was acknowledged is there, once, and everything
// goes on.
//   SANQI_KILLS=100 SANQI_STORED_GAMES=10000 SANQI_CUTS=1000 tests/system/faults/run crash
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { moveInTurn } from '../lib/client.mjs';
import { eventually } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Table, limit, size } from '../lib/players.mjs';
import { FRAME, HEADER, PAGE, writtenLength } from './write_ahead_log.mjs';

const fill = fileURLToPath(new URL('./fill.py', import.meta.url));
const kills = size('SANQI_KILLS', 4),
  storedGames = size('SANQI_STORED_GAMES', 2_000),
  storedPlies = size('SANQI_STORED_PLIES', 10);
const slowestReady = limit('SANQI_READY_MS', 5_000);

/** In one round: fewer than the limit of messages of a socket. */
const MOST_PLIES = 120;

/** Stores copies of one finished game of that many plies, while the server is down. */
async function store(server, games, plies) {
  const table = await Table.open(server, 1);
  await table.play(plies);
  if (!table.over) await table.host.act('resign');
  await table.host.until((s) => s.status !== 'playing');
  table.close();
  await server.stop();
  execFileSync(fill, [server.database, table.id, String(games)]);
  await server.start();
}

test(`kill -9 at random moments, ${kills} times, with ${storedGames} games stored`, async (t) => {
  const server = await Server.during(t);
  const emptyReady = server.readyMs;
  await store(server, storedGames, storedPlies);
  const open = (n) => Table.open(server, n);
  const tables = await Promise.all(Array.from({ length: 12 }, (_, n) => open(n)));
  const told = () => tables.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  let looked = 0,
    slowest = 0;
  for (let round = 0; round < kills; round++) {
    const killedAt = told() + 1 + random(120); // Moves: the moment of the kill is what is random here.
    let allOver = false;
    const playing = Promise.all(
      tables.map((table) => table.play(table.host.room.state.ply + MOST_PLIES)),
    ).then(() => {
      allOver = true;
    });
    await eventually('acknowledged moves', () => allOver || told() >= killedAt);
    await server.kill();
    await playing;
    await server.start();
    slowest = Math.max(slowest, server.readyMs);
    await Promise.all(
      tables.map(async (table, n) => {
        table.check(await server.json(`/api/games/${table.id}`));
        looked += table.acknowledged.length;
        await table.comeBack(server);
        if (!table.over) return;
        table.close();
        tables[n] = await open(n);
      }),
    );
  }
  // Each game that is not over goes on.
  await Promise.all(
    tables.map(async (table) => {
      const { ply } = table.host.room.state;
      await moveInTurn([table.host, table.guest], pick);
      assert.ok(table.host.room.state.ply > ply || table.over);
      table.close();
    }),
  );
  const [{ twice }] = server.rows(
    'SELECT count(*) AS twice FROM (SELECT game, v FROM events GROUP BY game, v HAVING count(*) > 1)',
  );
  assert.equal(twice, 0);
  console.log(
    `${kills} kills, ${looked} acknowledged moves looked for, ready in ${slowest} ms at the latest`,
  );
  assert.ok(looked >= kills);
  // On a busy machine a start of an empty server is slow, too.
  assert.ok(slowest <= slowestReady + 10 * emptyReady, `ready after ${slowest} ms, empty ${emptyReady} ms`);
});

/** A game whose moves are all in the write-ahead log, with the length that the log had when each was acknowledged. */
async function playIntoLog(t) {
  const server = await Server.during(t);
  const log = `${server.database}-wal`;
  // Of the three it is the one that random moves cannot end before so many.
  const table = await Table.open(server, 0, { game: 'antireversi' });
  const moves = [];
  while (moves.length < 24) {
    const { ply } = table.host.room.state;
    await moveInTurn([table.host, table.guest], pick);
    moves.push({ move: table.host.room.state.moves.split(' ')[ply], needs: writtenLength(log) });
  }
  await server.kill();
  table.close();
  return {
    id: table.id,
    moves,
    database: readFileSync(server.database),
    log: readFileSync(log).subarray(0, writtenLength(log)),
  };
}

/** What may be left of a log of which only so many bytes were written: cut there, or with a page that is half old, or
 *  rubbish. */
const tears = {
  cut: (log, at) => log.subarray(0, at),
  'a torn page': (log, at) =>
    Buffer.concat([log.subarray(0, at), Buffer.alloc(Math.min(log.length - at, 2 * FRAME))]),
  rubbish: (log, at) =>
    Buffer.concat([log.subarray(0, at), Buffer.from(Array.from({ length: PAGE }, () => random(256)))]),
};

test('a power cut at any write: a server starts from what is on disk, with every move that had been acknowledged', async (t) => {
  const { id, moves, database, log } = await playIntoLog(t);
  const frames = (log.length - HEADER) / FRAME;
  assert.ok(frames > 24, `${frames} frames`);
  const cuts = Math.min(size('SANQI_CUTS', 8), frames);
  for (let n = 0; n < cuts; n++) {
    const frame = cuts === frames ? n : random(frames);
    const [kind, tear] = pick(Object.entries(tears));
    const at = HEADER + frame * FRAME + (random(2) ? random(FRAME) : 0);
    const safe = moves.filter(({ needs }) => needs <= at);
    if (safe.length === 0 && n > 0 && cuts < frames) {
      n--;
      continue;
    } // Before the game there is little to lose.
    const server = new Server();
    t.after(() => server.dispose());
    writeFileSync(server.database, database);
    writeFileSync(`${server.database}-wal`, tear(log, at));
    await server.start();
    if (safe.length > 0) {
      const record = await server.json(`/api/games/${id}`);
      const found = record.state.moves.split(' ');
      safe.forEach(({ move }, ply) =>
        assert.equal(found[ply], move, `${kind} at byte ${at}: acknowledged ply ${ply}`),
      );
      assert.ok(found.length <= moves.length);
    }
    await (await Table.open(server, n)).close(); // New games can be played.
    await server.dispose();
  }
  console.log(`${cuts} power cuts in a log of ${frames} pages`);
});
