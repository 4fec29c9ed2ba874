// Two workers think for a server, and are killed, stand still, leave, or lose PostgreSQL: no bot's turn comes later
// than its time, none is played twice, none hangs, and an analysis ends.
//   SANQI_WORKER_KILLS=20 SANQI_WORKER_STOPS=20 SANQI_DATABASE_KILLS=20 SANQI_TURN_LATE_MS=500 \
//     tests/system/faults/run workers
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { anyMoment, eventually, retryAfter } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { KINDS, limit, size } from '../lib/players.mjs';
import { WorkerProcess } from '../lib/worker_process.mjs';

/** A machine that tests something else at the same time is late by itself. */
const kills = size('SANQI_WORKER_KILLS', 3),
  stops = size('SANQI_WORKER_STOPS', 2),
  databaseKills = size('SANQI_DATABASE_KILLS', 2);
const late = limit('SANQI_TURN_LATE_MS', 5_000);
/**
 * The level for which workers are asked, for it thinks as long as it has time. With this clock it takes
 * 0.4 s for a usual move, and five times as long for a hard one.
 */
const LEVEL = 8,
  TIME = { initial: 20_000, increment: 0 },
  TURN_MS = 2_100,
  TABLES = 4;

async function nodeOn(t, postgres, name = 'a') {
  const node = new Server();
  t.after(() => node.dispose());
  node.address = postgres.address;
  await node.start('--node', name, '--bot-threads', '1');
  return node;
}

/** What became of the thoughts that workers were asked for, by outcome; and on how many threads they think. */
async function elsewhere(node) {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  const outcomes = [...text.matchAll(/^sanqi_ai_elsewhere_total\{outcome="(\w+)"\} (\d+)/gm)].map(
    ([, outcome, count]) => [outcome, Number(count)],
  );
  return {
    answered: 0,
    ...Object.fromEntries(outcomes),
    threads: Number(/^sanqi_ai_worker_threads (\d+)/m.exec(text)[1]),
  };
}
const known = (node, threads) =>
  eventually(`${threads} threads of workers`, async () => (await elsewhere(node)).threads === threads);

/** Games of one person against a bot, move by move, and how long the bot's turns took. */
class Opponents {
  worst = 0;
  turns = 0;
  refused = 0;
  finished = [];
  /** By game, what was acknowledged by its ply, and the longest list of moves that was told. */
  acknowledged = new Map();
  told = new Map();

  constructor(node) {
    this.node = node;
  }

  /** What was acknowledged or told is in the record, at its place. How many moves that are. */
  async check() {
    let count = 0;
    for (const [id, moves] of this.acknowledged) {
      const recorded = (await this.node.json(`/api/games/${id}`)).state.moves;
      assert.ok(
        `${recorded} `.startsWith(this.told.get(id) ?? ''),
        `${id}: ${this.told.get(id)}was told, ${recorded} is on record`,
      );
      const list = recorded.split(' ');
      for (const [ply, move] of moves) assert.equal(list[ply], move, `${id}: acknowledged ply ${ply}`);
      count += moves.size;
    }
    return count;
  }

  async say(what) {
    console.log(
      `${what}: ${this.turns} turns, the slowest after ${this.worst} ms; ${this.refused} moves refused; ${await this.check()} acknowledged, none lost; ${JSON.stringify(await elsewhere(this.node))}`,
    );
  }

  /** Someone with a new game; null while PostgreSQL is away. */
  async begin(n) {
    try {
      const client = await Client.connect(this.node);
      const { gameId } = await client.create({
        game: KINDS[n % KINDS.length],
        opponent: 'ai',
        level: LEVEL,
        side: 'first',
        time: TIME,
      });
      this.acknowledged.set(gameId, new Map());
      return client;
    } catch (error) {
      assert.match(error.message, /"code":"busy"/);
      await retryAfter({});
      return null;
    }
  }

