// Three servers on one PostgreSQL behind HAProxy, as players see them: sockets land on any server, games are kept by
// one, and whatever is killed or replaced, clients come back by themselves and nothing acknowledged is lost or there
// twice.
//   SANQI_CLUSTER_KILLS=20 SANQI_ROLLING_GAMES=200 SANQI_RECONNECTED_MS=3000 tests/system/faults/run cluster
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertSameBoards, board, click, launch, turn, visitor } from '../lib/browser.mjs';
import { Client, moveInTurn } from '../lib/client.mjs';
import { PATIENCE_MS, eventually, retryAfter } from '../lib/patience.mjs';
import { RetryingClient } from '../lib/retrying_client.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server, binary } from '../lib/server.mjs';
import { text } from '../lib/frames.mjs';
import { Peer, request } from '../lib/peer.mjs';
import { Postgres } from '../lib/postgres.mjs';
import { KINDS, limit, size } from '../lib/players.mjs';
import { Proxy } from '../lib/proxy.mjs';
import { reservePort } from '../lib/reserved_port.mjs';

const kills = size('SANQI_CLUSTER_KILLS', 1),
  rollingGames = size('SANQI_ROLLING_GAMES', 12),
  slowest = limit('SANQI_RECONNECTED_MS', 15_000);
const GAMES = 6;

let postgres,
  proxy,
  nodes = [];
const endings = [];
const begin = (node) => node.start('--node', node.name, '--trusted-proxy', '127.0.0.1');

before(async () => {
  postgres = Postgres.during({ after: (end) => endings.push(end), skip: () => {} });
  if (!postgres) return;
  nodes = [...'abc'].map((name) => Object.assign(new Server(), { name, address: postgres.address }));
  await Promise.all(nodes.map(begin));
  proxy = new Proxy(nodes);
  await proxy.start();
});
after(async () => {
  await proxy?.dispose();
  await Promise.all(nodes.map((node) => node.dispose()));
  for (const end of endings) end();
});

/** Of what needs the machines above; a developer's machine may have no PostgreSQL. */
const clusterTest = (name, run) =>
  void test(name, (t) => (postgres ? run(t) : t.skip('there is no PostgreSQL here')));

/** A line that lands where it is asked to: only those of rooms, any room, may choose. */
const at = (asked) => ({ socket: `${proxy.socket}?${new URLSearchParams({ room: 'any', ...asked })}` });
const named = (name) => nodes.find((node) => node.name === name);
const settled = () =>
  eventually(
    'servers that may take others over',
    () =>
      postgres.rows(`SELECT count(*) FROM nodes WHERE since < now() - interval '5 s'`)[0][0] ===
      String(nodes.length),
  );
const lines = (node) => node.metric('sanqi_connections');

/** From a line to server `first` into a room, wherever that is: who has come, and what he was told on his way. */
async function come(gameId, first, { hello = {}, ...how } = {}) {
  const told = [];
  let client = await Client.connect(at({ room: gameId, ...(first && { node: first }) }), hello);
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const answer = await client.ask({ t: 'join', gameId, as: 'player', ...how });
    if (answer.t !== 'error') break;
    assert.match(answer.code, /^(elsewhere|busy)$/, JSON.stringify(answer));
    assert.ok(Date.now() < deadline, JSON.stringify(answer));
    if (told.length > 1) await retryAfter(answer);
    told.push(answer);
    const { token } = client.welcome;
    client.close();
    client = await Client.connect(at({ room: gameId, ...(answer.node && { node: answer.node }) }), { token });
  }
  await client.until(() => client.room.gameId === gameId);
  return { client, told };
}

/** Games for two who find the way by themselves, opened at each server in turn. */
async function openTables(count, thinking) {
  const tables = [];
  const openers = await Promise.all(nodes.map((node) => Client.connect(at({ node: node.name }))));
  for (let n = 0; n < count; n++) {
    const place = n % nodes.length;
    if (n >= nodes.length * 10 && n % (nodes.length * 10) < nodes.length) {
      // As many as may wait for somebody.
      openers[place].close();
      openers[place] = await Client.connect(at({ node: nodes[place].name }));
    }
    const created = await openers[place].ask({
      t: 'create',
      game: KINDS[n % KINDS.length],
      time: null,
      opponent: 'human',
      side: 'first',
    });
    assert.equal(created.t, 'created', JSON.stringify(created));
    const players = [{ gameId: created.gameId, token: created.token }, { gameId: created.gameId }].map(
      (room, side) => Object.assign(new RetryingClient(proxy, random, `P${n}x${side}`, room), { thinking }),
    );
    tables.push({ id: created.gameId, players });
  }
  for (const opener of openers) opener.close();
  const players = tables.flatMap((table) => table.players);
  for (const player of players) player.connect();
  await eventually('everybody at the board', () =>
    players.every((player) => player.room?.state.status === 'playing'),
  );
  return { tables, players };
}

