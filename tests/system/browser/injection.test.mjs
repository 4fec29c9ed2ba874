// Text that would be a program if somebody took it for one: HTML in names and chat, SQL in every field of text.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { leave } from '../lib/browser.mjs';
import { Client, seatTwo } from '../lib/client.mjs';
import { PATIENCE_MS, eventually } from '../lib/patience.mjs';
import { binary } from '../lib/server.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();

const HTML = [
  '<img src=x onerror="window.owned=1">',
  '"><script>window.owned=1</script>',
  '<svg onload=window.owned=1>',
  '[x](javascript:window.owned=1)',
];
const SQL = [
  "'; DROP TABLE games; --",
  "' OR '1'='1",
  '" OR ""="',
  '1); DELETE FROM events; --',
  '%',
  '\\',
  '\u0000',
];

const post = (path, body, token) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** What is made by it. */
async function made(path, body, token) {
  const answer = await post(path, body, token);
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** The token of a guest. */
async function guestToken() {
  const client = await Client.connect(server);
  client.close();
  return client.welcome.token;
}

/** Nothing of it ran, and nothing of it became an element. */
async function assertHarmless(page) {
  assert.equal(await page.evaluate(() => window.owned), undefined);
  assert.equal(await page.locator('img[src="x"], svg[onload], a[href^="javascript:"]').count(), 0);
}

test('HTML in the names of an imported game is text', async () => {
  const [red, black] = HTML;
  const answer = await post('/api/import', {
    format: 'json',
    text: JSON.stringify({
      game: 'xiangqi',
      rule: 'standard',
      moves: 'h2e2 h9g7',
      players: [{ name: red }, { name: black }],
      event: HTML[2],
    }),
  });
  const { gameId } = await answer.json();
  const page = await visitor();
  await page.goto(`${server.url}/replay/${gameId}`);
  await page.getByText(red).first().waitFor();
  await assertHarmless(page);
  await page.goto(`${server.url}/games`);
  await page.getByText(red).first().waitFor();
  await assertHarmless(page);
  await leave(page);
});

test('HTML in chat is text', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  const page = await visitor();
  await page.goto(`${server.url}/${created.gameId}`);
  await page.getByText('You are watching').waitFor();
  for (const [n, text] of HTML.entries()) {
    const speaker = n % 2 ? host : guest;
    assert.equal((await speaker.ask({ t: 'chat', gameId: created.gameId, room: 'all', text })).t, 'ack');
    await page.locator('.chat-lines', { hasText: text }).waitFor();
  }
  await assertHarmless(page);
  await leave(page);
  host.close();
  guest.close();
});

/** A study of Gomoku of one move. */
const chapter = (name, comment) => ({
  name,
  format: 'study',
  record: JSON.stringify({
    game: 'gomoku',
    orientation: 'first',
    tags: { Event: comment },
    nodes: [
      { id: 0, comments: [{ text: comment }] },
      { id: 1, parent: 0, move: 'h8', comments: [{ text: comment }] },
    ],
    nextId: 2,
    v: 0,
  }),
});

test('HTML in the names of tournaments, collections and studies is text', async () => {
  const token = await guestToken();
  const form = { name: HTML[0], game: 'gomoku', initialMs: 60_000 };
  const tournament = await made('/api/tournaments', form, token);
  const collection = await made('/api/collections', { name: HTML[0], visibility: 'public' }, token);
  const title = { name: HTML[0], visibility: 'public' };
  const study = await made('/api/studies', { ...title, chapter: chapter(HTML[1], HTML[2]) }, token);
  const page = await visitor();
  for (const path of [
    '/tournaments',
    `/tournaments/${tournament.id}`,
    '/collections',
    `/collections/${collection.id}`,
    `/study/${study.id}`,
  ]) {
    await page.goto(server.url + path);
    await page.getByText(HTML[0]).first().waitFor({ state: 'attached' });
    await assertHarmless(page);
  }
  await leave(page);
});

