// Restarts that nobody loses by: a hundred live games over a drain, and games against the AI over one kill after another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, moveInTurn, playRandomly, seatTwo } from '../lib/client.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const games = ['xiangqi', 'gomoku', 'antireversi'];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** How long a drain and a return may take; a server under sanitizers is allowed more. */
const patience = Number(process.env.SANQI_PATIENCE ?? 1);

test('a hundred live games over a restart: gone within five seconds, back within three, and no clock is charged', async (t) => {
  const server = await Server.during(t);
  let began = Date.now();
  const rooms = await Promise.all(Array.from({ length: 100 }, async (_, i) => {
    const room = await seatTwo(server, { game: games[i % 3], time: { initial: 600_000, increment: 0 } });
    for (let ply = 0; ply < 3; ply++) await moveInTurn([room.host, room.guest], pick);
    return room;
  }));
  const before = rooms.map(({ host }) => host.room);
  const notices = rooms.map(({ guest }) => guest.next((m) => m.t === 'notice'));

  began = Date.now();
  assert.equal(await server.stop(), 0);
  const draining = Date.now() - began;
  for (const notice of await Promise.all(notices)) assert.ok(notice.restartInMs >= 0);
  for (const { host } of rooms) assert.equal((await host.closed).code, 1012);
  await wait(2000); // The outage.

  await server.start();
  began = Date.now();
  const back = await Promise.all(rooms.map(async ({ host, guest, created }) => {
    const [first, second] = await Promise.all([host, guest].map((c) => Client.connect(server, { token: c.welcome.token })));
    await Promise.all([first.join(created.gameId), second.join(created.gameId)]);
    return { host: first, guest: second };
  }));
  const returning = Date.now() - began;
  console.log(`100 games: drained in ${draining} ms, ready to all 200 clients back in ${returning} ms`);

  await Promise.all(rooms.map(async (_, i) => {
    const { state } = back[i].host.room;
    assert.equal(state.moves, before[i].state.moves);
    assert.deepEqual(state.clock.ms, before[i].state.clock.ms, 'as at the start of the turn');
    assert.equal(state.clock.running, before[i].state.clock.running);
    assert.ok(state.clock.spent <= 0, `${state.clock.spent} ms of an outage were charged`);
    // The move that the restart cut short costs nothing, however long it took.
    const ply = state.ply;
    const mover = back[i].host.room.you === state.turn ? back[i].host : back[i].guest;
    const moved = mover.next((m) => m.t === 'event' && m.kind === 'move');
    await mover.until((s) => s.legal);
    assert.equal((await mover.move(pick(mover.room.state.legal), ply)).t, 'ack');
    assert.equal((await moved).spent, 0);
  }));
  assert.ok(draining <= 5_000 * patience, `${draining} ms`);
  assert.ok(returning <= 3_000 * patience, `${returning} ms`);
  for (const { host, guest } of back) { host.close(); guest.close(); }
});

test('kill -9, ten times in ten games against the AI: no acknowledged move is lost, and the AI plays on', async (t) => {
  const server = await Server.during(t);
  const open = async () => {
    const client = await Client.connect(server);
    const created = await client.create({ game: pick(games), opponent: 'ai', level: 1 + random(2), side: 'random', time: { initial: 600_000, increment: 0 } });
    return { client, created, acknowledged: [] };
  };
  let rooms = await Promise.all(Array.from({ length: 10 }, open));
  let plies = 0;
  for (let round = 0; round < 10; round++) {
    const playing = rooms.map(({ client, acknowledged }) => Promise.race([client.closed, playRandomly(client, random, { acknowledged })]));
    await wait(200 + random(500)); // The moment of the kill is what is random here.
    await server.kill();
    await Promise.all(playing);
    await server.start();
    rooms = await Promise.all(rooms.map(async ({ client, created, acknowledged }) => {
      const again = await Client.connect(server, { token: client.welcome.token });
      const { state, you } = await again.join(created.gameId, { token: created.token });
      const moves = state.moves.split(' ');
      for (const [ply, move] of Object.entries(acknowledged)) {
        assert.equal(moves[ply], move, `round ${round}, ${created.gameId}: acknowledged ply ${ply}`);
      }
      plies += Object.keys(acknowledged).length;
      if (state.status !== 'playing') {
        again.close();
        return open();
      }
      // Whoever was to move when the server died moves now: the player at once, or the AI, which is asked again.
      await again.until((s) => s.turn === you || s.status !== 'playing');
      return { client: again, created, acknowledged };
    }));
  }
  console.log(`${plies} acknowledged moves were looked for after ten kills`);
  assert.ok(plies > 100);
  for (const { client } of rooms) client.close();
});
