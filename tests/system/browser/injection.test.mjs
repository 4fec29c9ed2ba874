// Text that would be a program if somebody took it for one: HTML in names and chat, SQL in every field of text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leave } from '../lib/browser.mjs';
import { Client, seatTwo } from '../lib/client.mjs';
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

const post = (path, body) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

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
