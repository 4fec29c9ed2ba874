// A server that is killed in mid-game loses no acknowledged move, charges nobody for the outage, and asks its AI again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, moveInTurn, playRandomly, randomFrom, seatTwo } from '../lib/client.mjs';
import { eventually } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const games = ['xiangqi', 'gomoku', 'antireversi'];

test('kill -9 between and during moves: every acknowledged move is there after the restart', async (t) => {
  const server = await Server.during(t);
  const random = randomFrom(seed);
  for (const game of games) {
    const { host, guest, created } = await seatTwo(server, { game });
    const acknowledged = [];
    // Both sides play until the server dies under them, at a moment that the seed chooses.
    const dieAt = 5 + random(20);
    const playing = [host, guest].map((client) =>
      Promise.race([client.closed, playRandomly(client, random, { acknowledged })]),
    );
    await eventually(
      'moves of both',
      () => acknowledged.length >= dieAt || host.room.state.status !== 'playing',
    );
    await server.kill();
    await Promise.all(playing);
    const kept = acknowledged.slice();

    await server.start();
    const back = await Client.connect(server, { token: host.welcome.token });
    await back.join(created.gameId, { token: created.token });
    const moves = back.room.state.moves.split(' ');
    kept.forEach((move, ply) => assert.equal(moves[ply], move, `${game}: acknowledged ply ${ply}`));
    assert.ok(moves.length <= kept.length + 1, 'at most the move that was under way is there besides');
    assert.equal(back.room.you, 'first', 'the token gives the seat back');
    back.close();
  }
});

test("the outage is nobody's thinking time", async (t) => {
  const server = await Server.during(t);
  const time = { initial: 60000, increment: 0 };
  const { host, guest, created } = await seatTwo(server, { game: 'antireversi', time });
  for (let ply = 0; ply < 2; ++ply) await moveInTurn([host, guest], (legal) => legal[0]);
  const before = host.room.state;
  await server.kill();
  server.age(3_600_000);
  await server.start();
  const back = await Client.connect(server, { token: host.welcome.token });
  const room = await back.join(created.gameId, { token: created.token });
  assert.deepEqual(room.state.clock.ms, before.clock.ms, 'as at the start of the turn');
  assert.equal(room.state.clock.running, 'first');
  back.close();
});

/** Someone has moved, and the server is dead before the AI, which thinks for seconds, has answered. */
async function diedThinking(server) {
  for (;;) {
    const human = await Client.connect(server);
    const { gameId, token } = await human.create({
      game: 'xiangqi',
      opponent: 'ai',
      level: 8,
      side: 'first',
      time: { initial: 600000, increment: 0 },
    });
    const acknowledged = await human.move('h2e2');
    assert.equal(acknowledged.t, 'ack');
    await server.kill();
    const [{ moves }] = server.rows(
      `SELECT count(*) AS moves FROM events WHERE game = '${gameId}' AND kind = 'move'`,
    );
    await server.start();
    if (moves === 1) return { gameId, token, user: human.welcome.token };
  }
}

test('an AI that was to move when the server died is asked again', async (t) => {
  const server = await Server.during(t);
  const { gameId, token, user } = await diedThinking(server);
  const back = await Client.connect(server, { token: user });
  await back.join(gameId, { token });
  const state = await back.until((s) => s.ply >= 2);
  assert.match(state.moves, /^h2e2 /);
  back.close();
});

test('a drain ends with status 0 and the game goes on after the restart', async (t) => {
  const server = await Server.during(t);
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  await host.move('h8');
  const drained = await server.drain();
  const { code } = await host.closed;
  if (drained) assert.equal(code, 1012);
  await guest.closed;
  await server.start();
  const back = await Client.connect(server, { token: guest.welcome.token });
  const room = await back.join(created.gameId);
  assert.equal(room.state.moves, 'h8');
  assert.equal(room.you, 'second');
  assert.ok(drained || (await server.drain()), 'it gives up each time');
  back.close();
});

test('a finished game is in the records with every move and its result', async (t) => {
  const server = await Server.during(t);
  const random = randomFrom(seed + 1);
  const { host, guest, created } = await seatTwo(server, { game: 'antireversi' });
  await Promise.all([playRandomly(host, random), playRandomly(guest, random)]);
  const record = await server.json(`/api/games/${created.gameId}`);
  assert.equal(record.state.status, 'finished');
  assert.equal(record.state.moves, host.room.state.moves);
  assert.equal(record.state.result, host.room.state.result);
  const list = await server.json('/api/games?status=finished');
  assert.ok(
    list.games.some((g) => g.gameId === created.gameId),
    JSON.stringify(list),
  );
  host.close();
  guest.close();
});
