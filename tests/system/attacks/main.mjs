// Attacks beside honest players: a real server, a trusted proxy's header that says who comes from where, what the
// honest notice of it, what the attackers get, and what is left of it days later.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Client } from '../lib/client.mjs';
import { text } from '../lib/frames.mjs';
import { libraryOfFaketime } from '../lib/moved_clock.mjs';
import { PATIENCE_MS, patience, within } from '../lib/patience.mjs';
import { Server } from '../lib/server.mjs';
import { seed } from '../lib/seed.mjs';
import { Siege, pause } from './attacker.mjs';
import { lookAfterwards } from './aftermath.mjs';
import { attacks } from './attacks.mjs';
import { publicCollection } from './collections.mjs';
import { Holdings, gainsSince } from './gains.mjs';
import { horses, recordWithTakebacks } from './imports.mjs';
import { knownTournaments } from './tournaments.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    addresses: { type: 'string', default: '3' },
    pairs: { type: 'string', default: '10' },
    every: { type: 'string', default: '100' },
    p99: { type: 'string', default: '50' },
    worst: { type: 'string', default: '150' },
    bombs: { type: 'string', default: '50' },
    'bot-memory': { type: 'string', default: '16' },
    least: { type: 'string', default: '0.5' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    json: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
// Asked for before all attacks, not behind them.
if (!options.only) libraryOfFaketime();
const bounds = Object.fromEntries(
  ['p99', 'worst', 'bombs'].map((name) => [name, Number(options[name]) * patience]),
);
/** Thousands of games are imported, and their positions found. */
const PREPARED_MS = 5 * PATIENCE_MS;
const [part, parts] = options.part.split('/').map(Number);
const chosen = attacks
  .filter(([name]) => name.includes(options.only))
  .filter((_, n) => n % parts === part - 1);
/** Of one attack: what the one before has used up is no concern of the next. */
const addressesOf = (n) => Array.from({ length: Number(options.addresses) }, (_, i) => `20.${n}.${i}.1`);

const server = new Server();
await server.start(
  ...['--trusted-proxy', '127.0.0.1', '--bot-memory', options['bot-memory']],
  ...['--push-contact', 'mailto:admin@example.org'],
);
const honest = fork(
  new URL('./honest.mjs', import.meta.url),
  [server.port, options.pairs, options.every].map(String),
  { execArgv: ['--no-warnings'], env: { ...process.env, SANQI_SEED: String(seed) } },
);
/** They must not end before the attacks do: nothing would come from them any more. */
const lost = new Promise((_, fail) =>
  honest.once('exit', (status) => fail(new Error(`the honest players have ended with ${status}`))),
);
lost.catch(() => {});
const seated = new Promise((done) => {
  let left = Number(options.pairs);
  honest.on('message', (message) => {
    if ('seated' in message && --left === 0) done();
  });
});
const told = () =>
  new Promise((done, fail) => {
    lost.catch(fail);
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

/** What there is to attack: a finished game of 680 plies, one of 1,000 of which most were taken back, a collection,
 *  tournaments, an open room, and accounts. */
async function prepare() {
  const home = '192.0.2.1';
  const siege = new Siege(server, { addresses: [home], seconds: 1, world: {} });
  const imported = async (record) => {
    const { status, text: answer } = await siege.call(home, 'POST', '/api/import', {
      text: record,
      format: 'json',
    });
    if (status !== 201) throw new Error(answer);
    return JSON.parse(answer).gameId;
  };
  const world = {
    home,
    longGame: await imported(
      JSON.stringify({ game: 'xiangqi', rule: 'standard', moves: horses(680).join(' ') }),
    ),
    heavyGame: await imported(recordWithTakebacks(1000, 900)),
    collection: await publicCollection(siege, home),
    tournaments: await knownTournaments(siege, home),
    leave: () => siege.end(),
  };
  await siege.signUp(home, 'Attacker', 'correct horse');
  await siege.signUp(home, 'Victim', 'a good password');
  world.token = await siege.signUp(home, 'Sitter', 'another password');
  const peer = await siege.enter(home);
  await peer.send(text('{"t":"create","id":1,"game":"gomoku","opponent":"human","time":null}'));
  while (!world.openRoom) world.openRoom = (await peer.message()).gameId;
  return world;
}

/** A move of the strongest bot in each game: what an engine allocates once, it keeps. */
async function wakeEngines() {
  const client = await Client.connect(server);
  for (const { game } of client.welcome.games) {
    await client.create({ game, opponent: 'ai', level: 8, side: 'second' });
    await client.until(({ ply }) => ply > 0);
    await client.act('abort');
  }
  client.close();
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

/** Waits until the honest notice nothing more of the last attack; gives what they still notice, in words. */
async function settle() {
  for (const deadline = Date.now() + 20_000 * patience; Date.now() < deadline && !ended;) {
    const { acks, worst } = await measure(() => pause(300));
    if (acks > 0 && worst <= bounds.p99) return [];
  }
  return ['honest players are still held up'];
}

/** What the honest notice. */
function faults(seen, least, worst = bounds.worst) {
  const found = [];
  if (ended) found.push('the server has ended');
  if (seen.acks < least) found.push(`${seen.acks} acknowledgements instead of at least ${least}`);
  if (seen.p99 > bounds.p99) found.push(`p99 ${seen.p99.toFixed(1)} ms`);
  if (seen.worst > worst) found.push(`worst ${seen.worst.toFixed(1)} ms`);
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

/** What was gained, in few words. */
const list = (gains) =>
  Object.entries(gains)
    .filter(([, gain]) => gain >= 1)
    .map(([name, gain]) => `+${Math.round(gain)} ${name}`)
    .join(', ');

async function attack([name, act, may], n, world, least) {
  const before = await holdings.now();
  const began = Date.now();
  const siege = new Siege(server, { addresses: addressesOf(n), seconds, world });
  const seen = await measure(async () => {
    await Promise.all([Promise.race([act(siege), pause(seconds * 1000 + 5000)]), pause(seconds * 1000)]);
    siege.end();
  });
  const found = [
    ...faults(seen, least, name.startsWith('bombs') ? bounds.bombs : bounds.worst),
    ...siege.faults,
  ];
  if (ended) return { name, ...seen, did: siege.counts, missed: found };
  found.push(...(await settle()));
  const share = { addresses: siege.addresses.length, seconds: (Date.now() - began) / 1000 };
  const { gains, tooMuch } = await gainsSince(holdings, before, { ...share, got: siege.got }, may);
  found.push(...tooMuch);
  report(name, seen, `${JSON.stringify(siege.counts)} ${list(gains)}`, found);
  return { name, ...seen, did: siege.counts, gains, missed: found };
}

const results = [];
let holdings;
try {
  holdings = new Holdings(server);
  const world = await within(prepare(), () => 'what there is to be attacked', PREPARED_MS);
  await wakeEngines();
  await within(Promise.race([seated, lost]), () => 'honest players at their boards');
  console.log(
    `${' '.repeat(51)}  acks     p50     p99   worst  CPU    (ms; ${options.addresses} addresses, ${seconds} s each, ${options.pairs} pairs a move each ${options.every} ms)`,
  );
  const quiet = await measure(() => pause(seconds * 1000));
  report('nobody', quiet, '', faults(quiet, 1));
  const least = Math.max(1, Math.floor(quiet.acks * Number(options.least)));
  const before = await holdings.now();
  const began = Date.now();
  for (const [n, one] of chosen.entries()) {
    results.push(await attack(one, n, world, least));
    if (ended) break;
  }
  if (!ended && !options.only) {
    honest.disconnect();
    world.leave();
    ended = true;
    const left = await lookAfterwards({
      server,
      holdings,
      before,
      seconds: (Date.now() - began) / 1000,
    });
    results.push({ name: 'what is left', missed: left });
  }
  if (options.json) (await import('node:fs')).writeFileSync(options.json, JSON.stringify(results, null, 1));
} finally {
  if (honest.connected) honest.disconnect();
  await server.dispose();
}
const missed = results.filter((result) => result.missed.length > 0);
const wanted = chosen.length + (options.only ? 0 : 1);
console.log(
  `attacks: ${results.length - missed.length} passed, ${wanted - results.length + missed.length} failed`,
);
process.exit(missed.length > 0 || results.length < wanted ? 1 : 0);