  async play(n, stop) {
    let client = null;
    while (!stop()) {
      if (client === null) {
        client = await this.begin(n);
        if (client === null) continue;
      }
      const { legal, ply, status } = await client.until(
        (s) => s.status !== 'playing' || (s.turn === 'first' && s.legal?.length > 0),
      );
      if (status !== 'playing') {
        this.finished.push(client.room.gameId);
        client.close();
        client = null;
        continue;
      }
      const asked = Date.now();
      const move = pick(legal),
        answer = await client.move(move, ply);
      if (answer.t === 'error') {
        // PostgreSQL is away.
        this.refused++;
        assert.match(answer.code, /^(busy|rate_limited)$/, JSON.stringify(answer));
        await retryAfter(answer);
        continue;
      }
      const { gameId } = client.room;
      this.acknowledged.get(gameId).set(ply, move);
      const after = await client.until((s) => s.status !== 'playing' || s.ply >= ply + 2);
      assert.ok(after.ply <= ply + 2, 'one move of the bot');
      this.told.set(gameId, `${after.moves} `);
      this.worst = Math.max(this.worst, Date.now() - asked);
      this.turns++;
    }
    if (client === null) return;
    await client.act('resign');
    await client.until((s) => s.status === 'finished');
    this.finished.push(client.room.gameId);
    client.close();
  }
}

/** Games go on until `during` is over; then what they show. */
async function whilePlaying(node, during) {
  const opponents = new Opponents(node);
  let over = false;
  const playing = Array.from({ length: TABLES }, (_, n) => opponents.play(n, () => over));
  try {
    await Promise.race([
      during(opponents),
      Promise.all(playing).then(() => assert.fail('nobody plays any more')),
    ]);
  } finally {
    over = true;
  }
  await Promise.all(playing);
  return opponents;
}
const moreTurns = (opponents, count) => {
  const wanted = opponents.turns + count;
  return eventually(`${count} turns more`, () => opponents.turns >= wanted);
};

function checkOnce(postgres) {
  const twice = postgres.rows(
    "SELECT count(*) FROM (SELECT game, ply FROM events WHERE kind = 'move' GROUP BY game, ply HAVING count(*) > 1) AS twice",
  );
  assert.deepEqual(twice, [['0']]);
}
const nothingLeft = (postgres) =>
  eventually('no task', () => postgres.rows('SELECT count(*) FROM tasks')[0][0] === '0');

test(`workers are killed ${kills} times while people play against bots`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const node = await nodeOn(t, postgres);
  const workers = await Promise.all(
    ['one', 'two'].map((name) => WorkerProcess.during(t, postgres.address, name)),
  );
  await known(node, 2);
  const opponents = await whilePlaying(node, async (opponents) => {
    await moreTurns(opponents, TABLES);
    for (let round = 0; round < kills; round++) {
      const worker = workers[round % 2];
      await anyMoment(random(600));
      await worker.kill();
      await moreTurns(opponents, TABLES);
      await worker.start();
    }
    await known(node, 2);
  });
  const outcomes = await elsewhere(node);
  await opponents.say(`${kills} kills of a worker`);
  assert.ok(outcomes.answered > 0);
  assert.equal(outcomes.failed, undefined);
  assert.ok(opponents.worst <= TURN_MS + late, `${opponents.worst} ms`);
  checkOnce(postgres);
  await nothingLeft(postgres);
});

test(`workers stand still ${stops} times: they are not waited for, and think again when they go on`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const node = await nodeOn(t, postgres);
  const workers = await Promise.all(
    ['one', 'two'].map((name) => WorkerProcess.during(t, postgres.address, name)),
  );
  await known(node, 2);
  const opponents = await whilePlaying(node, async (opponents) => {
    for (let round = 0; round < stops; round++) {
      await moreTurns(opponents, TABLES);
      await anyMoment(random(600));
      const still = round % 2 === 0 ? workers : [pick(workers)];
      for (const worker of still) worker.signal('SIGSTOP');
      await known(node, 2 - still.length);
      const { answered } = await elsewhere(node);
      await moreTurns(opponents, TABLES);
      for (const worker of still) worker.signal('SIGCONT');
      await known(node, 2);
      await eventually('answers', async () => (await elsewhere(node)).answered > answered + 2);
    }
  });
  await opponents.say(`workers stood still ${stops} times`);
  assert.ok(opponents.worst <= TURN_MS + late, `${opponents.worst} ms`);
  checkOnce(postgres);
});

