// Servers are killed while tournaments are played: no result is lost, no game is there twice, and rounds come in time.
//   SANQI_TOURNAMENT_KILLS=200 SANQI_ROUND_LATE_MS=10000 tests/system/faults/run tournaments
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyMoment, eventually } from '../lib/patience.mjs';
import { begin } from '../lib/nodes.mjs';
import { limit, size } from '../lib/players.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Evening } from '../lib/tournaments.mjs';

const kills = size('SANQI_TOURNAMENT_KILLS', 3),
  latest = limit('SANQI_ROUND_LATE_MS', 20_000),
  PLAYERS = 8;
/** Between the last game of a round and the next round, which comes by itself. */
const PAUSE_MS = 30_000;
const time = { game: 'gomoku', initialMs: 1_200_000 };
const FORMS = [
  { name: 'Swiss', format: 'swiss', rounds: 6, ...time },
  { name: 'All', format: 'roundRobin', ...time },
];

/** Tournaments one after another until so many servers were killed, each by `kill`, in the midst of one. */
async function playWhileKilled(servers, kill) {
  const evenings = [];
  let isPlaying = false,
    killed = 0,
    failure = null; // Of the killing, without which the playing would have no end.
  const killing = (async () => {
    for (; killed < kills; killed++) {
      await anyMoment(random(1_000));
      await eventually('a round', () => isPlaying && kill(killed));
    }
  })().catch((error) => (failure = error));
  while (killed < kills && !failure) {
    const evening = await Evening.begin(servers, FORMS[evenings.length % FORMS.length], PLAYERS);
    evenings.push(evening);
    isPlaying = true;
    while (!failure && (await evening.goOn()));
    isPlaying = false;
  }
  await killing;
  if (failure) throw failure;
  return evenings;
}

/** None is there twice, and none besides. */
async function checkGames(evenings, rows) {
  const told = [];
  for (const evening of evenings) told.push(...(await evening.check()));
  assert.equal(new Set(told).size, told.length);
  assert.deepEqual(rows('SELECT id FROM games').sort(), [...told].sort());
  console.log(
    `${kills} kills in ${evenings.length} tournaments of ${told.length} games: all are there, once`,
  );
}

test(`a server is killed ${kills} times in rounds: all results are there, and each game once`, async (t) => {
  const server = await Server.during(t);
  const evenings = await playWhileKilled([server], async () => {
    server.isDown = true;
    await server.kill();
    await server.start();
    server.isDown = false;
    return true;
  });
  await checkGames(evenings, (sql) => server.rows(sql).map(({ id }) => id));
});

/** On one database. */
async function threeNodes(t, postgres) {
  const nodes = Array.from('abc', (name) => Object.assign(new Server(), { name, address: postgres.address }));
  for (const node of nodes) t.after(() => node.dispose());
  await Promise.all(nodes.map(begin));
  return nodes;
}

test(`of three nodes one is killed ${kills} times in rounds: the others go on`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const nodes = await threeNodes(t, postgres);
  const living = () => Number(postgres.rows('SELECT count(*) FROM nodes')[0][0]);
  const evenings = await playWhileKilled(nodes, async (n) => {
    const node = pick(nodes);
    node.isDown = true;
    await node.kill();
    // Every other one is back before it is missed.
    if (n % 2 === 0) await eventually('a takeover', () => living() < nodes.length);
    await begin(node);
    node.isDown = false;
    return true;
  });
  await checkGames(evenings, (sql) => postgres.rows(sql).flat());
});

/** `die` kills the server that has begun the tournament, in the pause after a round. */
async function checkPause(servers, die) {
  const evening = await Evening.begin(servers.slice(0, 1), FORMS[1], 4);
  while (await evening.playOf(await evening.show()));
  const over = Date.now();
  await anyMoment(random(5_000));
  await die(servers[0]);
  evening.servers = servers;
  await eventually('the next round', async () => (await evening.show()).round.number === 2);
  const late = Date.now() - over - PAUSE_MS;
  console.log(`the next round came ${late} ms late`);
  assert.ok(late <= latest, `${late} ms`);
  while (await evening.goOn());
  await evening.check();
}

test('a server that dies between two rounds begins the next one in time', async (t) => {
  const server = await Server.during(t);
  await checkPause([server], async () => {
    await server.kill();
    await server.start();
  });
});

for (const how of ['kill', 'stop'])
  test(`a node that leaves between two rounds (${how}): another begins the next one in time`, async (t) => {
    const postgres = Postgres.during(t);
    if (!postgres) return;
    await checkPause(await threeNodes(t, postgres), async (node) => {
      node.isDown = true;
      await node[how]();
    });
  });
