// Two servers on one PostgreSQL, of which one stands still, or is cut off from it: the other has its games in some
// seconds, what was acknowledged is there once, and who was taken over writes nothing more.
//   SANQI_NODE_STOPS=20 SANQI_STOPPED_MS=15000 SANQI_NODE_CUTS=20 SANQI_TAKEOVER_MS=10000 tests/system/faults/run \
//     silence
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveInTurn } from '../lib/client.mjs';
import { anyMoment, eventually, outage } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { JoinedNetwork } from '../lib/network_namespace.mjs';
import { begin, checkOnce, living, move, settled, twoNodes } from '../lib/nodes.mjs';
import { Table, limit, size } from '../lib/players.mjs';

const stops = size('SANQI_NODE_STOPS', 1),
  cuts = size('SANQI_NODE_CUTS', 1),
  slowest = limit('SANQI_TAKEOVER_MS', 30_000);
/** How long a node stands still at least; until it is taken over in any case. */
const stoppedMs = size('SANQI_STOPPED_MS', 0);
const TIME = { initial: 300_000, increment: 0 };
const XIANGQI = 0; // Its random games are long.

/** Moves that a node knows it cannot write down are refused; of others nothing is heard. */
const playUntilLost = (table) => table.play().catch((refused) => assert.match(refused.message, /"busy"/));

/** What was acknowledged is there, at the node that has the games now, and they go on. */
async function goOn(tables, node) {
  for (const table of tables) {
    table.check(await node.json(`/api/games/${table.id}`));
    if (!table.over)
      await moveInTurn([table.host, table.guest], (legal, ply) => (table.acknowledged[ply] = pick(legal)));
  }
}

/** People play at node `one`, and it is stopped in the midst of it. How long it took until all of them could go on at
 *  the other. */
async function standStill(postgres, one, other) {
  const [touched, untouched, ...busy] = await Promise.all(
    [0, 1, ...Array(4).fill(XIANGQI)].map((n) => Table.open(one, n, { time: TIME })),
  );
  const quiet = [touched, untouched],
    tables = [...quiet, ...busy];
  for (const table of quiet) for (let i = 0; i < 2; i++) await moveInTurn([table.host, table.guest], pick);
  await settled(postgres, 2);
  const playing = busy.map(playUntilLost);
  await anyMoment(random(400));
  one.signal('SIGSTOP');
  const stopped = Date.now();
  const left = tables.map((table) => [table.host, table.guest]).flat();
  // Arrives at a server that stands still, for a game that has gone on elsewhere when it is read.
  const answers = [];
  for (const table of quiet)
    void table.host.move(table.host.room.state.legal[0], 2).then(
      (answer) => answers.push(answer),
      () => {},
    );
  await eventually('a takeover', () => living(postgres) === other.name);
  await Promise.all([touched, ...busy].map((table) => move(table, other)));
  const took = Date.now() - stopped;
  await moveInTurn([touched.host, touched.guest], pick);
  await goOn(busy, other);
  await outage(stoppedMs - took);
  const events = () => postgres.rows('SELECT count(*) FROM events');
  const before = events();
  one.signal('SIGCONT');
  assert.equal(await one.exited, 1);
  assert.match(one.log, /taken_over/);
  for (const client of left) await client.closed;
  await Promise.all(playing);
  assert.deepEqual(
    answers.filter(({ t }) => t === 'ack'),
    [],
    'nothing is acknowledged that is not written',
  );
  assert.deepEqual(events(), before);
  await move(untouched, other);
  assert.equal(untouched.host.room.state.ply, 2);
  await moveInTurn([untouched.host, untouched.guest], pick);
  await goOn(busy, other);
  for (const table of tables) table.close();
  return took;
}

test(`${stops} times a node stands still for longer than five seconds: it writes nothing more, and ends`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  let [one, other] = await twoNodes(t, postgres),
    worst = 0;
  for (let round = 0; round < stops; round++) {
    if (round > 0) {
      await begin(one);
      [one, other] = [other, one];
    }
    one.log = '';
    worst = Math.max(worst, await standStill(postgres, one, other));
  }
  checkOnce(postgres);
  console.log(`stopped ${stops} times: all games at the other node after ${worst} ms at the latest`);
  assert.ok(worst <= slowest, `${worst} ms`);
});

/** People play at node `one`, and it is cut off in the midst of it. How long it took until all of them could go on at
 *  the other. */
async function cutOff(network, postgres, one, other) {
  const tables = await Promise.all([0, 1, 2].map(() => Table.open(one, XIANGQI, { time: TIME })));
  await settled(postgres, 2);
  const playing = tables.map(playUntilLost);
  await anyMoment(random(400));
  network.cut();
  const cut = Date.now();
  await eventually('a takeover', () => living(postgres) === 'b');
  const told = tables.map(({ acknowledged }) => acknowledged.length);
  const left = tables.map((table) => [table.host, table.guest]).flat();
  await Promise.all(tables.map((table) => move(table, other)));
  const took = Date.now() - cut;
  await goOn(tables, other);
  const events = postgres.rows('SELECT count(*) FROM events');
  network.join();
  assert.equal(await one.exited, 1);
  assert.match(one.log, /taken_over/);
  for (const client of left) await client.closed;
  await Promise.all(playing);
  assert.deepEqual(postgres.rows('SELECT count(*) FROM events'), events);
  await goOn(tables, other);
  console.log(`cut off: all games at the other node after ${took} ms, ${told.join(', ')} moves told before`);
  for (const table of tables) table.close();
  return took;
}

test(`${cuts} times a node is cut off from PostgreSQL: it acknowledges nothing, the others have its games, and it ends when it is back`, async (t) => {
  const network = await JoinedNetwork.during(t);
  if (!network) return;
  const postgres = Postgres.during(t, network.records.here);
  if (!postgres) return;
  const [one, other] = [new Server(), new Server()];
  for (const node of [one, other]) t.after(() => node.dispose());
  Object.assign(one, {
    name: 'a',
    prefix: network.prefix,
    host: network.play.there,
    address: `postgresql://sanqi@${network.records.here}/postgres`,
  });
  Object.assign(other, { name: 'b', address: postgres.address });
  await begin(other);
  let worst = 0;
  for (let round = 0; round < cuts; round++) {
    one.log = '';
    await one.start('--bind', '0.0.0.0', '--node', 'a');
    worst = Math.max(worst, await cutOff(network, postgres, one, other));
  }
  checkOnce(postgres);
  assert.ok(worst <= slowest, `${worst} ms`);
});