test('HTML in a line that was reported is text to moderators', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  const { gameId } = created;
  assert.equal((await host.ask({ t: 'chat', gameId, room: 'all', text: HTML[0] })).t, 'ack');
  const line = await guest.next(({ t, text }) => t === 'chat' && text === HTML[0]);
  assert.equal((await guest.ask({ t: 'report', gameId, from: line.from, at: line.at })).t, 'ack');
  const page = await visitor();
  await page.goto(`${server.url}/account`);
  await page.getByRole('radio', { name: 'Register' }).check({ force: true });
  await page.getByLabel('Name', { exact: true }).fill('Zhou');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Account of Zhou' }).waitFor();
  const flags = ['--database', server.database, 'moderate', 'grant', 'Zhou', '--powers', 'chat'];
  const run = spawnSync(binary, flags, { encoding: 'utf8', timeout: PATIENCE_MS });
  assert.equal(run.status, 0, run.stderr);
  await page.goto(`${server.url}/moderation`);
  await page.getByText(HTML[0]).first().waitFor();
  await assertHarmless(page);
  await leave(page);
  host.close();
  guest.close();
});

/** A collection of one game, of Lin and Mei; gives its address. */
async function smallCollection(token) {
  const { id } = await made('/api/collections', { name: 'x', visibility: 'public' }, token);
  const head = '[Game "Chinese Chess"]\n[Red "Lin"]\n[Black "Mei"]\n[Format "ICCS"]\n\n';
  const file = Buffer.from(`${head}H2-E2 H9-G7 *\n\n`);
  const started = await made(`/api/collections/${id}/imports`, { file: 'x', bytes: file.length }, token);
  await made(`/api/imports/${started.id}/parts/0`, { base64: file.toString('base64') }, token);
  await made(`/api/imports/${started.id}`, {}, token);
  const path = `/api/collections/${id}`;
  await eventually('a game', async () => (await (await fetch(server.url + path)).json()).games === 1);
  return path;
}

const KEPT = [
  'accounts',
  'challenges',
  'chapter_edits',
  'chapters',
  'collections',
  'library_games',
  'library_imports',
  'measures',
  'moderation_log',
  'relations',
  'reports',
  'studies',
  'study_members',
  'tournament_events',
  'tournaments',
];

test('SQL in what is asked of tournaments, studies, collections and moderators does nothing', async () => {
  const token = (await made('/api/auth/register', { name: 'Wu', password: 'correct horse' })).token;
  const collection = await smallCollection(token);
  const title = { name: 'x', visibility: 'public' };
  const study = await made('/api/studies', { ...title, chapter: chapter('x', 'x') }, token);
  const form = { name: 'x', game: 'gomoku', initialMs: 60_000 };
  const { id } = await made('/api/tournaments', form, token);
  const [ofStudy, ofTournament] = [`/api/studies/${study.id}`, `/api/tournaments/${id}`];
  const count = () =>
    server.rows(`SELECT ${KEPT.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join()}`)[0];
  const before = count();
  for (const sql of SQL) {
    const client = await Client.connect(server, { token });
    for (const message of [
      { t: 'openStudy', studyId: sql },
      { t: 'edit', studyId: sql, chapter: 1, seen: 0, do: 'rename', text: sql },
      { t: 'edit', studyId: study.id, chapter: 1, seen: 0, do: sql },
      { t: 'studyCursor', studyId: sql, chapter: 1, node: 0 },
      { t: 'challenge', to: sql, game: 'gomoku', time: null },
      { t: 'challenge', to: 'Wu', game: sql, rule: sql, time: null },
      { t: 'answer', challengeId: sql, do: 'withdraw' },
    ]) {
      const answer = await client.ask(message);
      assert.equal(answer.t, 'error', JSON.stringify([message, answer]));
    }
    client.close();
    const encoded = encodeURIComponent(sql);
    for (const path of [
      `/api/tournaments?cursor=${encoded}`,
      `/api/tournaments/${encoded}`,
      `${ofTournament}/export?format=${encoded}`,
      `/api/studies/${encoded}`,
      `${ofStudy}/chapters/${encoded}`,
      `${ofStudy}/export?format=pgn&chapter=${encoded}`,
      `/api/collections?cursor=${encoded}`,
      `/api/collections/${encoded}`,
      ...['player', 'name', 'event', 'opening'].map((field) => `${collection}/games?${field}=${encoded}`),
      `${collection}/games?from=${encoded}`,
      `${collection}/explorer?game=xiangqi&moves=${encoded}`,
      `${collection}/search?game=xiangqi&pattern=${encoded}`,
      `/api/explorer?game=${encoded}`,
      `/api/imports/${encoded}`,
      `/api/players/${encoded}/results`,
      `/api/moderation/reports?cursor=${encoded}`,
      `/api/moderation/log?cursor=${encoded}`,
    ]) {
      const answer = await fetch(server.url + path, { headers: { Authorization: `Bearer ${token}` } });
      const body = await answer.json();
      assert.ok(answer.status < 500, `${path}: ${answer.status}`);
      if (answer.status === 200) assert.deepEqual(body.games, [], path);
    }
    for (const [path, body] of [
      [`/api/tournaments/${encoded}/join`, {}],
      [`${ofTournament}/players`, { name: sql, note: 'x' }],
      [`${ofTournament}/result`, { round: 1, table: 1, result: sql, note: sql }],
      ['/api/tournaments', { ...form, game: sql }],
      ['/api/studies', { name: 'x', chapter: { game: sql, pos: sql } }],
      [`${ofStudy}/members`, { name: sql, role: 'writer' }],
      [`${ofStudy}/members`, { name: 'Lin', role: sql }],
      [`${ofStudy}/members/${encoded}`, { role: 'gone' }],
      ['/api/collections', { name: 'x', visibility: sql }],
      [`/api/collections/${encoded}`, { name: 'x' }],
      [`${collection}/imports`, { file: 'x', bytes: sql }],
      [`/api/players/${encoded}/follow`, {}],
      [`/api/me/measures/${encoded}/appeal`, { text: sql }],
      ['/api/moderation/acts', { do: sql, user: sql, reason: sql, gameId: sql }],
      ['/api/me/challenges', { by: sql }],
    ]) {
      const { status } = await post(path, body, token);
      assert.ok(status >= 400 && status < 500, `${path} ${JSON.stringify(body)}: ${status}`);
    }
  }
  assert.deepEqual(count(), before);
});

