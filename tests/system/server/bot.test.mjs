// sanqi-bot: other people's programs as guests. Here it is our own engine, by each protocol that it speaks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BotProcess, bot, engine, piskvork } from '../lib/bot_process.mjs';
import { Client } from '../lib/client.mjs';
import { eventually, outage } from '../lib/patience.mjs';
import { scriptedServer } from '../lib/scripted_server.mjs';
import { pick } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

/** Much for a test, and soon over for a program. */
const time = { initial: 600_000, increment: 0 };
const policy = { thinkMs: 50, waitSeconds: 0 };

/** A person who waits for a second player in a room. */
async function waiting(server, options) {
  const person = await Client.connect(server);
  const created = await person.create({ opponent: 'human', side: 'first', time, ...options });
  return { person, created };
}

/** One move at random. */
async function move(person) {
  const { legal } = await person.until(
    ({ turn, status, legal }) => legal || turn === null || status !== 'playing',
  );
  if (legal) await person.move(pick(legal));
}

/** Random moves until `plies`, or to the end. */
async function play(person, plies = Infinity) {
  const { you } = person.room;
  for (;;) {
    const state = await person.until(
      ({ turn, status, ply }) => status !== 'playing' || turn === you || ply >= plies,
    );
    if (state.status !== 'playing' || state.ply >= plies) return state;
    await person.move(pick(state.legal));
  }
}

for (const [protocol, game, program, words] of [
  ['uci', 'xiangqi', engine, []],
  ['ucci', 'xiangqi', engine, []],
  ['gomocup', 'gomoku', piskvork, []],
  ['nboard', 'antireversi', engine, ['--depth', '4']],
  ['gtp', 'antireversi', engine, []],
])
  test(`a whole game of ${game} by ${protocol}, in the room of a code`, async (t) => {
    const server = await Server.during(t);
    const { person, created } = await waiting(server, { game });
    const guest = BotProcess.during(t, server, protocol, program, {
      policy: { ...policy, thinkMs: protocol === 'gtp' ? 1_000 : 50, rematches: false },
      words: ['--room', created.code, ...words],
    });
    await person.until(({ waiting: free }) => !free);
    const chat = await person.next((m) => m.t === 'chat');
    assert.match(chat.text, /I am a program/);
    const state = await play(person);
    assert.equal(state.status, 'finished');
    assert.ok(!['resign', 'timeout', 'abandoned'].includes(state.reason), state.reason);
    assert.equal(await guest.exited, 0, 'it ends with the game of its room');
    assert.doesNotMatch(guest.log, /no move|not understood|error/, guest.log);
  });

test('takes seeks and free seats by its policy, so many at a time, and one of each opponent', async (t) => {
  const server = await Server.during(t);
  const guest = BotProcess.during(t, server, 'uci', engine, {
    policy: { ...policy, games: [{ game: 'xiangqi' }, { game: 'gomoku' }], mostGames: 2, rematches: false },
  });
  const seeker = await Client.connect(server);
  const { seekId } = await seeker.ask({ t: 'seek', game: 'gomoku', time });
  assert.ok(seekId);
  const { gameId } = await seeker.next((m) => m.t === 'created');
  await seeker.join(gameId);
  const reversi = await waiting(server, { game: 'antireversi' });
  const { person } = await waiting(server, { game: 'xiangqi' });
  await play(person, 4);
  const third = await waiting(server, { game: 'gomoku' });
  await play(seeker, 4);
  for (const { room } of [reversi.person, third.person]) assert.ok(room.state.waiting, 'not by its policy');
  await person.ask({ t: 'action', gameId: person.room.gameId, do: 'resign' });
  await guest.says(`${person.room.gameId} is over`);
  await third.person.until(({ waiting: free }) => !free);
  assert.ok(reversi.person.room.state.waiting);
});

// The server paired its seek with the earliest that was alike.
test('plays with whom its policy has chosen, where another seeks the same', async (t) => {
  const server = await Server.during(t);
  const [other, chosen] = [await Client.connect(server, { name: 'Other' }), await Client.connect(server)];
  for (const person of [other, chosen]) await person.ask({ t: 'seek', game: 'gomoku', time, side: 'first' });
  BotProcess.during(t, server, 'uci', engine, {
    policy: { ...policy, games: [{ game: 'gomoku' }], never: ['Other'] },
  });
  const { gameId } = await chosen.next((m) => m.t === 'created');
  await chosen.join(gameId);
  await play(chosen, 2);
});

test('withdraws its own seek when it has taken a seat', async (t) => {
  const server = await Server.during(t);
  const person = await Client.connect(server);
  await person.ask({ t: 'lobby', on: true });
  BotProcess.during(t, server, 'uci', engine, { policy: { ...policy, games: [{ game: 'gomoku', time }] } });
  const seekOf = ({ seeks, add }) =>
    (seeks ?? add?.seeks ?? []).find(({ name }) => name === 'TheBot')?.seekId;
  const seekId = seekOf(await person.next((m) => m.t === 'lobby' && seekOf(m)));
  await person.create({ game: 'gomoku', opponent: 'human', side: 'first', time });
  await play(person, 2);
  await person.next((m) => m.t === 'lobby' && m.remove?.includes(seekId));
});

