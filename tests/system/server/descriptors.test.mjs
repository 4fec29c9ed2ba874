// A server that has no descriptor left for one more connection.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Client, moveInTurn, seatTwo } from '../lib/client.mjs';
import { eventually } from '../lib/patience.mjs';
import { Server } from '../lib/server.mjs';

/** server/net/listener.cpp, kPause. */
const PAUSE_MS = 100;

/** When the server said that it could accept nothing, in ms. */
const refusals = (server) =>
  [...server.log.matchAll(/^(\S+Z) \S+ cannot_accept /gm)].map(([, at]) => Date.parse(at));

test('who plays plays on when descriptors run out, and others come in when there are some again', async (t) => {
  const server = await Server.during(t);
  const { host, guest } = await seatTwo(server, { game: 'gomoku', time: null });
  const open = readdirSync(`/proc/${server.pid}/fd`).length;
  execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${open + 4}:`]);
  const crowd = Array.from({ length: 20 }, () => connect({ port: server.port, host: '127.0.0.1' }));
  t.after(() => crowd.forEach((socket) => socket.destroy()));
  for (const socket of crowd) socket.on('error', () => {});
  await eventually('the last descriptor to be taken', () => refusals(server).length > 0);

  for (const move of ['h8', 'h9', 'i8']) await moveInTurn([host, guest], move);
  const tries = await eventually('more tries', () => refusals(server).length > 4 && refusals(server));
  for (const [n, at] of tries.slice(1).entries())
    assert.ok(
      at - tries[n] >= PAUSE_MS - 1,
      `${at - tries[n]} ms between two tries: the processor does nothing else`,
    );

  for (const socket of crowd) socket.destroy();
  const late = await Client.connect(server);
  assert.equal(late.welcome.t, 'welcome');
  for (const client of [late, host, guest]) client.close();
});