test('SQL in every field of text finds nothing and changes nothing', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  await host.move('h8', 0);
  const { gameId } = created;
  const count = () =>
    server.rows(
      'SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM tokens) AS tokens',
    )[0];
  const before = count();
  for (const sql of SQL) {
    const messages = [
      { t: 'join', gameId: sql, as: 'spectator' },
      { t: 'join', code: sql, as: 'spectator' },
      { t: 'join', gameId, as: 'player', token: sql },
      { t: 'move', gameId: sql, ply: 1, move: 'h9' },
      { t: 'move', gameId, ply: 1, move: sql },
      { t: 'action', gameId, do: sql },
      { t: 'unseek', seekId: sql },
      { t: 'analysis', gameId: sql, on: true },
      { t: 'watch', ids: [sql] },
      { t: 'explore', game: sql, moves: [sql] },
      { t: 'host', gameId, do: 'kick', name: sql },
      { t: 'report', gameId, from: sql, at: 1 },
      { t: 'create', game: sql, opponent: 'human', time: null },
      { t: 'create', game: 'xiangqi', rule: sql, pos: sql, opponent: 'human', time: null },
    ];
    for (const message of messages) {
      const answer = await guest.ask(message);
      assert.ok(['error', 'ack', 'gameFull', 'explored'].includes(answer.t), JSON.stringify(answer));
    }
    const encoded = encodeURIComponent(sql);
    for (const path of [
      `games?player=${encoded}`,
      `games?game=${encoded}`,
      `games?player=Lin&opponent=${encoded}`,
      `games?cursor=${encoded}`,
      `games/${encoded}`,
      `games/${encoded}/export?format=${encoded}`,
      `games/${encoded}/analysis`,
      `players/${encoded}`,
      `players/${encoded}/history?game=${encoded}&speed=${encoded}`,
      `leaderboard/${encoded}?speed=${encoded}`,
    ]) {
      const answer = await fetch(`${server.url}/api/${path}`);
      const body = await answer.json();
      assert.ok(answer.status < 500, `${path}: ${answer.status}`);
      if (answer.status === 200 && body.games) assert.deepEqual(body.games, [], path);
    }
    for (const path of ['/api/auth/login', '/api/auth/register']) {
      const answer = await post(path, { name: sql, password: sql });
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
    }
    const me = await fetch(`${server.url}/api/me`, {
      headers: { Authorization: `Bearer ${sql === '\u0000' ? 'x' : sql}` },
    });
    assert.equal(me.status, 401);
  }
  assert.deepEqual(count(), before);
  assert.equal((await guest.move('h9', 1)).t, 'ack', 'the game goes on');
  host.close();
  guest.close();
  const stranger = await Client.connect(server, { token: SQL[1] });
  assert.notEqual(stranger.welcome.user.id, host.welcome.user.id);
  stranger.close();
});