// After a restart of its server all its connections come at once, at the expense of one user and one address.
test('asks for the lobby again where the server had too much to do', async (t) => {
  const user = { id: 'g_1', name: 'TheBot', guest: true };
  let asked = 0;
  const server = await scriptedServer(t, ({ t: type, id }, say) => {
    if (type === 'hello') say({ t: 'welcome', id, v: 1, user, token: 'token', now: Date.now(), playing: [] });
    if (type === 'lobby' && ++asked === 1)
      say({ t: 'error', id, code: 'rate_limited', message: 'Not so much at once.', retryMs: 10 });
  });
  BotProcess.during(t, server, 'uci', engine, { policy });
  await eventually('another question', () => asked > 1);
});

test('leaves it to the server to pair a seek like its own', async (t) => {
  const server = await Server.during(t);
  const far = await Client.connect(server);
  await far.ask({ t: 'seek', game: 'gomoku', time, minRating: 3_900 });
  const games = [{ game: 'gomoku', time }];
  const guest = BotProcess.during(t, server, 'uci', engine, { policy: { ...policy, games } });
  await guest.says('is TheBot');
  await outage(3_000); // It looks around once a second, and must not take it.
  const near = await Client.connect(server);
  await near.ask({ t: 'seek', game: 'gomoku', time });
  const { gameId } = await near.next((m) => m.t === 'created');
  await near.join(gameId);
  await play(near, 4);
  assert.doesNotMatch(guest.log, /takes/);
});

test('seeks again after a pairing that came before its other seeks were told', async (t) => {
  const server = await Server.during(t);
  const rules = ['freestyle', 'standard', 'renju'];
  const seekers = [];
  for (const rule of rules) seekers.push({ rule, person: await Client.connect(server) });
  await seekers[0].person.ask({ t: 'seek', game: 'gomoku', rule: 'freestyle', time });
  const games = rules.map((rule) => ({ game: 'gomoku', rule, time }));
  BotProcess.during(t, server, 'uci', engine, { policy: { ...policy, games, mostGames: 3 } });
  for (const { rule, person } of seekers) {
    if (rule !== 'freestyle') await person.ask({ t: 'seek', game: 'gomoku', rule, time });
    const { gameId } = await person.next((m) => m.t === 'created');
    await person.join(gameId);
    await play(person, 4);
  }
});

test('seeks opponents itself, and agrees to another game', async (t) => {
  const server = await Server.during(t);
  BotProcess.during(t, server, 'uci', engine, { policy: { ...policy, games: [{ game: 'gomoku', time }] } });
  const person = await Client.connect(server);
  await person.ask({ t: 'lobby', on: true });
  await person.next(
    (m) => m.t === 'lobby' && (m.seeks ?? m.add?.seeks ?? []).some(({ name }) => name === 'TheBot'),
  );
  await person.ask({ t: 'seek', game: 'gomoku', time });
  const { gameId } = await person.next((m) => m.t === 'created');
  await person.join(gameId);
  await play(person);
  await person.ask({ t: 'action', gameId, do: 'rematch' });
  const { nextId } = await person.next((m) => m.t === 'event' && m.kind === 'rematch');
  await person.join(nextId);
  await play(person, 4);
});

test('goes on after its own end, the end of its program and that of the server', async (t) => {
  const server = await Server.during(t);
  const { person } = await waiting(server, { game: 'gomoku' });
  const guest = BotProcess.during(t, server, 'uci', engine, { policy });
  await play(person, 4);
  await guest.stop('SIGKILL');
  await move(person);
  guest.start();
  await play(person, 8);
  execFileSync('pkill', ['-KILL', '-P', String(guest.pid), 'sanqi-engine']);
  await play(person, 12);
  await server.kill();
  await server.start();
  const back = await Client.connect(server, { token: person.welcome.token });
  await back.join(person.room.gameId);
  await play(back, 16);
  assert.match(guest.log, /connection closed/);
});

test('goes to the room of a code while an earlier game goes on', async (t) => {
  const server = await Server.during(t);
  const { person } = await waiting(server, { game: 'gomoku' });
  const guest = BotProcess.during(t, server, 'uci', engine, { policy });
  await play(person, 4);
  await guest.stop();
  const other = await waiting(server, { game: 'xiangqi' });
  guest.start(['--room', other.created.code]);
  await play(other.person, 4);
  await play(person, 8);
});

