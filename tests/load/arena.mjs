// What honest players notice of an arena of bots: their acknowledgements before it and beside it.
//   node --experimental-websocket --no-warnings tests/load/arena.mjs [BOTS] [SECONDS]
// 200 bots and 120 s where nothing else is said; the server is build/release's, or SANQI_SERVER. A bot makes a move a
// second and resigns after 4 to 23 plies, so that waves of pairing follow each other. Ten pairs of honest players have
// a process of their own, and make ten moves a second each pair; what the bots compute takes time of their processor.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '../system/lib/client.mjs';
import { admitted, eventually, pause } from '../system/lib/patience.mjs';
import { random } from '../system/lib/seed.mjs';
import { Server } from '../system/lib/server.mjs';
import { ask, post } from '../system/lib/tournaments.mjs';

const [BOTS = 200, SECONDS = 120] = process.argv.slice(2).map(Number);
const PAIRS = 10;
const MOVE_MS = 1_000;
/** Fewer than an address may have of connections. */
const OF_AN_ADDRESS = 10;
const FORM = { name: 'Arena', game: 'gomoku', format: 'arena', lengthMs: 3_600_000, initialMs: 180_000 };

const server = new Server();
let isOver = false;

/** Of a bot: what it has played. */
const plies = [];

async function play(client, gameId) {
  // All of a wave join at once.
  await admitted(() => client.ask({ t: 'join', gameId, as: 'player' }));
  await client.until(() => client.room.gameId === gameId);
  const stopAt = 4 + random(20);
  for (;;) {
    const state = await client.until(
      ({ status, turn, legal }) => status !== 'playing' || (turn === client.room.you && legal?.length > 0),
    );
    if (state.status !== 'playing') return;
    if (state.ply >= stopAt) return void (await client.act('resign'));
    await pause(MOVE_MS);
    const answer = await client.move(state.legal[random(state.legal.length)], state.ply);
    if (answer.t === 'ack') plies.push(answer.ply);
    await client.until(({ status, ply }) => status !== 'playing' || ply > state.ply);
  }
}

/** Plays each game that it is told of, as programs do. */
async function bot(client, tournamentId) {
  while (!isOver) {
    const { gameId } = await client.next(
      (message) => message.tournamentId === tournamentId && !message.over,
      {
        ms: Infinity,
      },
    );
    await play(client, gameId);
    await client.ask({ t: 'leave', gameId });
  }
}

const told = (honest) => once(honest, 'message').then(([{ seen }]) => seen);

async function measure(honest, seconds) {
  honest.send('begin');
  const cpu = server.cpu();
  await pause(1_000 * seconds);
  const used = (server.cpu() - cpu) / (10 * seconds);
  const answer = told(honest);
  honest.send('end');
  const { acks, refused, dropped } = await answer;
  acks.sort((a, b) => a - b);
  const quantile = (share) => acks[Math.min(acks.length - 1, Math.floor(share * acks.length))].toFixed(1);
  assert.deepEqual([refused, dropped], [{}, 0]);
  return `${acks.length} moves, p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, worst ${quantile(1)} ms; server ${used.toFixed(1)} % of a core`;
}

try {
  await server.start('--trusted-proxy', '127.0.0.1');
  const honest = fork(
    new URL('../system/attacks/honest.mjs', import.meta.url),
    [server.port, PAIRS, 200].map(String),
    {
      execArgv: ['--no-warnings'],
    },
  );
  for (let seated = 0; seated < PAIRS; seated++) await once(honest, 'message');
  console.log(`honest players alone: ${await measure(honest, SECONDS)}`);

  const bots = [];
  for (let n = 0; n < BOTS; n++) {
    const headers = { 'X-Forwarded-For': `203.0.${113 + Math.floor(n / OF_AN_ADDRESS)}.1` };
    const from = { socket: server.socket, url: server.url, headers };
    bots.push({ from, client: await Client.connect(from, { turns: true }) });
  }
  const [director] = bots;
  const { id } = await post(director.from, director.client.welcome, '', FORM);
  for (const { from, client } of bots) await post(from, client.welcome, `/${id}/join`);
  await post(director.from, director.client.welcome, `/${id}/start`);
  const playing = bots.map(({ client }) => bot(client, id));
  playing.forEach((one) => one.catch((error) => isOver || console.error(error.message)));
  const show = () => ask(director.from, director.client.welcome, 'GET', `/${id}`);
  await eventually('the first wave', async () => (await show()).paired > 0);
  const before = plies.length;
  console.log(`beside ${BOTS} bots: ${await measure(honest, SECONDS)}`);
  const { paired, games } = await show();
  console.log(`${plies.length - before} moves of bots; ${paired} waves, ${games} games`);
  isOver = true;
  honest.disconnect();
} finally {
  await server.dispose();
}
process.exit();
