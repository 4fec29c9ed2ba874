// What a bot's turn loses on its way to a worker and back: games against a server that thinks itself, and against one
// for which a sanqi-worker thinks, in turns.
//   node --experimental-websocket --no-warnings tests/load/turns.mjs [TURNS] [LEVEL ...]
// 100 turns at level 8, for which workers are asked, where nothing else is said.
// Lost is what passes between the acknowledgement of one's move and the bot's, less the time that the bot thought
// (sanqi_ai_move_seconds of /metrics): commit of the bot's move, threads that are woken and, with a worker, the way.
// One game at a time, so nobody waits for a thread. Level 8 thinks for 0.4 s of a clock of 20 s. Both servers have
// PostgreSQL with fsync, so a commit costs both the same.
import assert from 'node:assert/strict';
import { Client } from '../system/lib/client.mjs';
import { pick } from '../system/lib/seed.mjs';
import { Server } from '../system/lib/server.mjs';
import { WorkerProcess } from '../system/lib/worker_process.mjs';
import { eventually } from '../system/lib/patience.mjs';
import { KINDS } from '../system/lib/players.mjs';
import { Postgres } from '../system/lib/postgres.mjs';

process.env.SANQI_POSTGRES_FSYNC = 'on';
const [turns, ...levels] = process.argv.slice(2).map(Number);
const TURNS = turns || 100,
  LEVELS = levels.length > 0 ? levels : [8];
const ROUNDS = 4; // So that what else the machine does meets both kinds.

const metrics = async (node) => (await fetch(`${node.url}/metrics`)).text();
const answered = async (node) =>
  Number(/^sanqi_ai_elsewhere_total\{outcome="answered"\} (\d+)/m.exec(await metrics(node))?.[1] ?? 0);

const threads = (node, count) =>
  eventually(
    `${count} threads of workers`,
    async () => new RegExp(`^sanqi_ai_worker_threads ${count}`, 'm').test(await metrics(node)),
    60_000,
  );

/** Milliseconds that bots have thought in all, and their moves. */
async function thought(node) {
  const text = await metrics(node);
  const sum = (what) =>
    [...text.matchAll(new RegExp(`^sanqi_ai_move_seconds_${what}\\{.*\\} (\\S+)`, 'gm'))].reduce(
      (all, [, value]) => all + Number(value),
      0,
    );
  return { ms: 1000 * sum('sum'), moves: sum('count') };
}

/** So many turns of a bot: how long each thought, and what else passed. */
async function play(node, level, count, found) {
  for (let n = 0; count > 0; n++) {
    const client = await Client.connect(node);
    await client.create({
      game: KINDS[n % KINDS.length],
      opponent: 'ai',
      level,
      side: 'first',
      time: { initial: 20_000, increment: 0 },
    });
    for (; count > 0; count--) {
      const { legal, ply, status } = await client.until(
        (s) => s.status !== 'playing' || (s.turn === 'first' && s.legal?.length > 0),
      );
      if (status !== 'playing') break;
      const before = await thought(node);
      const answer = await client.move(pick(legal), ply);
      const asked = performance.now();
      assert.equal(answer.t, 'ack', JSON.stringify(answer));
      await client.until((s) => s.status !== 'playing' || s.ply >= ply + 2);
      const took = performance.now() - asked,
        after = await thought(node);
      if (after.moves === before.moves + 1)
        found.push({ thought: after.ms - before.ms, lost: took - (after.ms - before.ms) });
    }
    client.close();
  }
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const endings = [];
const postgres = Postgres.during({
  after: (end) => endings.push(end),
  skip: (why) => {
    throw new Error(why);
  },
});
try {
  const nodes = [];
  for (const name of ['itself', 'elsewhere']) {
    const node = Object.assign(new Server(), { address: postgres.address });
    endings.unshift(() => node.dispose());
    nodes.push(node);
    await node.start('--node', name, '--bot-threads', '1');
  }
  const [itself, elsewhere] = nodes;
  const worker = await WorkerProcess.during(
    { after: (end) => endings.unshift(end) },
    postgres.address,
    'one',
  );
  console.log(
    '| level | thinks | turns | thought p50 / max, ms | lost p50 / p99 / max, ms |\n|---|---|---|---|---|',
  );
  for (const level of LEVELS) {
    const found = { server: [], worker: [] };
    for (let round = 0; round < ROUNDS; round++) {
      await threads(itself, 1);
      // The worker thinks for every server that finds it: it sleeps, and is taken for gone, while the first one thinks
      // itself.
      worker.signal('SIGSTOP');
      await threads(itself, 0);
      await play(itself, level, TURNS / ROUNDS, found.server);
      worker.signal('SIGCONT');
      await threads(elsewhere, 1);
      await play(elsewhere, level, TURNS / ROUNDS, found.worker);
    }
    for (const [who, all] of Object.entries(found)) {
      const [lost, thinking] = ['lost', 'thought'].map(
        (what) => (share) =>
          quantile(
            all.map((turn) => turn[what]),
            share,
          ).toFixed(1),
      );
      console.log(
        `| ${level} | ${who} | ${all.length} | ${thinking(0.5)} / ${thinking(1)} | ${lost(0.5)} / ${lost(0.99)} / ${lost(1)} |`,
      );
    }
  }
  console.log(
    `workers answered ${await answered(elsewhere)} turns; ${await answered(itself)} of the server that thinks itself`,
  );
} finally {
  for (const end of endings) await end();
}