const progress = (tables) =>
  tables.map(({ players }) => Math.max(...players.map(({ room }) => room.state.ply)));

/** Every game that is not over has gone on. */
const goesOn = (tables, since) =>
  eventually('a move in every game', () =>
    progress(tables).every((ply, n) => ply > since[n] || tables[n].players.some((player) => player.over)),
  );

/** What was acknowledged is in the record, at its place, and nothing but that and what is still under way. */
async function checkRecords(tables) {
  for (const { players } of tables) for (const player of players) player.thinking = () => 1e9;
  await eventually('answers to all moves', () =>
    tables.every(({ players }) => players.every((player) => player.over || !player.pending)),
  );
  for (const { id, players } of tables) {
    const acknowledged = () => new Map(players.flatMap((player) => [...player.acknowledged]));
    const before = acknowledged(); // Whoever had begun to think may still move.
    const moves = (await proxy.json(`/api/games/${id}`)).state.moves.split(' ').filter(Boolean);
    for (const [ply, move] of before) assert.equal(moves[ply], move, `${id}: acknowledged ply ${ply}`);
    const known = acknowledged().size + players.filter((player) => player.pending).length;
    assert.ok(moves.length <= known, `${id}: ${moves.length} moves, ${known} acknowledged or under way`);
  }
  const twice = postgres.rows(
    'SELECT count(*) FROM (SELECT game, v FROM events GROUP BY game, v HAVING count(*) > 1) AS twice',
  );
  assert.deepEqual(twice, [['0']]);
}

const longest = (players) => Math.max(...players.map((player) => player.longestAbsence));

clusterTest(
  'a game between people whose lines land on different servers, with one who watches from a third',
  async () => {
    const host = await Client.connect(at({ node: 'a' }));
    const before = await Promise.all(nodes.map(lines));
    const created = await host.create({ game: 'gomoku', opponent: 'human', side: 'first' });
    const guest = await come(created.gameId, 'b');
    const watcher = await come(created.gameId, 'c', { as: 'spectator' });
    for (const { told } of [guest, watcher])
      assert.deepEqual(
        told.map(({ code, node, gameId }) => [code, node, gameId]),
        [['elsewhere', 'a', created.gameId]],
      );
    await eventually('all lines at one server', async () => (await lines(named('a'))) === before[0] + 2);
    const people = [host, guest.client, watcher.client];
    assert.deepEqual(
      people.map(({ room }) => room.you),
      ['first', 'second', null],
    );
    for (let i = 0; i < 6; i++) await moveInTurn([host, guest.client], pick);
    await watcher.client.until((state) => state.ply === 6);
    const heard = people.map((one) => one.next((m) => m.t === 'chat'));
    assert.equal(
      (await guest.client.ask({ t: 'chat', gameId: created.gameId, room: 'all', text: 'from afar' })).t,
      'ack',
    );
    assert.deepEqual(
      (await Promise.all(heard)).map(({ text }) => text),
      ['from afar', 'from afar', 'from afar'],
    );
    // What is read is the same everywhere, while the game is played.
    const { moves } = host.room.state;
    for (const node of nodes) {
      assert.equal((await node.json(`/api/games/${created.gameId}`)).state.moves, moves, node.name);
      const file = await (await fetch(`${node.url}/api/games/${created.gameId}/export?format=psq`)).text();
      assert.equal(
        file.split('\n').filter((line) => /^\d+,\d+,\d+/.test(line)).length,
        6,
        `${node.name}: ${file}`,
      );
    }
    const byCode = await Client.connect(at({ node: 'b' }));
    const refused = await byCode.ask({ t: 'join', code: created.code, as: 'spectator' });
    assert.deepEqual(
      [refused.code, refused.node, refused.gameId],
      ['elsewhere', 'a', created.gameId],
      'who has only the code learns which room it is',
    );
    for (const one of [...people, byCode]) one.close();
  },
);

