// Mail for accounts, given to a program that keeps it: confirmed, due, stopped, through kill -9 and on two servers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, signUp } from '../lib/accounts.mjs';
import { Client } from '../lib/client.mjs';
import { eventually, inTime } from '../lib/patience.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { Server } from '../lib/server.mjs';

const SITE = 'https://games.test';

/** A message is whole once its file has its name. Where there is a file `hang` the program takes none. */
const PROGRAM = `#!/bin/sh
if [ -e "$1/hang" ]; then echo $$ > "$1/new"; mv "$1/new" "$1/hangs"; exec sleep 1000; fi
m=$(mktemp "$1/XXXXXX"); cat > "$m"; mv "$m" "$m.mail"
`;

/** For a server that is down: the next digest of these accounts is due. */
const MAKE_DUE = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
with base:
    for name in sys.argv[2:]:
        base.execute("UPDATE mail SET due_at = 1 WHERE due_at > 0 AND user_id = (SELECT id FROM users WHERE name = ?)", (name,))`;
const makeDue = (server, ...names) => execFileSync('python3', ['-c', MAKE_DUE, server.database, ...names]);

/** What the operator's program is, and what it was given. */
class Post {
  folder = mkdtempSync(join(tmpdir(), 'sanqi-mail-'));

  constructor(t) {
    t.after(() => this.dispose());
    writeFileSync(this.path('program'), PROGRAM);
    chmodSync(this.path('program'), 0o700);
    this.options = [
      ...['--mail-command', `${this.path('program')} ${this.folder}`],
      ...['--mail-from', 'games@b.test', '--public-url', SITE, '--name', '三棋 Sanqi'],
    ];
  }

  path(name) {
    return join(this.folder, name);
  }

  /** Each with its headers and what stands in it. */
  mails() {
    const files = readdirSync(this.folder).filter((name) => name.endsWith('.mail'));
    return files.map((name) => {
      const [head, body] = readFileSync(this.path(name), 'utf8').split('\n\n');
      const lines = head.replaceAll('\n ', ' ').split('\n');
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
      return { headers, to: headers.To, text: Buffer.from(body, 'base64').toString() };
    });
  }

  mailTo(address, holds) {
    const found = () => this.mails().find(({ to, text }) => to === address && text.includes(holds));
    return eventually(`mail to ${address}`, found);
  }

  hang() {
    writeFileSync(this.path('hang'), '');
  }

  /** The process of a program that hangs, once there is one; the next does not. */
  async hanging() {
    await eventually('a program that hangs', () => existsSync(this.path('hangs')));
    const process = Number(readFileSync(this.path('hangs'), 'utf8'));
    for (const name of ['hang', 'hangs']) rmSync(this.path(name));
    return process;
  }

  dispose() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const lives = (process_) => {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${process_}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const codeIn = (text, path) => new RegExp(`${SITE}${path}\\?code=(\\w{43})\\n`).exec(text)[1];

/** An account with an address that is confirmed. */
async function subscriber(server, post, name, language = 'en') {
  const { token } = await signUp(server, name);
  const address = `${name.toLowerCase()}@c.test`;
  assert.equal((await ask(server, 'POST', '/api/me/mail', token, { address, language })).status, 200);
  const { text } = await post.mailTo(address, '/mail/confirm');
  const code = codeIn(text, '/mail/confirm');
  const confirmed = { status: 200, name, address };
  assert.deepEqual(await ask(server, 'POST', '/api/mail/confirm', null, { code }), confirmed);
  return { name, token, address, code };
}

/** Something to tell each of them. */
async function challenge(server, ...to) {
  const { token } = await signUp(server, `From ${to[0].name}`);
  const client = await Client.connect(server, { token });
  for (const { name } of to) {
    const wish = { t: 'challenge', to: name, game: 'gomoku', time: { days: 3 } };
    assert.equal((await client.ask(wish)).t, 'ack');
  }
  client.close();
}

test('an address is confirmed, gets a digest of what waits, and none after one click', async (t) => {
  const post = new Post(t);
  const server = await Server.during(t, ...post.options);
  const { token, address, code } = await subscriber(server, post, 'Mei', 'zh-Hans');
  const shown = async () => {
    const { available, address: at, confirmed } = await ask(server, 'GET', '/api/me/mail', token);
    return { available, at, confirmed };
  };
  assert.deepEqual(await shown(), { available: true, at: address, confirmed: true });
  for (const page of ['confirm', 'stop'])
    assert.equal((await fetch(`${server.url}/mail/${page}?code=${code}`, inTime())).status, 200, 'its page');
  await challenge(server, { name: 'Mei' });
  const [{ due_at: due }] = server.rows('SELECT due_at FROM mail');
  assert.ok(due > Date.now() + 3_000_000, 'in an hour');

  await server.kill();
  makeDue(server, 'Mei');
  await server.start(...post.options);
  const { headers, text } = await post.mailTo(address, '/inbox');
  assert.match(text, /^Mei，您好！三棋 Sanqi 上有这些消息：\n\n- 有人向您挑战 · 五子棋 · From Mei\n/);
  assert.match(headers.Subject, /^=\?utf-8\?B\?[\w+/=]+\?=$/);
  // The program may end after its message is there.
  await eventually('one is sent', async () => (await server.metric('sanqi_mails_sent_total')) === 1);
  assert.equal(await server.metric('sanqi_mails_failed_total'), 0);

  const link = headers['List-Unsubscribe'].slice(1, -1);
  assert.equal(link, `${SITE}/api/mail/stop?code=${codeIn(text, '/mail/stop')}`);
  assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
  const click = (method) =>
    fetch(server.url + link.slice(SITE.length), {
      ...inTime(),
      method,
      ...(method === 'POST' && { body: new URLSearchParams('List-Unsubscribe=One-Click') }),
    });
  assert.equal((await click('GET')).status, 405, 'programs that look at mail follow its links');
  assert.deepEqual(await shown(), { available: true, at: address, confirmed: true });
  for (let times = 0; times < 2; times++) assert.equal((await click('POST')).status, 200);
  assert.deepEqual(await shown(), { available: true, at: null, confirmed: false });
  assert.ok(!server.log.includes(address));
});

test('a server that is killed while it sends does not send again', async (t) => {
  const post = new Post(t);
  const server = await Server.during(t, ...post.options);
  const [mei, wu] = [await subscriber(server, post, 'Mei'), await subscriber(server, post, 'Wu')];
  await challenge(server, mei, wu);
  await server.kill();

  post.hang();
  makeDue(server, 'Mei');
  await server.start(...post.options);
  const program = await post.hanging();
  await server.kill();
  process.kill(program, 'SIGKILL');

  makeDue(server, 'Mei', 'Wu');
  await server.start(...post.options);
  await post.mailTo(wu.address, '/inbox');
  const digests = post.mails().filter(({ text }) => text.includes('/inbox'));
  assert.deepEqual(
    digests.map(({ to }) => to),
    [wu.address],
  );
  assert.equal((await ask(server, 'GET', '/api/me/inbox', mei.token)).unread, 1, 'it waits in the inbox');
});

test('a server that is to end does not wait for the program', async (t) => {
  const post = new Post(t);
  const server = await Server.during(t, ...post.options);
  const mei = await subscriber(server, post, 'Mei');
  await challenge(server, mei);
  await server.kill();
  post.hang();
  makeDue(server, 'Mei');
  await server.start(...post.options);
  const program = await post.hanging();
  await server.drain();
  await eventually('the end of the program', () => !lives(program));
});

test('a command that is no program ends the start with one line', async (t) => {
  const post = new Post(t);
  const server = new Server();
  t.after(() => server.dispose());
  const [flag, , ...others] = post.options;
  await assert.rejects(server.start(flag, '/none -t', ...others), /ended with 2/);
  const line = 'sanqi-server: mail-command: /none is no program that can be run\n';
  await eventually(line, () => server.log === line);
});

test('of two servers on one PostgreSQL one sends', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const post = new Post(t);
  const nodes = ['a', 'b'].map((name) => {
    const node = new Server();
    t.after(() => node.dispose());
    node.address = postgres.address;
    node.begin = () => node.start('--node', name, ...post.options);
    return node;
  });
  await nodes[0].begin();
  const accounts = [];
  for (const name of ['Mei', 'Wu', 'Zhao', 'Qian', 'Sun'])
    accounts.push(await subscriber(nodes[0], post, name));
  await challenge(nodes[0], ...accounts);
  await nodes[0].kill();
  postgres.rows('UPDATE mail SET due_at = 1 WHERE due_at > 0');
  await Promise.all(nodes.map((node) => node.begin()));
  for (const { address } of accounts) await post.mailTo(address, '/inbox');
  const digests = post.mails().filter(({ text }) => text.includes('/inbox'));
  assert.deepEqual(digests.map(({ to }) => to).sort(), accounts.map(({ address }) => address).sort());
  assert.deepEqual(postgres.rows('SELECT count(*) FROM mail WHERE due_at > 0'), [['0']]);
});
