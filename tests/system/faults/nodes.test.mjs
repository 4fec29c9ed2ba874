// Two servers on one PostgreSQL, of which one is killed, leaves, or finds its name taken: the other has its games in
// some seconds, and what was acknowledged is there once.
//   SANQI_NODE_KILLS=20 SANQI_TAKEOVER_MS=10000 tests/system/faults/run nodes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, moveInTurn } from '../lib/client.mjs';
import { anyMoment, eventually, outage, retryAfter } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { Server } from '../lib/server.mjs';
import { begin, checkOnce, living, move, settled, twoNodes } from '../lib/nodes.mjs';
import { Table, limit, size } from '../lib/players.mjs';

const kills = size('SANQI_NODE_KILLS', 1),
  slowest = limit('SANQI_TAKEOVER_MS', 30_000),
  TABLES = 8;
const TIME = { initial: 300_000, increment: 0 };

test(`a node is killed ${kills} times while people play: the other has all its games, and nobody pays for it`, async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  let [one, other] = await twoNodes(t, postgres);
  const tables = await Promise.all(
    Array.from({ length: TABLES }, (_, n) => Table.open(one, n, { time: n % 2 ? TIME : null })),
  );
  const bots = await (
    await Client.connect(one)
  ).ask({ t: 'create', game: 'gomoku', opponent: 'aivsai', time: null, level: 1 });
  let worst = 0;
  for (let round = 0; round < kills; round++) {
    await settled(postgres, 2);
    const playing = tables.map((table) => table.play(table.host.room.state.ply + 60));
    await anyMoment(random(400));
    await one.kill();
    const killed = Date.now();
    await Promise.all(playing);
    await Promise.all(tables.map((table) => move(table, other)));
    worst = Math.max(worst, Date.now() - killed);
    for (const table of tables) {
      table.check(await other.json(`/api/games/${table.id}`));
      const [[first, second]] = postgres.rows(
        `SELECT first_clock, second_clock FROM events WHERE game = '${table.id}' ORDER BY v DESC LIMIT 1`,
      );
      if (!table.options.time || table.over) continue;
      table.host.room.state.clock.ms.forEach((ms, side) =>
        assert.ok(ms > Number([first, second][side]) - 2_000, `${ms} left of ${first} and ${second}`),
      );
    }
    assert.equal(living(postgres), other.name);
    const lost = postgres.rows(
      `SELECT count(*) FROM games WHERE status = 'playing' AND owner NOT IN (SELECT epoch FROM nodes)`,
    );
    assert.deepEqual(lost, [['0']], 'games of nobody');
    for (const table of tables)
      if (!table.over)
        await moveInTurn([table.host, table.guest], (legal, ply) => (table.acknowledged[ply] = pick(legal)));
    // Bots go on without anybody who asks for their game.
    const plies = async () => {
      const { state } = await other.json(`/api/games/${bots.gameId}`);
      return state.status === 'playing' ? state.ply : Infinity;
    };
    const before = await plies();
    await eventually('a move of the bots', async () => (await plies()) > before || before === Infinity);
    await Promise.all(
      tables.map(async (table, n) => {
        if (!table.over) return;
        table.close();
        tables[n] = await Table.open(other, n, { time: n % 2 ? TIME : null });
      }),
    );
    await begin(one);
    [one, other] = [other, one];
  }
  checkOnce(postgres);
  console.log(`${kills} kills, all games at the other node after ${worst} ms at the latest`);
  assert.ok(worst <= slowest, `${worst} ms`);
  for (const table of tables) table.close();
});

