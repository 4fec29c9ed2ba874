// A club on a real server: people ask, its owner admits, and makes a tournament of its members; all of it is there
// after a kill, and an account that closes hands the club over.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { PATIENCE_MS, inTime } from '../lib/patience.mjs';
import { binary, Server } from '../lib/server.mjs';

const password = 'a long password';

/** The status, and what the server says. */
async function ask(server, token, method, path, body) {
  const response = await fetch(`${server.url}/api${path}`, {
    ...inTime(),
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...(await response.json()) };
}

/** Accounts of these names, each as a function that asks. */
const arrive = (server, ...names) =>
  Promise.all(
    names.map(async (name) => {
      const { token } = await ask(server, '', 'POST', '/auth/register', { name, password });
      return (method, path, body = method === 'POST' ? {} : undefined) =>
        ask(server, token, method, path, body);
    }),
  );

const names = (people) => people.map(({ name }) => name);

/** What the operator does beside the server. */
function moderate(server, ...words) {
  const run = spawnSync(binary, ['--database', server.database, 'moderate', ...words], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

test('a club is made, joined, kept over a kill, and handed over with the account of its owner', async (t) => {
  const server = await Server.during(t);
  const [lin, mei, wu] = await arrive(server, 'Lin', 'Mei', 'Wu');
  const made = await lin('POST', '/clubs', { name: 'Red Cannons', joining: 'request' });
  assert.equal(made.status, 201);
  const path = `/clubs/${made.id}`;
  assert.equal((await mei('POST', '/clubs', { name: 'red_cannons' })).error.code, 'name_taken');
  for (const one of [mei, wu]) assert.equal((await one('POST', `${path}/join`)).you, 'asked');
  assert.deepEqual(names((await lin('GET', path)).requests).sort(), ['Mei', 'Wu']);
  assert.equal((await wu('POST', `${path}/accept`, { name: 'Wu' })).status, 403);
  assert.equal((await lin('POST', `${path}/accept`, { name: 'Mei' })).status, 200);

  const form = { name: 'Friday', game: 'antireversi', initialMs: 300_000, club: made.id };
  assert.equal((await mei('POST', '/tournaments', form)).error.reason, 'club');
  const tournament = await lin('POST', '/tournaments', form);
  assert.equal(tournament.status, 201);
  assert.equal((await wu('POST', `/tournaments/${tournament.id}/join`)).error.reason, 'club');
  assert.equal((await mei('POST', `/tournaments/${tournament.id}/join`)).status, 200);
  assert.equal((await lin('DELETE', path)).error.reason, 'tournaments');

  await server.kill();
  await server.start();
  const shown = await wu('GET', path);
  assert.deepEqual([shown.name, shown.members, shown.owner, shown.you], ['Red Cannons', 2, 'Lin', 'asked']);
  assert.deepEqual(names((await wu('GET', `${path}/members`)).members), ['Lin', 'Mei']);
  assert.deepEqual(names((await wu('GET', `${path}/tournaments`)).tournaments), ['Friday']);
  assert.deepEqual(names((await wu('GET', '/clubs?name=CANNON')).clubs), ['Red Cannons']);

  assert.equal((await lin('POST', '/me/close', { password })).status, 200);
  const after = await mei('GET', path);
  assert.deepEqual([after.owner, after.members, after.you], ['Mei', 1, 'owner']);
  assert.equal((await mei('POST', `${path}/accept`, { name: 'Wu' })).status, 200);
  assert.equal((await mei('POST', '/me/close', { password })).status, 200);
  assert.equal((await wu('GET', path)).you, 'owner');
  assert.equal((await wu('POST', '/me/close', { password })).status, 200);
  assert.equal((await ask(server, '', 'GET', path)).status, 404);
  assert.deepEqual((await ask(server, '', 'GET', '/clubs')).clubs, []);
});

test('what a muted owner has written is read by that owner alone, and nothing is added to it', async (t) => {
  const server = await Server.during(t);
  const [lin, mei] = await arrive(server, 'Lin', 'Mei');
  const { id } = await lin('POST', '/clubs', { name: 'Gold Shop', description: 'buy gold' });
  const text = async (one) => (await one('GET', `/clubs/${id}`)).description;
  assert.equal(await text(mei), 'buy gold');
  moderate(server, 'mute', 'Lin', '--hours', '1', '--reason', 'spam');
  assert.deepEqual([await text(lin), await text(mei)], ['buy gold', '']);
  const refused = await lin('POST', `/clubs/${id}`, { description: 'buy silver' });
  assert.deepEqual([refused.status, refused.error.reason, refused.error.message], [409, 'measure', 'spam']);
});

test('the operator closes a club, beside the server, and the log says which', async (t) => {
  const server = await Server.during(t);
  const [lin, mei] = await arrive(server, 'Lin', 'Mei');
  const { id } = await lin('POST', '/clubs', { name: 'Gold Shop' });
  assert.equal((await mei('POST', `/clubs/${id}/join`)).you, 'member');
  moderate(server, 'disband', 'gold_shop', '--reason', 'spam');
  assert.equal((await mei('GET', `/clubs/${id}`)).status, 404);
  assert.deepEqual((await mei('GET', '/me/clubs')).clubs, []);
  assert.match(moderate(server, 'log'), /operator disband Lin Gold Shop: spam/);
});
