// Push messages, with a push service that decrypts them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, signUp } from '../lib/accounts.mjs';
import { Client } from '../lib/client.mjs';
import { anyMoment, eventually } from '../lib/patience.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { size } from '../lib/players.mjs';
import { PushService } from '../lib/push_service.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const kills = size('SANQI_KILLS', 5);
/** As of kAwayDelay; a second more for the look at what is due, and one for all the rest. */
const AWAY_MS = 5_000;

/** A reminder waits for the last quarter of a turn. */
const outbox = (server) => server.rows("SELECT * FROM push_messages WHERE kind <> 'reminder'");

let accounts = 0;
const newAccount = (server) => signUp(server, `Player ${++accounts}`);

async function subscribe(server, { token }, browser) {
  const answer = await ask(server, 'POST', '/api/me/push', token, browser.subscription);
  assert.equal(answer.status, 200, JSON.stringify(answer));
}

/** A game of days of two accounts; the second has a browser and is away, the first is there and to move. */
async function begun(server, service) {
  const [lin, mei] = [await newAccount(server), await newAccount(server)];
  const browser = service.browser();
  await subscribe(server, mei, browser);
  const host = await Client.connect(server, { token: lin.token });
  const time = { days: 3 };
  const { gameId } = await host.create({ opponent: 'human', side: 'first', game: 'gomoku', time });
  const table = { lin, mei, browser, gameId, host };
  const guest = await come(server, table, mei);
  await host.until((s) => s.status === 'playing' && s.legal);
  await leaveAlone(server, table, guest);
  return table;
}

/** The second player leaves; the first comes again, and has heard of that. */
async function leaveAlone(server, table, guest) {
  table.host.close();
  guest.close();
  table.host = await come(server, table, table.lin);
  await table.host.next((m) => m.t === 'crowd' && !m.online[1]);
}

async function come(server, { gameId }, { token }) {
  const client = await Client.connect(server, { token });
  await client.join(gameId);
  return client;
}

/** The second player comes, moves and leaves. */
async function answer(server, table) {
  const guest = await come(server, table, table.mei);
  await move(guest);
  await leaveAlone(server, table, guest);
}

async function move(client) {
  const { legal } = await client.until((s) => s.legal?.length > 0);
  const answer = await client.move(pick(legal));
  assert.equal(answer.t, 'ack', JSON.stringify(answer));
}

test('a player who is away is told of a move, in a message that only the browser reads', async (t) => {
  const service = await PushService.during(t);
  const server = await Server.during(t, ...service.options);
  const { lin, browser, host, gameId } = await begun(server, service);
  const moved = Date.now();
  await move(host);
  const [message] = await eventually('a message', () => service.taken.length > 0 && service.taken);
  assert.ok(message.at - moved >= AWAY_MS, `after ${message.at - moved} ms`);
  assert.equal(message.browser, browser);
  assert.equal(message.title, 'It is your move');
  assert.equal(message.body, `Gomoku · ${lin.name}`);
  assert.equal(message.path, `/${gameId}`);
  const { key } = await ask(server, 'GET', '/api/push');
  assert.equal(message.key, key);
  assert.match(message.headers.topic, /^[\w-]{32}$/);
  const days = Number(message.headers.ttl) / 86_400;
  assert.ok(days > 2.9 && days <= 3, `${days} days`);
  await eventually('an empty outbox', () => outbox(server).length === 0);
  assert.equal(service.connections, 1);
});

test('a player who comes in time is told nothing', async (t) => {
  const service = await PushService.during(t);
  const server = await Server.during(t, ...service.options);
  const table = await begun(server, service);
  await move(table.host);
  assert.equal(outbox(server).length, 1);
  await come(server, table, table.mei);
  await eventually('an empty outbox', () => outbox(server).length === 0);
  assert.equal(service.connections, 0);
});

