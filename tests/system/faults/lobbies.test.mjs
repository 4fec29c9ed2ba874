// Three servers on one PostgreSQL whose lobbies show the games and count the people of all of them, also when one is
// killed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, moveInTurn } from '../lib/client.mjs';
import { eventually } from '../lib/patience.mjs';
import { pick } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { begin, joinWhenThere, living, settled } from '../lib/nodes.mjs';
import { Table, limit } from '../lib/players.mjs';

const slowest = limit('SANQI_SHOWN_MS', 10_000);
const TIME = { initial: 300_000, increment: 0 };

async function threeNodes(t, postgres) {
  const nodes = [...'abc'].map((name) => Object.assign(new Server(), { name, address: postgres.address }));
  for (const node of nodes) t.after(() => node.dispose());
  await Promise.all(nodes.map(begin));
  return nodes;
}

/** Somebody who has a lobby open: what it shows him, as its messages say. */
class Reader {
  games = new Map();
  minis = new Map();
  players = 0;
  rooms = 0;
  featured = null;

  static async at(node) {
    const reader = new Reader();
    reader.client = await Client.connect(node);
    reader.read(await reader.client.ask({ t: 'lobby', on: true }));
    void reader.listen();
    return reader;
  }

  async listen() {
    for (;;) {
      const message = await this.client
        .next((m) => m.t === 'lobby' || m.t === 'mini', { ms: Infinity })
        .catch(() => null);
      if (message === null) return; // The line is closed.
      if (message.t === 'lobby') this.read(message);
      else this.minis.set(message.gameId, message);
    }
  }

  read({ games = [], add = { games: [] }, remove = [], players, rooms, featured }) {
    for (const game of [...games, ...add.games]) this.games.set(game.gameId, game);
    for (const id of remove) this.games.delete(id);
    Object.assign(this, { players, rooms, featured });
  }

  /** How long it takes until it is so. */
  async until(what, test) {
    const since = Date.now();
    await eventually(what, () => test(this));
    return Date.now() - since;
  }

  close() {
    this.client.close();
  }
}

test('every lobby shows the games, small boards and people of all nodes', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const nodes = await threeNodes(t, postgres);
  const [a, b, c] = nodes;
  const readers = await Promise.all([b, c].map((node) => Reader.at(node)));
  const table = await Table.open(a, 1, { time: TIME });
  await moveInTurn([table.host, table.guest], pick);
  const shown = await Promise.all(
    readers.map((reader) => reader.until('the game', ({ games }) => games.get(table.id)?.ply === 1)),
  );
  const [reader] = readers;
  assert.deepEqual(
    reader.games.get(table.id).players.map(({ online }) => online),
    [true, true],
  );
  await Promise.all(
    readers.map((each) => each.until('four people', ({ players, rooms }) => players === 4 && rooms === 1)),
  );

  // Its board, with the clock.
  assert.equal((await reader.client.ask({ t: 'watch', ids: [table.id] })).t, 'ack');
  await reader.until('its board', ({ minis }) => minis.get(table.id)?.pos === table.host.room.state.pos);
  await moveInTurn([table.host, table.guest], pick);
  const moved = await reader.until(
    'the next move',
    ({ minis }) => minis.get(table.id).pos === table.host.room.state.pos,
  );
  const { clock } = reader.minis.get(table.id);
  assert.equal(clock.running, 'first');
  assert.ok(Math.abs(clock.at - Date.now()) < 30_000, `${clock.at} at ${Date.now()}`);

  // Who wants to see it is told where it is.
  const visitor = await Client.connect(b);
  const refused = await visitor.ask({ t: 'join', gameId: table.id, as: 'spectator' });
  assert.deepEqual([refused.code, refused.node], ['elsewhere', 'a'], JSON.stringify(refused));
  const spectator = await Client.connect(a, { token: visitor.welcome.token });
  visitor.close();
  await spectator.join(table.id, { as: 'spectator' });
  await reader.until('who looks on', ({ games }) => games.get(table.id).spectators === 1);

  // All show the same one to everybody, wherever the next is played.
  const there = await Table.open(c, 2, { time: TIME });
  await moveInTurn([there.host, there.guest], pick);
  const everywhere = [...readers, await Reader.at(a)];
  const agree = () =>
    new Set(everywhere.map(({ featured }) => featured)).size === 1 &&
    [table.id, there.id].includes(reader.featured);
  await eventually(
    'one featured game',
    () => everywhere.every(({ games }) => games.has(table.id) && games.has(there.id)) && agree(),
  );

  // A private one is nobody's to see.
  const secret = await Table.open(a, 1, { time: TIME, private: true });
  await moveInTurn([secret.host, secret.guest], pick);
  await reader.until('that something is there', ({ rooms }) => rooms === 3);
  assert.ok(postgres.rows(`SELECT string_agg(content, '') FROM lobbies`)[0][0].includes(table.id));
  assert.ok(!postgres.rows(`SELECT string_agg(content, '') FROM lobbies`)[0][0].includes(secret.id));

  await table.host.act('resign');
  const removed = await reader.until('the end of the game', ({ games }) => !games.has(table.id));
  await eventually('the other featured game', () =>
    everywhere.every(({ featured }) => featured === there.id),
  );
  console.log(
    `a game of another node was shown after ${Math.max(...shown)} ms, its next move after ${moved} ms, its end after ${removed} ms`,
  );
  for (const took of [...shown, moved, removed]) assert.ok(took <= slowest, `${took} ms`);
  for (const each of [...everywhere, table, there, secret, spectator]) each.close();
});