test('a game is kept by one node, of which others tell who asks; when it leaves they have its games at once', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const [one, other] = await twoNodes(t, postgres);
  const table = await Table.open(one, 1, { time: TIME });
  for (let i = 0; i < 2; i++) await moveInTurn([table.host, table.guest], pick);
  const stranger = await Client.connect(other);
  for (const room of [{ gameId: table.id }, { code: table.created.code }]) {
    const refused = await stranger.ask({ t: 'join', as: 'spectator', ...room });
    assert.deepEqual([refused.t, refused.code], ['error', 'elsewhere'], JSON.stringify(refused));
    assert.deepEqual([refused.gameId, refused.node, refused.url], [table.id, 'a', 'http://a.example']);
  }
  const list = async (client) => {
    const again = await Client.connect(other, { token: client.welcome.token });
    again.close();
    return again.welcome.playing.map(({ gameId, yourTurn }) => [gameId, yourTurn]);
  };
  assert.deepEqual(await list(table.host), [[table.id, true]], 'both find their game wherever they come');
  assert.deepEqual(await list(table.guest), [[table.id, false]]);
  assert.equal(await one.stop(), 0);
  assert.equal(living(postgres), 'b');
  const full = await stranger.ask({ t: 'join', gameId: table.id, as: 'spectator' });
  assert.equal(full.t, 'gameFull', JSON.stringify(full));
  await move(table, other);
  await moveInTurn([table.host, table.guest], pick);
  await begin(one);
  const back = await Client.connect(one);
  assert.equal(
    (await back.ask({ t: 'join', gameId: table.id, as: 'spectator' })).code,
    'elsewhere',
    'it stays where it is',
  );
  table.close();
});

test('a second server of the same name takes the place of the first, also after a crash and at once', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const [one, other] = await twoNodes(t, postgres);
  const table = await Table.open(one, 1);
  await moveInTurn([table.host, table.guest], pick);
  other.name = 'a';
  await other.stop();
  await begin(other);
  assert.equal(await one.exited, 1);
  assert.equal(living(postgres), 'a');
  await move(table, other);
  await moveInTurn([table.host, table.guest], pick);
  await other.kill();
  await begin(other);
  const stranger = await Client.connect(other);
  assert.equal((await stranger.ask({ t: 'join', gameId: table.id, as: 'spectator' })).t, 'gameFull');
  checkOnce(postgres);
});

test('a second start with the same port and database ends, and the first goes on', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const [one, second, next] = [new Server(), new Server(), new Server()];
  for (const server of [one, second, next]) {
    t.after(() => server.dispose());
    server.address = postgres.address;
  }
  await one.start(); // On a port of the system's choice,
  await one.stop();
  await one.start(); // which is its own from then on.
  await settled(postgres, 1);
  second.port = next.port = one.port;
  await assert.rejects(second.start(), /ended with 1 before it was ready/);
  assert.match(second.log, /cannot listen on .*: Address already in use/);
  await next.start('--next-port');
  assert.ok(next.port > one.port, 'it has another port, and so another name');
  await settled(postgres, 2); // Long enough for one that was replaced to notice.
  assert.equal((await fetch(`${one.url}/readyz`)).status, 200);
  assert.doesNotMatch(one.log, /taken_over/);
});

test('PostgreSQL is away for longer than a node may be silent: nobody takes anybody over', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const nodes = await twoNodes(t, postgres);
  const tables = await Promise.all(nodes.map((node, n) => Table.open(node, n)));
  for (const table of tables) await moveInTurn([table.host, table.guest], pick);
  await settled(postgres, 2);
  postgres.kill();
  await outage(7_000);
  postgres.start();
  await settled(postgres, 2); // When they may judge again.
  for (const [n, table] of tables.entries()) {
    await eventually('ready', async () => (await fetch(`${nodes[n].url}/readyz`)).status === 200);
    await moveInTurn([table.host, table.guest], pick);
    table.close();
  }
  assert.equal(living(postgres), 'a b');
});