test('an account that is away is told of a challenge', async (t) => {
  const service = await PushService.during(t);
  const server = await Server.during(t, ...service.options);
  const [lin, mei] = [await newAccount(server), await newAccount(server)];
  const browser = service.browser();
  await subscribe(server, mei, browser);
  const client = await Client.connect(server, { token: lin.token });
  const wish = { t: 'challenge', to: mei.name, game: 'xiangqi', time: { days: 3 } };
  assert.equal((await client.ask(wish)).t, 'ack');
  const [message] = await eventually('a message', () => service.taken.length > 0 && service.taken);
  assert.equal(message.browser, browser);
  assert.equal(message.title, 'You are challenged');
  assert.equal(message.body, `Xiangqi · ${lin.name}`);
  assert.equal(message.path, '/');
});

test('a service that is busy gets the message later, and one that knows the browser no more ends it', async (t) => {
  const service = await PushService.during(t);
  const server = await Server.during(t, ...service.options);
  const table = await begun(server, service);
  service.answers = [500, 429];
  await move(table.host);
  await eventually('a message', () => service.taken.length === 1);
  assert.equal(service.connections, 3);
  await answer(server, table);
  service.forget(table.browser);
  await move(table.host);
  await eventually('the end', () => server.rows('SELECT * FROM push_subscriptions').length === 0);
  assert.deepEqual(server.rows('SELECT * FROM push_messages'), []);
  const shown = await ask(server, 'GET', '/api/me/push', table.mei.token);
  assert.equal(shown.subscribed, false);
});

test('a certificate that is of nobody known gets nothing', async (t) => {
  const [service, other] = [await PushService.during(t), await PushService.during(t)];
  const options = service.options.map((word) => (word === service.certificate ? other.certificate : word));
  const server = await Server.during(t, ...options);
  const { host } = await begun(server, service);
  await move(host);
  await eventually('a failure', () => outbox(server)[0]?.failures === 1);
  assert.ok(service.connections > 0);
  assert.deepEqual(service.taken, []);
});

/** A name of a known service that leads to this machine: what a browser's own name server could say. */
test('no name leads to an address of the own network', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sanqi-hosts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const hosts = join(folder, 'hosts');
  const addresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'];
  writeFileSync(hosts, addresses.map((address) => `${address} web.push.apple.com\n`).join(''));
  const prefix = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'];
  prefix.push(`mount --bind ${hosts} /etc/hosts && exec "$0" "$@"`);
  try {
    execFileSync(prefix[0], [...prefix.slice(1), 'true'], { stdio: 'pipe' });
  } catch {
    return t.skip('no mount namespace here');
  }
  const service = await PushService.during(t);
  const server = new Server();
  t.after(() => server.dispose());
  server.prefix = prefix;
  await server.start(...service.options);
  const { mei, host } = await begun(server, service);
  const endpoint = 'https://web.push.apple.com/a';
  const subscription = { ...service.browser().subscription, endpoint };
  assert.equal((await ask(server, 'POST', '/api/me/push', mei.token, subscription)).status, 200);
  await move(host);
  await eventually('a failure', () => outbox(server)[0]?.failures === 1);
  await eventually('why', () => server.log.includes('no address that may be called'));
});

