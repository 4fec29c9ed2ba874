// Restarts that nobody loses by: a hundred live games over a drain, and games against the AI over one kill after
// another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, moveInTurn, playRandomly, seatTwo } from '../lib/client.mjs';
import { eventually, patience } from '../lib/patience.mjs';
import { limit } from '../lib/players.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const games = ['xiangqi', 'gomoku', 'antireversi'];
const HOUR = 3_600_000;
/** After a start the turn that was cut short costs nothing for so long: see RoomState. */
const FREE_MS = 10_000;
/** What a drain and the return of all may take each; on a machine that does nothing else SANQI_RETURNED_MS=3000. */
const slowest = limit('SANQI_RETURNED_MS', 60_000);

test('a hundred live games over an outage of an hour: all come back, and no clock is charged', async (t) => {
  const server = await Server.during(t);
  const rooms = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      const room = await seatTwo(server, { game: games[i % 3], time: { initial: 600_000, increment: 0 } });
      for (let ply = 0; ply < 3; ply++) await moveInTurn([room.host, room.guest], pick);
      return room;
    }),
  );
  const before = rooms.map(({ host }) => host.room);
  const notices = rooms.map(({ guest }) => guest.next((m) => m.t === 'notice'));

  let began = Date.now();
  const drained = await server.drain();
  const draining = Date.now() - began;
  for (const notice of await Promise.all(notices)) assert.equal(notice.restartInMs, 2_000);
  for (const { host } of rooms) {
    const { code } = await host.closed;
    if (drained) assert.equal(code, 1012);
  }
  server.age(HOUR);

  began = Date.now();
  await server.start();
  const started = Date.now();
  const back = await Promise.all(
    rooms.map(async ({ host, guest, created }) => {
      const [first, second] = await Promise.all(
        [host, guest].map((c) => Client.connect(server, { token: c.welcome.token })),
      );
      await Promise.all([first.join(created.gameId), second.join(created.gameId)]);
      return { host: first, guest: second };
    }),
  );
  const returning = Date.now() - started;
  console.log(`100 games: drained in ${draining} ms, ready to all 200 clients back in ${returning} ms`);

  await Promise.all(
    rooms.map(async (_, i) => {
      const { state } = back[i].host.room;
      assert.equal(state.moves, before[i].state.moves);
      assert.deepEqual(state.clock.ms, before[i].state.clock.ms, 'as at the start of the turn');
      assert.equal(state.clock.running, before[i].state.clock.running);
      const charged = Math.max(0, Date.now() - began - FREE_MS);
      assert.ok(state.clock.spent <= charged, `${state.clock.spent} ms of an outage were charged`);
      // The move that the restart cut short costs nothing.
      const ply = state.ply;
      const mover = back[i].host.room.you === state.turn ? back[i].host : back[i].guest;
      const moved = mover.next((m) => m.t === 'event' && m.kind === 'move');
      await mover.until((s) => s.legal);
      assert.equal((await mover.move(pick(mover.room.state.legal), ply)).t, 'ack');
      const { spent } = await moved;
      assert.ok(spent <= Math.max(0, Date.now() - began - FREE_MS), `${spent} ms`);
    }),
  );
  for (const took of [draining, returning]) assert.ok(took <= slowest, `${took} ms`);
  assert.ok(drained || (await server.drain()), 'it gives up each time');
  for (const { host, guest } of back) {
    host.close();
    guest.close();
  }
});

test('what was thought in a turn stays charged: up to SIGTERM, or to the last sign of life before a kill', async (t) => {
  const server = await Server.during(t);
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku', time: { initial: 600_000 } });
  for (let ply = 0; ply < 3; ply++) await moveInTurn([host, guest], pick);
  const { v, state } = guest.room;
  const lastSign = () => server.rows('SELECT at FROM heartbeat')[0].at;
  const sign = await eventually(
    'a sign of life of a running clock',
    () => lastSign() > state.clock.at && lastSign(),
  );
  await server.kill();
  const known = sign - state.clock.at;
  let most = Date.now() - state.clock.at;
  for (const how of ['kill', 'SIGTERM']) {
    const started = Date.now();
    await server.start();
    const back = await Client.connect(server, { token: guest.welcome.token });
    back.room = { ...guest.room };
    await back.ask({ t: 'join', gameId: created.gameId, as: 'player', since: v });
    const { clock } = await back.until((s) => s.clock.at > state.clock.at);
    const thought = clock.spent + FREE_MS;
    assert.ok(thought >= known - 2, `${how}: ${thought} ms of at least ${known} ms`);
    assert.ok(thought <= most + (clock.at - started), `${how}: ${thought} ms of at most ${most} ms`);
    const joined = Date.now() - started; // The commit that both waited for took no longer.
    const byHttp = (await server.json(`/api/games/${created.gameId}`)).state.clock;
    assert.deepEqual([byHttp.ms, byHttp.running], [clock.ms, clock.running]);
    assert.ok(
      Math.abs(byHttp.spent - clock.spent - (byHttp.at - clock.at)) < 1_000 * patience + joined,
      'one clock',
    );
    if (how === 'SIGTERM') return;
    // Of the free time that was not used up nothing is saved: what went by since the start is free once more.
    most = thought;
    await server.stop();
  }
});

test('kill -9, ten times in ten games against the AI: no acknowledged move is lost, and the AI plays on', async (t) => {
  const server = await Server.during(t);
  const open = async () => {
    const client = await Client.connect(server);
    const created = await client.create({
      game: pick(games),
      opponent: 'ai',
      level: 1 + random(2),
      side: 'random',
      time: { initial: 600_000, increment: 0 },
    });
    return { client, created, acknowledged: [] };
  };
  let rooms = await Promise.all(Array.from({ length: 10 }, open));
  let plies = 0;
  const told = () => rooms.reduce((sum, { acknowledged }) => sum + Object.keys(acknowledged).length, 0);
  for (let round = 0; round < 10; round++) {
    const killedAt = told() + 10 + random(20); // Moves: the moment of the kill is what is random here.
    const playing = rooms.map(({ client, acknowledged }) =>
      Promise.race([client.closed, playRandomly(client, random, { acknowledged })]),
    );
    let allOver = false;
    const ended = Promise.all(playing).then(() => {
      allOver = true;
    });
    await eventually('moves of players', () => allOver || told() >= killedAt);
    await server.kill();
    await ended;
    await server.start();
    rooms = await Promise.all(
      rooms.map(async ({ client, created, acknowledged }) => {
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
      }),
    );
  }
  console.log(`${plies} acknowledged moves were looked for after ten kills`);
  assert.ok(plies > 100);
  for (const { client } of rooms) client.close();
});
