// Accounts of programs: one is declared when it registers, is marked wherever it is shown, survives restarts of
// sanqi-bot, and is rated among programs alone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BotProcess, engine } from '../lib/bot_process.mjs';
import { Client } from '../lib/client.mjs';
import { eventually, inTime } from '../lib/patience.mjs';
import { pick } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const time = { initial: 600_000, increment: 0 };
const password = 'a long password';

/** The status, and what the server says. */
async function ask(server, path, { token = '', body, method = body ? 'POST' : 'GET' } = {}) {
  const response = await fetch(`${server.url}/api${path}`, {
    ...inTime(),
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...(await response.json()) };
}

/** A new account on the line. */
async function arrive(server, name, program) {
  const { token, user } = await ask(server, '/auth/register', { body: { name, password, program } });
  const client = await Client.connect(server, { token });
  assert.deepEqual(client.welcome.user, user);
  return { token, user, client };
}

/** The person moves at random until `plies` are played. */
async function play(person, plies) {
  for (;;) {
    const state = await person.until(
      ({ turn, ply, status }) => ply >= plies || turn === person.room.you || status !== 'playing',
    );
    assert.equal(state.status, 'playing');
    if (state.ply >= plies) return;
    await person.move(pick(state.legal));
  }
}

/** A file with this password. */
function passwordFile(t, text) {
  const folder = mkdtempSync(join(tmpdir(), 'sanqi-password-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'password');
  writeFileSync(file, `${text}\n`);
  return file;
}

test('sanqi-bot registers a program, and goes on with its account after a restart', async (t) => {
  const server = await Server.during(t);
  const file = passwordFile(t, password);
  const account = ['--user', 'Pela', '--password-file', file];
  const bot = BotProcess.during(t, server, 'uci', engine, {
    policy: { thinkMs: 50, waitSeconds: 0, rematches: false, games: [{ game: 'gomoku' }] },
    words: [...account, '--register'],
  });
  await bot.says('is Pela at');

  const person = await Client.connect(server);
  const { gameId } = await person.create({ game: 'gomoku', opponent: 'human', side: 'first', time });
  await play(person, 4);
  await bot.stop('SIGKILL');
  bot.start();
  await play(person, 10);
  const { players } = await ask(server, `/games/${gameId}`);
  assert.equal(players[0].program, undefined);
  assert.equal(players[1].name, 'Pela');
  assert.equal(players[1].program, true);
  assert.equal((await ask(server, '/players/Pela')).program, true);

  const { token } = await ask(server, '/auth/login', { body: { name: 'pela', password } });
  const { sessions } = await ask(server, '/me/sessions', { token });
  assert.equal(sessions.filter(({ client }) => client === 'sanqi-bot').length, 1, 'it keeps to its session');
  await ask(server, '/auth/logout', { token, body: { everywhere: true } });
  assert.equal(await bot.exited, 1, 'it does not go on as a guest');
  assert.match(bot.log, /logged out/);

  const wrong = ['--user', 'Pela', '--password-file', passwordFile(t, 'another password')];
  const stranger = BotProcess.during(t, server, 'uci', engine, { words: wrong });
  assert.equal(await stranger.exited, 2);
  assert.match(stranger.log, /the account Pela: /);
});

/** A bot with an account, on the line. */
async function arriveBot(t, server, policy) {
  const account = ['--user', 'Pela', '--password-file', passwordFile(t, password), '--register'];
  const bot = BotProcess.during(t, server, 'uci', engine, {
    policy: { thinkMs: 50, rematches: false, games: [{ game: 'gomoku' }], ...policy },
    words: account,
  });
  await bot.says('is Pela at');
  return bot;
}

// Its rating may come to be in the range.
test('answers the rated seek of a program again, where it was not paired', async (t) => {
  const server = await Server.during(t);
  const { client } = await arrive(server, 'Edax', true);
  const games = [{ game: 'gomoku', rated: true }];
  const bot = await arriveBot(t, server, { games, waitSeconds: 0 });
  const seek = { t: 'seek', game: 'gomoku', time, rated: true, minRating: 3_900 };
  const { seekId } = await client.ask(seek);
  const answers = () => bot.log.split(`takes ${seekId} `).length - 1;
  await eventually('a second answer', () => answers() > 1);
  await client.ask({ t: 'unseek', seekId });
  await client.ask({ ...seek, minRating: 1 });
  await client.next((m) => m.t === 'created');
});

const challenge = ({ client }, more) =>
  client.ask({ t: 'challenge', to: 'Pela', game: 'gomoku', side: 'first', time, ...more });

/** How it ends, for who has made it. */
function endOf({ client }, { t, challengeId }) {
  assert.equal(t, 'ack');
  return client.next((m) => m.t === 'challengeEnd' && m.challengeId === challengeId);
}

test('a person challenges a program, and it plays or says why not', async (t) => {
  const server = await Server.during(t);
  await arriveBot(t, server, { seeks: false, seats: false, minInitial: 60_000 });
  const lin = await arrive(server, 'Lin');
  await lin.client.ask({ t: 'challenges', on: true });
  const refused = await challenge(lin, { rated: true });
  assert.deepEqual([refused.code, refused.reason], ['not_allowed', 'program']);
  for (const [more, reason] of [
    [{ time: { initial: 30_000, increment: 0 } }, 'slower'],
    [{ game: 'xiangqi' }, 'game'],
  ]) {
    const end = await endOf(lin, await challenge(lin, more));
    assert.deepEqual([end.how, end.reason], ['declined', reason]);
  }

  const { how, gameId } = await endOf(lin, await challenge(lin));
  assert.equal(how, 'accepted');
  await lin.client.join(gameId);
  await play(lin.client, 6);
  // It plays one game at a time: the next challenge waits for its end.
  const asked = await challenge(lin);
  await lin.client.act('resign');
  assert.equal((await endOf(lin, asked)).how, 'accepted');
});

test('a challenge waits for a program that is away, and is accepted once', async (t) => {
  const server = await Server.during(t);
  const bot = await arriveBot(t, server);
  const lin = await arrive(server, 'Lin');
  await lin.client.ask({ t: 'challenges', on: true });
  await bot.stop('SIGKILL');
  const asked = await challenge(lin);
  bot.start();
  // Before or after the server has made the game: both are taken up.
  await bot.says(`accepts ${asked.challengeId}`);
  await bot.stop('SIGKILL');
  bot.start();
  const { how, gameId } = await endOf(lin, asked);
  assert.equal(how, 'accepted');
  await lin.client.join(gameId);
  await play(lin.client, 4);
  const { welcome } = await Client.connect(server, { token: lin.token });
  assert.deepEqual(
    welcome.playing.map((game) => game.gameId),
    [gameId],
  );
});

test('programs are rated among themselves, and play with people casually', async (t) => {
  const server = await Server.during(t);
  const [lin, zen, wine] = [
    await arrive(server, 'Lin'),
    await arrive(server, 'Zen', true),
    await arrive(server, 'Wine', true),
  ];
  assert.equal(lin.user.program, undefined);
  assert.equal(zen.user.program, true);
  const rated = { t: 'create', game: 'gomoku', opponent: 'human', side: 'first', time, rated: true };
  const take = ({ client }, gameId) => client.ask({ t: 'join', gameId, as: 'player' });
  for (const [one, other] of [
    [lin, zen],
    [zen, lin],
  ]) {
    const { gameId } = await one.client.ask(rated);
    const refused = await take(other, gameId);
    assert.deepEqual([refused.code, refused.reason], ['not_allowed', 'program']);
    assert.equal((await take(one, gameId)).t, 'gameFull');
    assert.equal((await one.client.ask({ t: 'action', gameId, do: 'abort' })).t, 'ack');
  }

  const { gameId } = await zen.client.ask(rated);
  await zen.client.join(gameId);
  await wine.client.join(gameId);
  for (const one of [zen, wine]) {
    const { legal } = await one.client.until((state) => state.legal);
    await one.client.move(pick(legal));
  }
  await zen.client.act('resign');
  await wine.client.until(({ status }) => status === 'finished');
  const { ratings } = await ask(server, '/players/Wine');
  assert.equal(ratings.gomoku.rapid.games, 1);
  assert.ok(ratings.gomoku.rapid.rating > 1500);

  const casual = await lin.client.ask({ ...rated, rated: false });
  const { players } = await take(zen, casual.gameId);
  assert.deepEqual(
    players.map(({ program }) => program ?? false),
    [false, true],
  );
  assert.deepEqual((await ask(server, '/players/Lin')).ratings, {});
  const best = await ask(server, '/leaderboard/gomoku?speed=rapid&programs=true');
  assert.deepEqual(best, { status: 200, players: [] }, 'their ratings are not settled yet');
});

test('a guest does not become a program, nor a program a person', async (t) => {
  const server = await Server.during(t);
  const guest = await Client.connect(server);
  const { token } = guest.welcome;
  const form = { name: 'Pela', password, program: true };
  const refused = await ask(server, '/auth/register', { token, body: form });
  assert.deepEqual([refused.status, refused.error.reason], [409, 'program']);
  assert.equal((await ask(server, '/auth/register', { body: form })).user.program, true);
  const again = await ask(server, '/auth/login', { body: { ...form, program: false } });
  assert.equal(again.user.program, true);
  const { id } = await ask(server, '/tournaments', {
    token,
    body: { name: 'Evening', game: 'gomoku', initialMs: 300_000 },
  });
  const joined = await ask(server, `/tournaments/${id}/join`, { token: again.token, body: {} });
  assert.deepEqual([joined.status, joined.error.reason], [409, 'program']);
});