test('sixty hostile endpoints: not one connection', async (t) => {
  const service = await PushService.during(t);
  let connections = 0;
  const trap = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise((done) => trap.listen(0, '127.0.0.1', done));
  t.after(() => trap.close());
  const { port } = trap.address();
  const names = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0', '0.0.0.0', 'localhost'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '169.254.169.254', '10.0.0.1'],
    ...[
      '192.168.0.1',
      '172.16.0.1',
      '127.0.0.1.nip.io',
      'localtest.me',
      'evil.example',
      'push.test.evil.example',
    ],
    ...['evilpush.test', 'notify.windows.com', 'push.apple.com', 'fcm.googleapis.com.evil.example'],
  ];
  const hostile = [
    ...names.map((name) => `https://${name}/a`),
    ...names.slice(0, 16).map((name) => `https://${name}:${port}/a`),
    ...['http', 'HTTPS', 'ftp', 'file', 'gopher', 'ws', 'wss', 'javascript'].map(
      (scheme) => `${scheme}://push.test/a`,
    ),
    `https://push.test@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}\\@push.test/`,
    `https://push.test:${port}/a`,
    `https://push.test:443/a`,
    'https://user:password@push.test/a',
    'https://push.test',
    'https://push.test/a#b',
    'https://push.test./a',
    'https://push.test/a\r\nX: y',
    'https://push.test/ a',
    `https://push.test/${'a'.repeat(3_000)}`,
    '//push.test/a',
    '',
  ];
  assert.ok(hostile.length >= 60, `${hostile.length}`);
  const server = await Server.during(t, ...service.options);
  const { mei, host } = await begun(server, service);
  await ask(server, 'DELETE', '/api/me/push', mei.token);
  const { subscription } = service.browser();
  for (const endpoint of hostile) {
    const refused = () => ask(server, 'POST', '/api/me/push', mei.token, { ...subscription, endpoint });
    const answer = await eventually('an answer', async () => {
      const said = await refused();
      return said.status !== 429 && said;
    });
    assert.equal(answer.status, 400, `${endpoint}: ${JSON.stringify(answer)}`);
  }
  assert.deepEqual(server.rows('SELECT * FROM push_subscriptions'), []);
  await move(host);
  assert.deepEqual(server.rows('SELECT * FROM push_messages'), []);
  assert.equal(connections + service.connections, 0);
});

/** Plies after which a game of Gomoku may be over. */
const SHORTEST_GAME = 9;

/** Whether each has come so often. */
const haveCome = (service, tables, count) =>
  tables.every((table) => messages(service, table).length >= count);
const messages = ({ taken }, { gameId }) => taken.filter(({ path }) => path === `/${gameId}`);

test(`kill -9 of the sender, ${kills} times: every message comes, at most twice`, async (t) => {
  const service = await PushService.during(t);
  const server = await Server.during(t, ...service.options);
  const tables = [];
  while (tables.length < 12) tables.push(await begun(server, service));
  let killed = 0,
    repeats = 0;
  while (killed < kills) {
    service.taken = [];
    await Promise.all(tables.map(({ host }) => move(host)));
    await anyMoment(AWAY_MS - 500); // They leave one after another from then on.
    do {
      await anyMoment(random(700));
      await server.kill();
      killed++;
      await server.start(...service.options);
    } while (!haveCome(service, tables, 1));
    await eventually('an empty outbox', () => outbox(server).length === 0);
    for (const table of tables) {
      const come = messages(service, table);
      assert.ok(come.length <= 2, `${table.gameId}: ${come.length} times`);
      assert.equal(new Set(come.map(({ headers }) => headers.topic)).size, 1, 'a browser shows it once');
      repeats += come.length - 1;
    }
    await Promise.all(tables.map((table) => answer(server, table)));
    // Another one in its place before its game may be over.
    for (const [i, { host }] of tables.entries()) {
      if (host.room.state.ply + 2 < SHORTEST_GAME) continue;
      host.close();
      tables[i] = await begun(server, service);
    }
  }
  console.log(`${killed} kills of the sender: every message has come, ${repeats} of them twice`);
});

test('of two servers one sends', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const service = await PushService.during(t);
  const nodes = [new Server(), new Server()];
  for (const [i, node] of nodes.entries()) {
    t.after(() => node.dispose());
    node.address = postgres.address;
    await node.start('--node', 'ab'[i], ...service.options);
  }
  const [a, b] = nodes;
  assert.deepEqual(await ask(a, 'GET', '/api/push'), await ask(b, 'GET', '/api/push'));
  const table = await begun(b, service);
  await move(table.host);
  await eventually('a message', () => service.taken.length === 1);
  assert.equal(service.connections, 1);
  await a.kill();
  await answer(b, table);
  await move(table.host);
  await eventually('another message', () => service.taken.length === 2);
  assert.equal(service.taken[1].browser, table.browser);
});