clusterTest(
  'names of servers that nobody has are as none, requests choose none, and nobody says who he is but the proxy',
  async () => {
    for (const node of ['nobody', 'a b', '../a', 'x'.repeat(65), '%00', 'a"><script>', 'A\r\nX: y'])
      (await Client.connect(at({ room: 'aB3dE9xQ', node }))).close();
    const answering = async (node) =>
      /^process_start_time_seconds (\S+)/m.exec(
        await (await fetch(`${proxy.url}/metrics?node=${node}`)).text(),
      )[1];
    assert.equal(
      new Set(await Promise.all(['a', 'b', 'c'].map(answering))).size,
      1,
      'or each would count limits anew',
    );
    const status = async (url) =>
      (await fetch(url, { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status;
    assert.equal(await status(`${nodes[0].url}/metrics`), 404, 'the server believes its proxy');
    assert.equal(await status(`${proxy.url}/metrics`), 200, 'which believes nobody');
  },
);

clusterTest(
  'whoever guesses passwords or codes has no more tries for going from server to server',
  async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    const post = (node, path, password) =>
      fetch(`${node.url}/api/auth/${path}`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Guessed', password }),
        headers: { 'Content-Type': 'application/json', ...from },
      });
    assert.equal((await post(nodes[0], 'register', 'correct horse')).status, 201);
    for (let n = 0; n < 10; n++)
      assert.equal((await post(nodes[n % 2], 'login', 'wrong horse')).status, 401, `try ${n}`);
    const refused = await post(named('c'), 'login', 'correct horse');
    assert.deepEqual([refused.status, (await refused.json()).error.code], [429, 'rate_limited']);

    const say = (peer, message) => peer.send(text(JSON.stringify(message)));
    const guessers = await Promise.all(
      nodes.map(async ({ port }) => {
        const peer = await Peer.connect(port);
        await peer.send(request(from));
        await peer.upgraded();
        await say(peer, { t: 'hello', v: 1 });
        assert.equal((await peer.message()).t, 'welcome');
        return peer;
      }),
    );
    const guess = async (peer) => {
      await say(peer, { t: 'join', code: 'ZZZZZ', as: 'spectator' });
      return (await peer.message()).code;
    };
    for (let n = 0; n < 10; n++) assert.equal(await guess(guessers[n % 2]), 'bad_code', `try ${n}`);
    assert.equal(await guess(guessers[2]), 'rate_limited');
    for (const peer of guessers) peer.destroy();
  },
);

clusterTest(
  `${kills} times: a server is killed, or stands still, then HAProxy is killed; clients come back by themselves and go on`,
  async (t) => {
    const everybody = [];
    t.after(() => everybody.forEach((player) => player.stop()));
    for (let round = 0; round < kills; round++) {
      await settled();
      const { tables, players } = await openTables(GAMES, () => 50 + random(200));
      everybody.push(...players);
      await goesOn(tables, progress(tables));
      const node = nodes[round % nodes.length];
      const standsStill = round % 2 === 1;
      if (standsStill) node.signal('SIGSTOP');
      else await node.kill();
      const since = progress(tables);
      await eventually(
        'a takeover',
        () => postgres.rows('SELECT count(*) FROM nodes')[0][0] === String(nodes.length - 1),
      );
      await eventually('everybody back', () => players.every((player) => player.over || player.isInside));
      await goesOn(tables, since);
      if (standsStill) {
        node.signal('SIGCONT');
        assert.equal(await node.exited, 1, 'it was taken over');
      }
      await begin(node);
      await proxy.kill();
      const untilProxy = progress(tables);
      await proxy.start();
      await goesOn(tables, untilProxy);
      await checkRecords(tables);
      for (const player of players) player.stop();
    }
    const sum = (count) => everybody.reduce((all, player) => all + player.counts[count], 0);
    console.log(
      `${kills} kills of a server and of HAProxy: away for ${longest(everybody)} ms at most; ${sum('connections')} lines, ${sum('elsewhere')} sent elsewhere, ${sum('resent')} moves sent again`,
    );
    assert.ok(sum('elsewhere') > 0, 'rooms were elsewhere');
  },
);

clusterTest(
  'a page goes where its game is kept, and comes back when that server is killed: the board stays, and what was being written',
  async (t) => {
    // One whose room is not at the server to which the proxy sends its line at first.
    const host = await Client.connect(at({ node: 'a' }));
    let created;
    for (let told = []; told.length === 0;) {
      created = await host.create({ game: 'gomoku', opponent: 'human', side: 'first' });
      const passerBy = await come(created.gameId, null, { as: 'spectator' });
      told = passerBy.told;
      passerBy.client.close();
      if (told.length === 0) await host.act('abort');
    }
    const browser = await launch();
    t.after(() => browser.close());
    const page = await visitor(browser);
    const opened = [];
    page.on('websocket', (socket) => opened.push(new URL(socket.url()).search));
    await page.goto(`${proxy.url}/${created.gameId}`);
    await board(page).waitFor();
    assert.deepEqual(opened, [`?room=${created.gameId}`, `?room=${created.gameId}&node=a`]);
    await host.until((state) => state.status === 'playing' && state.legal);
    assert.equal((await host.move('h8')).t, 'ack');
    assert.equal(await turn(page), 'move');
    await click(page, 'a1');
    await host.until((state) => state.ply === 2);
    await page.getByPlaceholder('Say something kind…').fill('half a sen');
    // Whatever replaces the board is noted, and what is told with a toast. That the line is lost may be told for as
    // long as it is.
    await page.evaluate(() => {
      const grid = document.querySelector('[role="grid"]');
      window.seen = new Set();
      new MutationObserver(() => {
        if (!grid.isConnected) window.seen.add('another board');
        const toast = document.querySelector('.toast');
        if (toast) window.seen.add(toast.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await settled();
    await named('a').kill();
    const back = await come(created.gameId, 'b', {
      hello: { token: host.welcome.token },
      token: created.token,
    });
    assert.equal((await back.client.move('h9')).t, 'ack');
    assert.equal(await turn(page), 'move');
    assert.equal(await page.getByPlaceholder('Say something kind…').inputValue(), 'half a sen');
    await page.getByPlaceholder('Say something kind…').press('Enter');
    await back.client.next((m) => m.t === 'chat' && m.text === 'half a sen');
    await click(page, 'b1');
    await back.client.until((state) => state.ply === 4);
    await assertSameBoards(proxy, page);
    assert.deepEqual(await page.evaluate(() => [...window.seen]), []);
    assert.equal(await page.locator('.lost').count(), 0);
    assert.deepEqual(page.complaints, []);
    back.client.close();
    await begin(named('a'));
  },
);

clusterTest(
  `all servers are replaced, one after another, under ${rollingGames} games: nobody is away for long`,
  async (t) => {
    const { tables, players } = await openTables(rollingGames, () => 1_000 + random(2_000));
    t.after(() => players.forEach((player) => player.stop()));
    for (const node of nodes) {
      const since = progress(tables);
      assert.equal(await node.stop(), 0);
      await eventually('everybody back', () => players.every((player) => player.over || player.isInside));
      await begin(node);
      await goesOn(tables, since);
    }
    await checkRecords(tables);
    console.log(
      `${nodes.length} servers replaced under ${rollingGames} games: ${players.length} clients, away for ${longest(players)} ms at most`,
    );
    assert.ok(longest(players) <= slowest, `${longest(players)} ms`);
  },
);

/** scripts/cluster, and what it says, line by line. */
class Cluster {
  text = '';

  static async during(t, ...words) {
    const port = await reservePort();
    t.after(() => port.release());
    return new Cluster(t, port.number, words);
  }

  constructor(t, port, words) {
    const script = fileURLToPath(new URL('../../../scripts/cluster', import.meta.url));
    this.port = port;
    this.process = spawn(script, ['--port', String(port), ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SANQI_SERVER: binary },
    });
    this.exited = new Promise((done) => {
      this.process.once('exit', done);
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        this.text += `${line}\n`;
      });
    t.after(() => this.process.kill('SIGTERM'));
  }

  says(words) {
    return eventually(
      words,
      () => words.test(this.text) || assert.equal(this.process.exitCode, null, this.text),
    ).then(() => words.exec(this.text));
  }
  async pid(what) {
    return Number((await this.says(new RegExp(`${what}.*process (\\d+)`)))[1]);
  }

  async assertGone() {
    const folder = /host=(\S+)/.exec(this.text)[1];
    const pids = [...this.text.matchAll(/process (\d+)/g)].map(([, pid]) => pid);
    await eventually(
      'nothing left',
      () => !existsSync(folder) && pids.every((pid) => !existsSync(`/proc/${pid}`)),
    );
  }
}

test('scripts/cluster runs a cluster until it is told to end, and tells what died', async (t) => {
  if (!postgres) return t.skip('there is no PostgreSQL here');
  const kept = await Cluster.during(t, '--keep');
  const strict = await Cluster.during(t, '--nodes', '1');
  await Promise.all([kept.says(/ready: /), strict.says(/ready: /)]);
  process.kill(await kept.pid('node b'), 'SIGKILL');
  await kept.says(/b has ended \(status 137\)/);
  const server = { socket: `ws://127.0.0.1:${kept.port}/ws` };
  const client = await Client.connect(server);
  await client.create({ game: 'gomoku', opponent: 'ai', level: 1, side: 'first' });
  client.close();
  kept.process.kill('SIGTERM');
  assert.equal(await kept.exited, 0);
  await kept.assertGone();
  process.kill(await strict.pid('HAProxy'), 'SIGKILL');
  assert.equal(await strict.exited, 1);
  assert.match(strict.text, /haproxy has ended \(status 137\)/);
  await strict.assertGone();
  const killed = await Cluster.during(t, '--nodes', '1');
  await killed.says(/ready: /);
  killed.process.kill('SIGKILL');
  await killed.assertGone();
});
