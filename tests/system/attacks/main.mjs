// Attacks beside honest players: a real server, a trusted proxy's header that says who comes from where, and what the
// honest notice of it.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { text } from '../lib/frames.mjs';
import { patience } from '../lib/patience.mjs';
import { Server } from '../lib/server.mjs';
import { seed } from '../lib/seed.mjs';
import { Siege, pause } from './attacker.mjs';
import { attacks, horses } from './attacks.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    addresses: { type: 'string', default: '3' },
    pairs: { type: 'string', default: '10' },
    every: { type: 'string', default: '100' },
    p99: { type: 'string', default: '50' },
    worst: { type: 'string', default: '150' },
    least: { type: 'string', default: '0.5' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    json: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const bounds = { p99: Number(options.p99) * patience, worst: Number(options.worst) * patience };
const [part, parts] = options.part.split('/').map(Number);
const chosen = attacks
  .filter(([name]) => name.includes(options.only))
  .filter((_, n) => n % parts === part - 1);
/** Of one attack: what the one before has used up is no concern of the next. */
const addressesOf = (n) => Array.from({ length: Number(options.addresses) }, (_, i) => `20.${n}.${i}.1`);

const server = await new Server().start('--trusted-proxy', '127.0.0.1');
const honest = fork(
  new URL('./honest.mjs', import.meta.url),
  [server.port, options.pairs, options.every].map(String),
  { execArgv: ['--no-warnings'], env: { ...process.env, SANQI_SEED: String(seed) } },
);
const seated = new Promise((done) => {
  let left = Number(options.pairs);
  honest.on('message', (message) => {
    if ('seated' in message && --left === 0) done();
  });
});
const told = () =>
  new Promise((done) => {
    const hear = (message) => {
      if (message.seen) {
        honest.off('message', hear);
        done(message.seen);
      }
    };
    honest.on('message', hear);
    honest.send('end');
  });
let ended = false;
void server.exited.then(() => {
  ended = true;
});

/** What there is to attack: a finished game of 680 plies, an open room, and an account. */
async function prepare() {
  const siege = new Siege(server, { addresses: ['192.0.2.1'], seconds: 1, world: {} });
  const from = '192.0.2.1';
  if (
    (await siege.ask(from, 'POST', '/api/import', {
      text: JSON.stringify({ game: 'xiangqi', rule: 'standard', moves: horses(680).join(' ') }),
      format: 'json',
    })) !== 201
  )
    throw new Error(siege.last);
  const world = { longGame: JSON.parse(siege.last).gameId };
  await siege.ask(from, 'POST', '/api/auth/register', { name: 'Attacker', password: 'correct horse' });
  world.token = JSON.parse(siege.last).token;
  const peer = await siege.enter(from);
  await peer.send(text('{"t":"create","id":1,"game":"gomoku","opponent":"human","time":null}'));
  while (!world.openRoom) world.openRoom = (await peer.message()).gameId;
  return world;
}

const milliseconds = (value) => (value === undefined ? '-' : value.toFixed(1)).padStart(8);

async function measure(act) {
  honest.send('begin');
  const cpu = server.cpu();
  const began = Date.now();
  await act();
  const share = (server.cpu() - cpu) / (Date.now() - began);
  const { acks, refused, dropped } = await told();
  acks.sort((a, b) => a - b);
  return {
    acks: acks.length,
    p50: acks[acks.length >> 1],
    p99: acks[Math.floor(acks.length * 0.99)],
    worst: acks.at(-1),
    refused,
    dropped,
    share,
  };
}

/** Waits until what the last attack left behind is worked off. */
async function settle() {
  for (const deadline = Date.now() + 20_000 * patience; Date.now() < deadline && !ended;) {
    const { acks, worst } = await measure(() => pause(300));
    if (acks > 0 && worst <= bounds.p99) return;
  }
  if (!ended) console.log('the next one begins before all is worked off');
}

function faults(seen, least) {
  const found = [];
  if (ended) found.push('the server has ended');
  if (seen.acks < least) found.push(`${seen.acks} acknowledgements instead of at least ${least}`);
  if (seen.p99 > bounds.p99) found.push(`p99 ${seen.p99.toFixed(1)} ms`);
  if (seen.worst > bounds.worst) found.push(`worst ${seen.worst.toFixed(1)} ms`);
  if (Object.keys(seen.refused).length > 0) found.push(`refused ${JSON.stringify(seen.refused)}`);
  if (seen.dropped > 0) found.push(`${seen.dropped} dropped`);
  return found;
}

function report(name, seen, done, found) {
  const figures = [seen.p50, seen.p99, seen.worst].map(milliseconds).join('');
  console.log(
    `${found.length > 0 ? 'MISSED' : 'held  '} ${name.padEnd(44)}${String(seen.acks).padStart(6)}${figures}  ${(seen.share * 100).toFixed(0).padStart(3)} %  ${done} ${found.join(', ')}`,
  );
}

const results = [];
try {
  const world = await prepare();
  await seated;
  console.log(
    `${' '.repeat(51)}  acks     p50     p99   worst  CPU    (ms; ${options.addresses} addresses, ${seconds} s each, ${options.pairs} pairs a move each ${options.every} ms)`,
  );
  const quiet = await measure(() => pause(seconds * 1000));
  report('nobody', quiet, '', faults(quiet, 1));
  const least = Math.max(1, Math.floor(quiet.acks * Number(options.least)));
  for (const [n, [name, act]] of chosen.entries()) {
    const siege = new Siege(server, { addresses: addressesOf(n), seconds, world });
    const seen = await measure(async () => {
      await Promise.all([Promise.race([act(siege), pause(seconds * 1000 + 5000)]), pause(seconds * 1000)]);
      siege.end();
    });
    const found = faults(seen, least);
    report(name, seen, JSON.stringify(siege.counts), found);
    results.push({ name, ...seen, did: siege.counts, missed: found });
    if (ended) break;
    await settle();
  }
  if (options.json) (await import('node:fs')).writeFileSync(options.json, JSON.stringify(results, null, 1));
} finally {
  honest.disconnect();
  await server.dispose();
}
const missed = results.filter((result) => result.missed.length > 0);
console.log(
  `attacks: ${results.length - missed.length} passed, ${chosen.length - results.length + missed.length} failed`,
);
process.exit(missed.length > 0 || results.length < chosen.length ? 1 : 0);
