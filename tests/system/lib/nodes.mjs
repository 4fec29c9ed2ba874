// Servers on one PostgreSQL: what several tests want of them.
import assert from 'node:assert/strict';
import { Client } from './client.mjs';
import { Server } from './server.mjs';
import { PATIENCE_MS, eventually, pause } from './patience.mjs';

/** A server that has a name. */
export const begin = (node) => node.start('--node', node.name, '--node-url', `http://${node.name}.example`);

export const living = (postgres) => postgres.rows('SELECT node FROM nodes ORDER BY node').flat().join(' ');

/** Whoever has just begun, or was away, judges nobody yet. */
export const settled = (postgres, count) =>
  eventually(
    'nodes that have lived for a while',
    () =>
      postgres.rows(`SELECT count(*) FROM nodes WHERE since < now() - interval '5 s'`)[0][0] ===
      String(count),
  );

/** Comes to a room of a server that may not have it yet, and asks again when it is told to. */
export async function joinWhenThere(client, gameId, more = {}) {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const answer = await client.ask({ t: 'join', gameId, as: 'player', ...more });
    if (answer.t !== 'error') return client.until(() => client.room.gameId === gameId);
    assert.match(answer.code, /^(elsewhere|busy|rate_limited)$/, JSON.stringify(answer));
    assert.ok(Date.now() < deadline, JSON.stringify(answer));
    await pause(answer.retryMs);
  }
}

/** Of a server that has no games any more, and of one that has them. */
export async function twoNodes(t, postgres) {
  const nodes = [new Server(), new Server()];
  for (const [i, node] of nodes.entries()) {
    t.after(() => node.dispose());
    node.name = 'ab'[i];
    node.address = postgres.address;
  }
  await Promise.all(nodes.map(begin));
  return nodes;
}

/** Both come to another server. */
export async function move(table, node) {
  const [host, guest] = await Promise.all(
    [table.host, table.guest].map(async (client, side) => {
      const again = await Client.connect(node, { token: client.welcome.token });
      await joinWhenThere(again, table.id, side === 0 ? { token: table.created.token } : {});
      return again;
    }),
  );
  Object.assign(table, { host, guest });
}

export function checkOnce(postgres) {
  const twice = postgres.rows(
    'SELECT count(*) FROM (SELECT game, v FROM events GROUP BY game, v HAVING count(*) > 1) AS twice',
  );
  assert.deepEqual(twice, [['0']]);
}