test('a session that is ended at one node is over at all, and when nobody listened for a while', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const [one, other] = await twoNodes(t, postgres);
  const post = async (node, path, body, token) => {
    const reply = await fetch(node.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    });
    assert.ok(reply.ok, `${path}: ${reply.status}`);
    return reply.json();
  };
  const name = 'Lin',
    password = 'correct horse';
  const first = await post(one, '/api/auth/register', { name, password });
  const here = await Client.connect(one, { token: first.token });
  const logIn = async () =>
    Client.connect(other, { token: (await post(other, '/api/auth/login', { name, password })).token });
  const [there, kept] = [await logIn(), await Client.connect(other)];
  await post(one, '/api/me/password', { old: password, new: password }, first.token);
  assert.equal((await there.closed).code, 4005, 'all but the one that changed the password');
  assert.equal((await here.ask({ t: 'ping', at: 1 })).t, 'pong');
  // The answer of PostgreSQL's own to a node that has just lost its connection is lost with it.
  const again = await logIn();
  postgres.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`);
  await post(one, '/api/auth/logout', { everywhere: true }, first.token);
  assert.equal((await again.closed).code, 4005);
  assert.equal((await here.closed).code, 4005);
  assert.equal((await kept.ask({ t: 'ping', at: 1 })).t, 'pong', 'a guest stays');
});

const SEEK = { t: 'seek', game: 'gomoku', time: { initial: 300_000, increment: 0 } };
const created = (client) => client.next((m) => m.t === 'created');

/** To the room of a game that one of the nodes keeps. */
async function joinAtItsNode(nodes, client, { gameId, token }) {
  for (const node of nodes) {
    const player = await Client.connect(node, { token: client.welcome.token });
    const answer = await player.ask({ t: 'join', gameId, as: 'player', token });
    if (answer.t !== 'error') return player;
    assert.equal(answer.code, 'elsewhere', JSON.stringify(answer));
    player.close();
  }
  assert.fail('a game that no node keeps');
}

test('who seeks at one node plays who seeks at another, once, also after their node was killed', async (t) => {
  const postgres = Postgres.during(t);
  if (!postgres) return;
  const nodes = await twoNodes(t, postgres);
  const [one, other] = nodes;
  const reader = await Client.connect(other);
  const shown = (names) =>
    eventually(`seeks of ${names || 'nobody'}`, async () => {
      const { seeks, retryMs = 200 } = await reader.ask({ t: 'lobby', on: true });
      if (
        seeks
          ?.map(({ name }) => name)
          .sort()
          .join(' ') === names
      )
        return true;
      await retryAfter({ retryMs }); // A snapshot costs something.
    });

  const lin = await Client.connect(one, { name: 'Lin' }),
    mei = await Client.connect(other, { name: 'Mei' });
  await lin.ask(SEEK);
  await shown('Lin');
  await mei.ask(SEEK);
  const games = await Promise.all([lin, mei].map(created));
  assert.equal(games[0].gameId, games[1].gameId);
  assert.notEqual(games[0].token, games[1].token);
  const players = await Promise.all([lin, mei].map((client, i) => joinAtItsNode(nodes, client, games[i])));
  for (const player of players) await player.until((s) => s.status === 'playing');
  if (players[0].room.you !== 'first') players.reverse();
  for (let i = 0; i < 4; i++) await moveInTurn(players, pick);
  await shown('');

  // Thirty at once: each is found once, and nobody is forgotten.
  const crowd = await Promise.all(Array.from({ length: 30 }, (_, i) => Client.connect(nodes[i % 2])));
  await Promise.all(crowd.map((client) => client.ask({ ...SEEK, game: 'xiangqi' })));
  const found = await Promise.all(crowd.map(created));
  const ids = new Set(found.map(({ gameId }) => gameId));
  assert.equal(ids.size, 15, 'games');
  for (const { gameId } of found) assert.equal(found.filter((each) => each.gameId === gameId).length, 2);
  assert.deepEqual(postgres.rows(`SELECT count(*) FROM games WHERE game = 'xiangqi'`), [['15']]);

  // Seeks end with their node, and all goes on at the others.
  await settled(postgres, 2);
  const wang = await Client.connect(one, { name: 'Wang' });
  await wang.ask(SEEK);
  await shown('Wang');
  await one.kill();
  await shown('');
  const [zhao, wu] = await Promise.all(['Zhao', 'Wu'].map((name) => Client.connect(other, { name })));
  await zhao.ask(SEEK);
  await shown('Zhao');
  await begin(one);
  const sun = await Client.connect(one, { name: 'Sun' });
  await sun.ask(SEEK);
  assert.equal((await created(sun)).gameId, (await created(zhao)).gameId);
  assert.equal((await wu.ask({ t: 'ping', at: 1 })).t, 'pong');
  await eventually('the end of all seeks', () => postgres.rows('SELECT count(*) FROM seeks')[0][0] === '0');
  checkOnce(postgres);
  for (const client of [...crowd, ...players, lin, mei, zhao, wu, sun, reader]) client.close();
});