test('a program that hangs, or says nonsense, is never late: another move is made', async (t) => {
  const server = await Server.during(t);
  for (const program of ['sleep 1000', 'yes bestmove a1a1']) {
    const { person, created } = await waiting(server, {
      game: 'xiangqi',
      time: { initial: 2_000, increment: 1_000 },
    });
    BotProcess.during(t, server, 'uci', program, { policy, words: ['--room', created.code] });
    await person.until(({ waiting: free }) => !free);
    const state = await play(person);
    assert.equal(state.reason, 'resign', 'it gives up after three such moves, once it had time to start');
    assert.ok(state.ply >= 5);
  }
});

test('a program that is slow to start does not lose by it', async (t) => {
  const server = await Server.during(t);
  const { person, created } = await waiting(server, { game: 'xiangqi', time: { perMove: 2_000 } });
  const words = ['--room', created.code];
  const folder = mkdtempSync(join(tmpdir(), 'sanqi-slow-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const ready = join(folder, 'ready');
  execFileSync('mkfifo', [ready]);
  // It reads none of what it is asked before there is a line in the pipe.
  const slow = `sh -c 'read line < ${ready}; exec ${engine}'`;
  const guest = BotProcess.during(t, server, 'uci', slow, { policy, words });
  await person.until(({ waiting: free }) => !free);
  const game = play(person, 16);
  await Promise.race([guest.says('ply 5: it is not ready yet'), game]);
  await writeFile(ready, '\n', { flag: 'r+' }); // So opened it waits for no reader.
  // It may have mated the person, who moves at random, before the sixteenth ply.
  const { status, result } = await game;
  assert.ok(status === 'playing' || result === 'second', `${status} ${result} ${guest.log}`);
  assert.match(guest.log, /ply 5: it is not ready yet/, 'three moves were over before');
});

test('a program that fails in three games in a row plays no more', async (t) => {
  const server = await Server.during(t);
  const guest = BotProcess.during(t, server, 'uci', '/no/such/program', { policy });
  for (let game = 0; game < 3; ++game) {
    const { person } = await waiting(server, { game: 'gomoku' });
    await person.until(({ waiting: free }) => !free);
    assert.equal((await play(person)).reason, 'resign');
  }
  assert.equal(await guest.exited, 1);
  assert.match(guest.log, /three games in a row/);
});

/** What stands before servers on the internet: TLS, here with a certificate of its own. */
async function tlsBefore(t, server) {
  const folder = mkdtempSync(join(tmpdir(), 'sanqi-tls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const words = 'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=localhost -days 2';
  const named = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...words.split(' '), ...named], { stdio: 'pipe' });
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  proxy.on('upgrade', (request, socket, head) => {
    const behind = connect(server.port, '127.0.0.1', () => {
      const headers = Object.entries({ ...request.headers, host: `127.0.0.1:${server.port}` });
      behind.write(
        `GET ${request.url} HTTP/1.1\r\n${headers.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`,
      );
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    for (const end of [behind, socket])
      end.on('error', () => [behind, socket].forEach((each) => each.destroy()));
  });
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done));
  t.after(() => proxy.close());
  return { url: `wss://localhost:${proxy.address().port}`, cert };
}

test('plays through TLS, with a server that is who it says', async (t) => {
  const server = await Server.during(t);
  const { url, cert } = await tlsBefore(t, server);
  const { person, created } = await waiting(server, { game: 'gomoku' });
  const words = ['--room', created.code];
  const doubter = BotProcess.during(t, server, 'uci', engine, { policy, words, url });
  await doubter.says('certificate verify failed');
  assert.ok(person.room.state.waiting);
  BotProcess.during(t, server, 'uci', engine, { policy, words, url, env: { SSL_CERT_FILE: cert } });
  await play(person, 4);
  const elsewhere = url.replace('localhost', '127.0.0.1');
  const mistaken = BotProcess.during(t, server, 'uci', engine, {
    url: elsewhere,
    env: { SSL_CERT_FILE: cert },
  });
  await mistaken.says('certificate verify failed');
});

test('mistakes end with a status and one line', (t) => {
  for (const [words, status, text] of [
    [['--server', 'ftp://x', '--protocol', 'uci', '--program', engine], 2, /ws:\/\/HOST/],
    [['--server', 'ws://127.0.0.1:1', '--protocol', 'telepathy', '--program', engine], 105, /telepathy/],
    [
      ['--server', 'ws://127.0.0.1:1', '--protocol', 'uci', '--program', engine, '--set', 'Hash'],
      2,
      /NAME=VALUE/,
    ],
  ]) {
    t.diagnostic(words.join(' '));
    try {
      execFileSync(bot, words, { stdio: 'pipe' });
      assert.fail('it ended well');
    } catch (error) {
      assert.equal(error.status, status);
      assert.match(String(error.stderr), text);
    }
  }
});

test('a code that is none ends it with a sentence', async (t) => {
  const server = await Server.during(t);
  const guest = BotProcess.during(t, server, 'uci', engine, { words: ['--room', 'ZZZZZ'] });
  assert.equal(await guest.exited, 1);
  assert.match(guest.log, /room ZZZZZ/);
});
