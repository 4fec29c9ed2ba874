// A small server keeps order: a line is reported, a moderator mutes, the person is told and appeals once; a shadow is
// seen by nobody else; who is banned is out. The operator grants powers beside the running server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { PATIENCE_MS, eventually, inTime } from '../lib/patience.mjs';
import { binary, Server } from '../lib/server.mjs';

/** The status, and what the server says. */
async function ask(server, token, method, path, body) {
  const response = await fetch(`${server.url}/api${path}`, {
    ...inTime(),
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...(await response.json()) };
}

/** An account on the line. */
async function arrive(server, name) {
  const { token } = await ask(server, '', 'POST', '/auth/register', { name, password: 'a long password' });
  return { token, client: await Client.connect(server, { token }) };
}

const moderate = (server, ...words) => {
  const flags = ['--database', server.database, 'moderate', ...words];
  const run = spawnSync(binary, flags, { encoding: 'utf8', timeout: PATIENCE_MS });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
};

test('a report is decided, its subject is told, cannot chat and appeals once', async (t) => {
  const server = await Server.during(t);
  const [lin, mei, mod] = await Promise.all(['Lin', 'Mei', 'Zhou'].map((name) => arrive(server, name)));
  const decide = (act) => ask(server, mod.token, 'POST', '/moderation/acts', act);
  assert.equal((await ask(server, mod.token, 'GET', '/moderation/reports')).status, 403);
  moderate(server, 'grant', 'Zhou', '--powers', 'chat,accounts');

  const { gameId } = await lin.client.ask({ t: 'create', game: 'gomoku', opponent: 'human' });
  for (const { client } of [lin, mei])
    assert.equal((await client.ask({ t: 'join', gameId, as: 'spectator' })).t, 'gameFull');
  const say = ({ client }, text) => client.ask({ t: 'chat', gameId, room: 'all', text });
  const heard = ({ client }, text) => client.next((m) => m.t === 'chat' && m.text === text);
  await say(mei, 'hello');
  await say(lin, 'rude');
  const line = await heard(mei, 'rude');
  assert.equal((await mei.client.ask({ t: 'report', gameId, from: 'Lin', at: line.at })).t, 'ack');

  const { reports } = await ask(server, mod.token, 'GET', '/moderation/reports');
  assert.equal(reports.length, 1);
  assert.equal(reports[0].text, 'rude');
  assert.deepEqual(
    reports[0].around.map(({ text }) => text),
    ['hello'],
  );
  const user = reports[0].from.id;
  assert.equal((await decide({ do: 'mute', user, gameId, hours: 24, reason: 'insults' })).status, 200);
  const told = await lin.client.next((m) => m.t === 'measure');
  assert.equal(told.reason, 'insults');
  assert.equal((await mei.client.next((m) => m.t === 'chatRemoved')).at, line.at);
  const refused = await say(lin, 'ruder');
  assert.deepEqual(
    [refused.code, refused.reason, refused.message, refused.until],
    ['not_allowed', 'measure', 'insults', told.until],
  );

  const { measures } = await ask(server, lin.token, 'GET', '/me/measures');
  const appeal = () =>
    ask(server, lin.token, 'POST', `/me/measures/${measures[0].id}/appeal`, { text: 'sorry' });
  assert.deepEqual([(await appeal()).status, (await appeal()).status], [200, 409]);
  const { appeals } = await ask(server, mod.token, 'GET', '/moderation/appeals');
  assert.deepEqual([appeals[0].appeal, appeals[0].own], ['sorry', true]);
  // The only moderator answers, too.
  assert.equal((await decide({ do: 'lift', measureId: measures[0].id, reason: 'good' })).status, 200);
  await eventually('the end of the mute', async () => (await say(lin, 'thanks')).t === 'ack');
  assert.match(
    moderate(server, 'log'),
    /operator grant Zhou[^]*Zhou mute Lin[^]*insults[^]*Zhou lift Lin[^]*good/,
  );
});

test('a shadow is seen by nobody else, and a ban ends what it finds', async (t) => {
  const server = await Server.during(t);
  const [lin, mei, wu] = await Promise.all(['Lin', 'Mei', 'Wu'].map((name) => arrive(server, name)));
  const { gameId } = await lin.client.ask({ t: 'create', game: 'gomoku', opponent: 'human' });
  const join = ({ client }) => client.ask({ t: 'join', gameId, as: 'spectator' });
  for (const one of [lin, mei]) await join(one);
  const say = ({ client }, text) => client.ask({ t: 'chat', gameId, room: 'all', text });
  const heard = ({ client }) => client.next((m) => m.t === 'chat');
  moderate(server, 'shadow', 'Lin', '--hours', '1', '--reason', 'spam');
  // A shadow is not told; what was decided after it is.
  moderate(server, 'mute', 'Wu', '--hours', '1', '--reason', 'spam');
  await wu.client.next((m) => m.t === 'measure');
  assert.equal((await say(lin, 'buy gold')).t, 'ack');
  assert.equal((await heard(lin)).text, 'buy gold');
  await say(mei, 'hello');
  assert.equal((await heard(mei)).text, 'hello');
  const seen = async (one) => (await join(one)).chat.map(({ text }) => text);
  assert.deepEqual(await seen(lin), ['buy gold', 'hello']);
  assert.deepEqual(await seen(mei), ['hello']);
  assert.deepEqual((await ask(server, lin.token, 'GET', '/me/measures')).measures, []);

  moderate(server, 'ban', 'Lin', '--reason', 'enough');
  assert.equal((await lin.client.closed).code, 4004);
  assert.equal((await ask(server, lin.token, 'GET', '/me/relations')).status, 401);
  const { measures } = await ask(server, lin.token, 'GET', '/me/measures');
  assert.deepEqual([measures[0].kind, measures[0].reason, measures[0].until], ['ban', 'enough', undefined]);
  await assert.rejects(Client.connect(server, { token: lin.token }), /4004/);
});