test('what a node that is killed or leaves has shown is gone, and shown by the one that has its games now', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const [a, b, c] = await threeNodes(t, postgres);
  const readers = await Promise.all([b, c].map((node) => Reader.at(node)));
  const table = await Table.open(a, 1, { time: TIME });
  for (let i = 0; i < 2; i++) await moveInTurn([table.host, table.guest], pick);
  const here = (count) =>
    Promise.all(readers.map((reader) => reader.until(`${count} people`, ({ players }) => players === count)));
  await Promise.all(readers.map((reader) => reader.until('the game', ({ games }) => games.has(table.id))));
  await here(4);
  await settled(postgres, 3);
  await a.kill();
  const killed = Date.now();
  await here(2);
  const forgotten = Date.now() - killed;
  await eventually('a takeover', () => living(postgres) === 'b c');
  const owner = await eventually(
    'a new owner',
    () => postgres.rows(`SELECT node FROM games JOIN nodes ON epoch = owner WHERE id = '${table.id}'`)[0][0],
  );
  const [kept, other] = owner === 'b' ? [b, readers[1]] : [c, readers[0]];
  const players = await Promise.all(
    [table.host, table.guest].map(async (client, side) => {
      const again = await Client.connect(kept, { token: client.welcome.token });
      await joinWhenThere(again, table.id, side === 0 ? { token: table.created.token } : {});
      return again;
    }),
  );
  await moveInTurn(players, pick);
  await Promise.all(
    readers.map((reader) =>
      reader.until('the game at its new node', ({ games }) => games.get(table.id)?.ply === 3),
    ),
  );
  await here(4);
  const stranger = await Client.connect(owner === 'b' ? c : b);
  const refused = await stranger.ask({ t: 'join', gameId: table.id, as: 'spectator' });
  assert.deepEqual([refused.code, refused.node], ['elsewhere', owner], JSON.stringify(refused));
  stranger.close();

  // Whoever leaves is gone at once.
  assert.equal(await kept.stop(), 0);
  await other.until('one who is left', (reader) => reader.players === 1);
  assert.equal(
    postgres.rows('SELECT count(*) FROM lobbies JOIN nodes USING (epoch)')[0][0],
    postgres.rows('SELECT count(*) FROM lobbies')[0][0],
    'lobbies of nobody',
  );
  console.log(`a node that was killed was forgotten after ${forgotten} ms`);
  assert.ok(forgotten <= slowest, `${forgotten} ms`);
  for (const each of [...readers, ...players]) each.close();
});