test(`PostgreSQL is killed ${databaseKills} times while workers think, and comes back: bots play on, and workers are found again`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const node = await nodeOn(t, postgres);
  const worker = await WorkerProcess.during(t, postgres.address, 'one');
  await known(node, 1);
  const opponents = await whilePlaying(node, async (opponents) => {
    for (let round = 0; round < databaseKills; round++) {
      await moreTurns(opponents, TABLES);
      await anyMoment(random(600));
      postgres.kill();
      if (round % 2 === 0) await known(node, 0);
      postgres.start();
      await eventually(
        'the worker in its table',
        () => postgres.rows('SELECT count(*) FROM workers')[0][0] === '1',
      );
      await known(node, 1);
      const { answered } = await elsewhere(node);
      await eventually('answers', async () => (await elsewhere(node)).answered > answered + 2);
    }
  });
  await opponents.say(`${databaseKills} kills of PostgreSQL`); // Moves wait for their commit: how long says the outage.
  checkOnce(postgres);
  assert.equal(await worker.stop(), 0);
  await known(node, 0);
});

test('an analysis is done by workers, also when one of them is killed, and when all are', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const node = await nodeOn(t, postgres);
  const workers = await Promise.all(
    ['one', 'two'].map((name) => WorkerProcess.during(t, postgres.address, name)),
  );
  await known(node, 2);
  const opponents = await whilePlaying(node, (opponents) => moreTurns(opponents, 3 * TABLES));
  const report = async () => (await fetch(`${node.url}/api/games/${opponents.finished[0]}/analysis`)).json();
  const { answered } = await elsewhere(node);
  assert.equal(
    (await fetch(`${node.url}/api/games/${opponents.finished[0]}/analysis`, { method: 'POST' })).status,
    202,
  );
  await eventually('a position', async () => (await elsewhere(node)).answered > answered);
  await workers[0].kill();
  await eventually(
    'another one',
    async () => (await elsewhere(node)).answered > answered + 1 || (await report()).status === 'done',
  );
  await workers[1].kill();
  const done = await eventually('the analysis', async () => {
    const told = await report();
    return told.status === 'done' && told;
  });
  assert.equal(done.plies.length, done.total);
  assert.ok(
    done.plies.every(({ eval: value }) => value !== null),
    'each was thought about',
  );
});

test('the games of a server that is killed are thought about for the one that takes them over', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const [one, other] = [await nodeOn(t, postgres, 'a'), await nodeOn(t, postgres, 'b')];
  await WorkerProcess.during(t, postgres.address, 'one');
  await known(one, 1);
  const client = await Client.connect(one);
  const { gameId } = await client.ask({
    t: 'create',
    game: 'xiangqi',
    opponent: 'aivsai',
    time: TIME,
    level: LEVEL,
  });
  await eventually('an answer', async () => (await elsewhere(one)).answered > 2);
  await eventually(
    'a thought',
    () => postgres.rows(`SELECT count(*) FROM tasks WHERE worker <> 0 AND answer = ''`)[0][0] === '1',
  );
  await one.kill();
  await known(other, 1);
  await eventually('answers', async () => (await elsewhere(other)).answered > 2);
  assert.equal((await other.json(`/api/games/${gameId}`)).state.status, 'playing');
  checkOnce(postgres);
  await eventually(
    'no task of who is gone',
    () =>
      postgres.rows('SELECT count(*) FROM tasks WHERE node NOT IN (SELECT epoch FROM nodes)')[0][0] === '0',
  );
});

test('a worker with another engine takes nothing, and says why', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const node = await nodeOn(t, postgres);
  const worker = await WorkerProcess.during(t, postgres.address, 'one');
  await known(node, 1);
  postgres.rows(`UPDATE nodes SET engine = 'another'`); // What a server of another version says of itself.
  await eventually('a word', () => /engine_differs node=a theirs=another ours=/.test(worker.log));
});

test('without a worker a server asks PostgreSQL nothing more, and thinks itself', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const node = await nodeOn(t, postgres);
  const connections = () =>
    Number(
      postgres.rows(
        `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%sum(threads)%' AND pid <> pg_backend_pid()`,
      )[0][0],
    );
  await eventually('the look at its start to be over', () => connections() === 0);
  const worker = await WorkerProcess.during(t, postgres.address, 'one');
  await known(node, 1);
  assert.equal(connections(), 1);
  await worker.stop();
  await eventually('the connection to be gone', () => connections() === 0);
  const opponents = await whilePlaying(node, (opponents) => moreTurns(opponents, TABLES));
  assert.equal((await elsewhere(node)).answered, 0);
  assert.equal(connections(), 0);
  assert.ok(opponents.turns > 0);
});
