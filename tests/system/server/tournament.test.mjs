// Eight guests play a Swiss tournament of anti-Reversi over three rounds, with one server that dies in the second.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, playRandomly, randomFrom } from '../lib/client.mjs';
import { eventually, inTime } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { ask, games, gather, post } from '../lib/tournaments.mjs';

const random = randomFrom(seed);
const FORM = { name: 'Evening', game: 'antireversi', format: 'swiss', rounds: 3, initialMs: 600_000 };

/** Each of the two goes on until the game is over, or the server is gone. */
async function play(server, players, { gameId, first, second }, options = {}) {
  const seats = await Promise.all(
    [first, second].map((number) => Client.connect(server, { token: players[number - 1].token })),
  );
  for (const client of seats) await client.join(gameId);
  await Promise.all(
    seats.map((client) => Promise.race([client.closed, playRandomly(client, random, options)])),
  );
  for (const client of seats) client.close();
}

async function gathered(server, count) {
  const evening = await gather(server, FORM, count);
  return { ...evening, show: (who = evening.director) => ask(server, who, 'GET', evening.path) };
}

test('eight guests play three rounds to the end, over a kill -9 in the second', async (t) => {
  const server = await Server.during(t);
  const { players, director, path, show } = await gathered(server, 8);
  const met = new Set();
  for (let number = 1; number <= 3; ++number) {
    const now = await show();
    assert.equal(now.round.number, number);
    assert.equal(now.round.tables.length, 4);
    for (const { first, second } of now.round.tables) met.add([first, second].sort().join());
    if (number === 2) {
      const [one, ...others] = games(now);
      const acknowledged = [];
      await play(server, players, one);
      const playing = others.map((game) => play(server, players, game, { acknowledged }).catch(() => {}));
      await eventually('some moves', () => acknowledged.length >= 5);
      await server.kill();
      await Promise.all(playing);
      await server.start();
      await eventually('the result of before', async () => games(await show())[0].result !== undefined);
    }
    const left = games(await show()).filter(({ result }) => result === undefined);
    await Promise.all(left.map((game) => play(server, players, game)));
    await eventually('all results', async () =>
      games(await show()).every(({ result }) => result !== undefined),
    );
    if (number < 3) await post(server, director, `${path}/next`);
  }
  await eventually('the end', async () => (await show()).phase === 'finished');

  assert.equal(met.size, 12, 'no two have met twice');
  const { standings } = await show();
  assert.equal(standings.length, 8);
  assert.equal(
    standings.reduce((sum, { points }) => sum + points, 0),
    12,
    'each result counts once',
  );
  const [{ count }] = server.rows('SELECT count(*) AS count FROM games');
  assert.equal(count, 12, 'and there is no game besides');
  const file = await fetch(`${server.url}/api/tournaments${path}/export?format=json`, inTime());
  assert.equal((await file.json()).length, 12);
  const csv = await (await fetch(`${server.url}/api/tournaments${path}/export?format=csv`, inTime())).text();
  assert.equal(csv.trim().split('\r\n').length, 9);
});

test('a server that dies right after the start has the first round, once', async (t) => {
  const server = await Server.during(t);
  const { players, show, director, path } = await gathered(server, 4);
  const before = await show();
  await server.kill();
  await server.start();
  const after = await show();
  assert.deepEqual(after.round, before.round);
  const again = await ask(server, director, 'POST', `${path}/start`);
  assert.equal(again.error.reason, 'alreadyDone');
  const [game] = games(after);
  await play(server, players, game);
  await eventually('its result', async () => games(await show())[0].result !== undefined);
});

test('a game whose seats are exchanged ends for who plays it, and the other one counts', async (t) => {
  const server = await Server.during(t);
  const { players, director, path, show } = await gathered(server, 4);
  const [old] = games(await show());
  const seats = await Promise.all(
    [old.first, old.second].map((number) => Client.connect(server, { token: players[number - 1].token })),
  );
  for (const client of seats) await client.join(old.gameId);
  await post(server, director, `${path}/exchange`, { round: 1, table: 1, game: 1, note: 'wrong seats' });
  for (const client of seats) {
    await client.until(({ status }) => status === 'aborted');
    assert.equal(client.room.state.reason, 'annulled');
    client.close();
  }
  const next = async () => games(await show())[1];
  assert.equal((await next()).first, old.second);
  await play(server, players, await next());
  await eventually('its result', async () => (await next()).result !== undefined);
});
