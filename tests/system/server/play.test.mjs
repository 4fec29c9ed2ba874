// Whole games over the protocol: against the AI, AI against AI, with spectators, and by the example bot of the
// documentation.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, playRandomly, randomFrom, seatTwo } from '../lib/client.mjs';
import { nodeFlags } from '../lib/node_flags.mjs';
import { within } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const server = new Server();
before(() => server.start());
after(() => server.dispose());

for (const [game, rule] of [
  ['xiangqi'],
  ['gomoku', 'freestyle'],
  ['gomoku', 'standard'],
  ['gomoku', 'renju'],
  ['gomoku', 'caro'],
  ['antireversi'],
  ['antireversi', '6x6'],
  ['antireversi', '4x4'],
]) {
  test(`a whole game of ${rule ?? game} against the AI`, async () => {
    const client = await Client.connect(server);
    await client.create({ game, ...(rule && { rule }), opponent: 'ai', level: 2, side: 'random' });
    await playRandomly(client, randomFrom(seed));
    const { status, reason, result } = client.room.state;
    assert.equal(status, 'finished', reason);
    console.log(`${rule ?? game}: ${result} by ${reason} after ${client.room.state.ply} plies`);
    client.close();
  });
}

test('AI against AI plays by itself to the end while a spectator watches', async () => {
  const host = await Client.connect(server);
  const created = await host.ask({
    t: 'create',
    game: 'antireversi',
    rule: '4x4',
    time: null,
    opponent: 'aivsai',
    level: 1,
  });
  const spectator = await Client.connect(server);
  await spectator.join(created.gameId, { as: 'spectator' });
  assert.equal(spectator.room.you, null);
  const state = await spectator.until((s) => s.status === 'finished');
  assert.equal(state.reason, 'fewest_discs');
  host.close();
  spectator.close();
});

test('a spectator who joins in the middle sees the position of the players', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'xiangqi' });
  const random = randomFrom(seed);
  await Promise.all([host, guest].map((client) => playRandomly(client, random, { stopAt: 10 })));
  const spectator = await Client.connect(server);
  const seen = await spectator.join(created.gameId, { as: 'spectator' });
  assert.equal(seen.state.pos, host.room.state.pos);
  assert.equal(seen.v, host.room.v);
  const refused = await spectator.move(host.room.state.legal?.[0] ?? guest.room.state.legal[0]);
  assert.equal(refused.t, 'error');
  for (const client of [host, guest, spectator]) client.close();
});

const example = (name) => fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url));
/** What the bots draw comes from our seed; their sources know nothing of it. */
const seeded = { env: { ...process.env, SANQI_SEED: String(seed) } };
const inJavaScript = [
  ...nodeFlags,
  `--import=${new URL('../lib/seeded_random.mjs', import.meta.url)}`,
  example('bot.mjs'),
];
const inPython = [
  '-c',
  `import os, random, runpy, sys
random.seed(os.environ["SANQI_SEED"])
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")`,
  example('bot.py'),
];
const exampleBots = [
  ['JavaScript', process.execPath, inJavaScript, () => server.socket],
  ['Python', 'python3', inPython, () => server.url],
];
/** How often each limit has struck so far; the metrics name each. */
async function limited() {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const strikes = metrics.match(/^sanqi_rate_limited_total\S* \d+$/gm);
  assert.ok(strikes.some((line) => line.includes('"messages"')));
  return strikes;
}

/** Gives its status. */
const ended = (bot) => new Promise((done) => bot.once('close', done));

for (const [language, program, args, url] of exampleBots) {
  test(`the example bot in ${language} plays whole games and meets no limit`, async () => {
    const before = await limited();
    for (const game of ['xiangqi', 'gomoku', 'antireversi']) {
      const bot = spawn(program, [...args, url(), game, '1'], {
        ...seeded,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      bot.stdout.on('data', (text) => {
        output += text;
      });
      const status = await within(ended(bot), () => `the end of ${language}'s game of ${game}`);
      assert.equal(status, 0);
      assert.match(output, /(first|second|draw) by \w+ after \d+ plies/);
    }
    assert.deepEqual(await limited(), before);
  });
}

test('two bots meet in a room by its code', async () => {
  const host = await Client.connect(server);
  const created = await host.create({ game: 'antireversi', opponent: 'human', side: 'second' });
  const bot = spawn(process.execPath, [...inJavaScript, server.socket, created.code], {
    ...seeded,
    stdio: 'ignore',
  });
  const status = ended(bot);
  await playRandomly(host, randomFrom(seed));
  assert.equal(await within(status, () => 'the end of the bot'), 0);
  assert.equal(host.room.state.status, 'finished');
  host.close();
});
