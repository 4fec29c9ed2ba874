// What a welcome costs who has as many unfinished games as the server tells of, each long, of which none is in memory.
//   node --experimental-websocket --no-warnings tests/load/welcome.mjs [WELCOMES] [GAMES] [PLIES]
// 200 of 60 games of 1,000 plies where nothing else is said. For each number of games: how long a welcome takes, what
// each thread of the server works for it, and the longest turn of the network thread since the start. A game that is
// looked up is not loaded, so all welcomes cost the same.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { Client } from '../system/lib/client.mjs';
import { copyGame } from '../system/lib/copies.mjs';
import { Server } from '../system/lib/server.mjs';

const [welcomes = 200, games = 60, plies = 1000] = process.argv.slice(2).map(Number);

/** Makes the imported game that user's, who is to move. */
const TAKE_UP = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
with base:
    base.execute("DELETE FROM events WHERE kind = 'end'")
    base.execute("UPDATE games SET status = 'playing', result = '', reason = '', ended = 0, source = '', due = 1e15, "
                 "first_user = ?, second_user = 'nobody'", (sys.argv[2],))`;

/** Milliseconds that each thread has worked, by its name. */
function work(server) {
  const tasks = `/proc/${server.pid}/task`;
  const read = (id, file) => readFileSync(`${tasks}/${id}/${file}`, 'utf8');
  return new Map(
    readdirSync(tasks).map((id) => [
      read(id, 'comm').trim(),
      Number(read(id, 'schedstat').split(' ')[0]) / 1e6,
    ]),
  );
}

/** An upper bound, in ms. */
async function longestTurn(server) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const turns = [...text.matchAll(/^sanqi_network_turn_seconds_bucket{le="([^"]+)"} (\d+)/gm)];
  const all = Number(turns.at(-1)[2]);
  return 1000 * Number(turns.find(([, , count]) => Number(count) === all)[1]);
}

async function measure(server, token) {
  const took = [];
  const before = work(server);
  let told;
  for (let n = 0; n < welcomes; n++) {
    const began = performance.now();
    const client = await Client.connect(server, { token, name: undefined });
    took.push(performance.now() - began);
    told = client.welcome.playing.length;
    client.close();
    await client.closed;
  }
  took.sort((a, b) => a - b);
  const each = [...work(server)]
    .map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / welcomes])
    .filter(([, ms]) => ms > 0.005)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  const at = (share) => took[Math.floor(share * (took.length - 1))].toFixed(1);
  console.log(
    `${told} games told: p50 ${at(0.5)}, p99 ${at(0.99)} ms; CPU ms each: ${each.join(', ')}; ` +
      `longest turn at most ${await longestTurn(server)} ms`,
  );
}

const server = new Server();
try {
  await server.start();
  const { welcome } = await Client.connect(server);
  await measure(server, welcome.token);
  const moves = Array.from({ length: plies }, (_, ply) => ['b0c2', 'b9c7', 'c2b0', 'c7b9'][ply % 4]).join(
    ' ',
  );
  const text = JSON.stringify({ game: 'xiangqi', moves });
  const answer = await fetch(`${server.url}/api/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, format: 'json' }),
  });
  const { gameId } = await answer.json();
  await server.stop();
  execFileSync('python3', ['-c', TAKE_UP, server.database, welcome.user.id]);
  copyGame(server.database, gameId, games - 1);
  await server.start();
  await measure(server, welcome.token);
} finally {
  await server.dispose();
}
