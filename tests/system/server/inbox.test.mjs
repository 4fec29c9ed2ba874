// What an account without a browser for push messages finds when it comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, signUp } from '../lib/accounts.mjs';
import { Client } from '../lib/client.mjs';
import { eventually, inTime } from '../lib/patience.mjs';
import { Server } from '../lib/server.mjs';

/** As `kind subject name`, with a star where it is not read. */
async function inbox(server, { token }) {
  const { items, unread } = await ask(server, 'GET', '/api/me/inbox', token);
  assert.equal(unread, items.filter((item) => !item.read).length);
  return items.map(({ kind, subject, name, read }) => `${kind} ${subject} ${name}${read ? '' : ' *'}`);
}

async function come(server, gameId, { token }) {
  const client = await Client.connect(server, { token });
  await client.join(gameId);
  return client;
}

async function move(client) {
  const { legal } = await client.until((s) => s.legal?.length > 0);
  assert.equal((await client.move(legal[0])).t, 'ack');
}

/** A game of days: the one is there and to move, the other has gone. */
async function begun(server, lin, mei) {
  const host = await Client.connect(server, { token: lin.token });
  const time = { days: 3 };
  const { gameId } = await host.create({ opponent: 'human', side: 'first', game: 'gomoku', time });
  const guest = await come(server, gameId, mei);
  await host.until((s) => s.status === 'playing' && s.legal);
  await leaves(server, gameId, lin, host, guest);
  return gameId;
}

/** Once `there` has heard that `goes` has gone. */
async function leaves(server, gameId, player, there, goes) {
  there.close();
  goes.close();
  const again = await come(server, gameId, player);
  await again.next((m) => m.t === 'crowd' && m.online.filter(Boolean).length === 1);
  again.close();
}

test('a turn is in the inbox of who is away, through kill -9, and is withdrawn when it is made', async (t) => {
  const server = await Server.during(t);
  const [lin, mei] = [await signUp(server, 'Lin'), await signUp(server, 'Mei')];
  const gameId = await begun(server, lin, mei);
  assert.deepEqual(await inbox(server, mei), []);
  assert.equal((await fetch(`${server.url}/inbox`, inTime())).status, 200, 'its page');

  const host = await come(server, gameId, lin);
  await move(host);
  await server.kill();
  await server.start();
  assert.deepEqual(await inbox(server, mei), [`turn ${gameId} Lin *`], 'with the acknowledged move');
  const { items } = await ask(server, 'GET', '/api/me/inbox', mei.token);
  const read = { readUntil: items[0].number };
  assert.equal((await ask(server, 'POST', '/api/me/inbox', mei.token, read)).status, 200);
  await server.kill();
  await server.start();
  assert.deepEqual(await inbox(server, mei), [`turn ${gameId} Lin`]);

  const guest = await come(server, gameId, mei);
  await move(guest);
  assert.deepEqual(await inbox(server, mei), []);
  await eventually('the turn of the other', async () => (await inbox(server, lin)).length === 1);
  assert.deepEqual(await inbox(server, lin), [`turn ${gameId} Mei *`]);

  assert.equal((await guest.act('resign')).t, 'ack');
  await server.kill();
  await server.start();
  assert.deepEqual(await inbox(server, lin), [`over ${gameId} Mei *`], 'the turn has gone with the game');
  assert.deepEqual(await inbox(server, mei), [], 'who has seen the end is not told');
});
