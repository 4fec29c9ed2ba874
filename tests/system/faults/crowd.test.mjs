// Many who come at once, and many games one after the other, after which the server is as it was.
//   SANQI_CLIENTS=5000 SANQI_SOAK=20000 tests/system/faults/run crowd
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { text } from '../lib/frames.mjs';
import { PATIENCE_MS, eventually, patience } from '../lib/patience.mjs';
import { Peer, request } from '../lib/peer.mjs';
import { Client } from '../lib/client.mjs';
import { random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Table, size } from '../lib/players.mjs';

const clients = size('SANQI_CLIENTS', 400),
  games = size('SANQI_SOAK', 150);
const say = (message) => text(JSON.stringify(message));

/** A spectator on a socket that costs this process little. */
async function spectate(server, gameId, token) {
  const peer = await Peer.connect(server.port, { from: `127.0.0.${2 + random(50)}` });
  await peer.send(
    Buffer.concat([
      Buffer.from(request()),
      say({ t: 'hello', v: 1, id: 1, token }),
      say({ t: 'join', id: 2, gameId, as: 'spectator' }),
    ]),
  );
  await peer.upgraded();
  for (let message; (message = await peer.message());) {
    if (message.t === 'welcome') peer.token = message.token;
    assert.notEqual(message.t, 'error', JSON.stringify(message));
    if (message.t === 'gameFull') {
      peer.ply = message.state.ply;
      return peer;
    }
  }
}

test(`${clients} clients come back at once after a kill, and each is told the present state`, async (t) => {
  const server = await Server.during(t);
  const tables = await Promise.all(Array.from({ length: 10 }, (_, n) => Table.open(server, n)));
  await Promise.all(tables.map((table) => table.play(6)));
  const enterAll = (tokens) =>
    Promise.all(Array.from({ length: clients }, (_, n) => spectate(server, tables[n % 10].id, tokens?.[n])));
  const peers = await enterAll();
  const tokens = peers.map(({ token }) => token);
  await server.kill();
  for (const peer of peers) peer.destroy();
  await server.start();
  const began = Date.now();
  const back = await enterAll(tokens);
  console.log(`${clients} clients back in ${Date.now() - began} ms`);
  for (const peer of back) assert.equal(peer.ply, 6);
  assert.equal(new Set(back.map(({ token }) => token)).size, new Set(tokens).size, 'nobody became another');
  for (const peer of back) peer.destroy();
  for (const table of tables) table.close();
});

/** Of the short form it is 12 KiB a game. A server under sanitizers keeps what it has freed for a while. */
const MAY_GROW = 1 + 0.05 * patience ** 2;

const descriptors = (server) => readdirSync(`/proc/${server.pid}/fd`).length;

/** KiB of the process, and what of it is not the database's, which keeps more pages at hand as the file grows, up to a
 *  limit. */
async function memoryOf(server) {
  const [all, storage] = [
    await server.metric('process_resident_memory_bytes'),
    await server.metric('sanqi_storage_memory_bytes'),
  ];
  return { all: Math.round(all / 1024), own: Math.round((all - storage) / 1024) };
}

/** Plays short games, two moves and a resignation each: so many pairs at a time, and new guests after as many games as
 *  they may play at once. */
async function playShort(server, count) {
  const PAIRS = 20,
    GAMES = 15;
  let left = count;
  await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      while (left > 0) {
        const [host, guest] = [await Client.connect(server), await Client.connect(server)];
        for (let n = 0; n < GAMES && left-- > 0; n++) await resigned(host, guest);
        host.close();
        guest.close();
      }
    }),
  );
}

async function resigned(host, guest) {
  const created = await host.create({ game: 'gomoku', opponent: 'human', side: 'first' });
  await guest.join(created.gameId);
  await host.until((s) => s.legal);
  assert.equal((await host.move('h8', 0)).t, 'ack');
  await guest.until((s) => s.ply === 1);
  assert.equal((await guest.move('h9', 1)).t, 'ack');
  assert.equal((await host.act('resign')).t, 'ack');
  for (const client of [host, guest]) {
    await client.until((s) => s.status === 'finished');
    await client.ask({ t: 'leave', gameId: created.gameId });
    client.room = null;
  }
}

test(`a soak of ${games} games: connections, descriptors and memory return`, async (t) => {
  const server = await Server.during(t);
  const long = games >= 1_000;
  const empty = () =>
    eventually('no connection left', async () => (await server.metric('sanqi_connections')) === 0);
  const unloaded = () =>
    long &&
    eventually(
      'no room left',
      async () => (await server.metric('sanqi_rooms_loaded')) === 0,
      2 * PATIENCE_MS,
    );
  await playShort(server, Math.min(games, long ? 1_000 : 100)); // What is taken once and kept.
  await empty();
  await unloaded();
  const files = descriptors(server),
    memory = await memoryOf(server);
  const AT_ONCE = 8_000; // Each game keeps its room for a minute, and there are 10,000 rooms.
  for (let left = games; left > 0; left -= AT_ONCE) {
    await playShort(server, Math.min(left, AT_ONCE));
    await empty();
    await unloaded();
  }
  // One connection of ours is kept alive.
  await eventually('as many descriptors as before', () => descriptors(server) <= files + 1);
  const [{ unfinished }] = server.rows("SELECT count(*) AS unfinished FROM games WHERE status = 'playing'");
  assert.equal(unfinished, 0);
  // The server looks twice a minute for memory that it could give back.
  let after;
  const returned = async () => (after = await memoryOf(server)).own <= memory.own * MAY_GROW;
  const told = () =>
    `${games} games: ${memory.own} KiB (${memory.all} with the database's) before, ${after.own} (${after.all}) after, ${descriptors(server)} descriptors`;
  await eventually('the memory', returned, 3 * PATIENCE_MS).catch((error) =>
    assert.fail(`${error.message}: ${told()}`),
  );
  console.log(told());
});
