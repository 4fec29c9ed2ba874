// What other servers had to learn (docs/lessons.md), asked of ours over a network that fails.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { Client, seatTwo } from '../lib/client.mjs';
import { Network } from '../lib/network.mjs';
import { eventually, within } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { RetryingClient } from '../lib/retrying_client.mjs';

const games = ['xiangqi', 'gomoku', 'antireversi'];

/** Connections that the storm ends, one way or another: each player loses several. */
const DROPS = 1_000;

const server = new Server();
const network = new Network();
before(async () => {
  await server.start();
  await network.start(server);
});
after(async () => {
  network.stop();
  await server.dispose();
});

/** So many games for two, opened by as few users as the limit of games that wait allows. */
async function openGames(count) {
  const opened = [];
  for (let opener; opened.length < count;) {
    if (opened.length % 10 === 0) opener = await Client.connect(server);
    const created = await opener.ask({
      t: 'create',
      game: games[opened.length % 3],
      time: null,
      opponent: 'human',
      side: 'first',
    });
    assert.equal(created.t, 'created', JSON.stringify(created));
    opened.push(created);
  }
  return opened;
}

test('a reconnect storm: two hundred players, connections that close, break and fall silent', async (t) => {
  const players = (await openGames(100)).flatMap(({ gameId, token }, i) => [
    new RetryingClient(network, random, `First${i}`, { gameId, token }),
    new RetryingClient(network, random, `Second${i}`, { gameId }), // Takes the seat that is free.
  ]);
  t.after(() => players.forEach((p) => p.stop()));
  const play = new EventEmitter();
  for (const player of players) {
    player.thinking = () => {
      play.emit('thought');
      return 20 + random(200);
    };
    player.connect();
  }
  await eventually('everybody in his room', () => players.every((p) => p.room));

  const drops = { closed: 0, cut: 0, frozen: 0 };
  for (let all = 0; all < DROPS; all++) {
    await within(once(play, 'thought'), () => 'anybody who goes on'); // So that it comes into all that they do.
    const link = pick([...network.links]);
    const kind = link === undefined ? 'closed' : pick(Object.keys(drops));
    if (kind === 'closed') pick(players).close();
    else if (kind === 'frozen') link.freeze();
    else link.cut();
    drops[kind]++;
  }
  for (const player of players) player.thinking = () => 1e6; // The storm is over; nobody begins a new move.
  // Whoever hangs on a dead connection finds out, and comes back.
  const settled = (p) => p.isInside && (p.over || !p.pending);
  await eventually('answers to all moves', () => players.every(settled));

  const knowsAll = async (player) => player.room.v === (await server.json(`/api/games/${player.gameId}`)).v;
  for (const player of players)
    await eventually(`that ${player.name} knows of all that happened`, () => knowsAll(player));

  const counted = server.rows(
    "SELECT game, count(*) AS events, count(DISTINCT ply) AS different FROM events WHERE kind = 'move' GROUP BY game",
  );
  const counts = new Map(counted.map((row) => [row.game, row]));
  let plies = 0;
  const sum = { connections: 0, resent: 0, stale: 0 };
  for (let i = 0; i < players.length; i += 2) {
    const pair = [players[i], players[i + 1]];
    const record = await server.json(`/api/games/${players[i].gameId}`);
    plies += record.state.ply;
    const moves = record.state.moves.split(' ').filter(Boolean);
    for (const player of pair) {
      assert.equal(player.room.state.pos, record.state.pos, player.name);
      assert.equal(player.room.v, record.v, player.name);
      for (const [ply, move] of player.acknowledged)
        assert.equal(moves[ply], move, `${player.name}: acknowledged ply ${ply}`);
      for (const key in sum) sum[key] += player.counts[key];
    }
    // Exactly one event for each ply: the record has no duplicates.
    const { events = 0, different = 0 } = counts.get(players[i].gameId) ?? {};
    assert.deepEqual([events, different], [moves.length, moves.length]);
  }
  console.log(`storm: ${JSON.stringify({ ...drops, ...sum, plies })}`);
  assert.ok(
    plies > players.length && sum.connections > 2 * players.length,
    'it was a storm, and they played on',
  );
});

test('a move that comes five times, from two sockets, is one move and is acknowledged five times', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  const phone = await Client.connect(server, { token: host.welcome.token });
  await phone.join(created.gameId);
  const answers = await Promise.all([host, phone, host, phone, host].map((c) => c.move('h8', 0)));
  for (const answer of answers) assert.deepEqual({ t: answer.t, ply: answer.ply }, { t: 'ack', ply: 1 });
  await guest.until((s) => s.ply === 1);
  assert.equal(guest.room.v, 2, 'start and one move');
  for (const client of [host, guest, phone]) client.close();
});

test('late and reordered moves change nothing and bring the truth', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  // The network brings the move after next before the next one.
  const early = await host.move('a1', 2);
  assert.equal(early.code, 'stale_ply');
  assert.equal((await host.move('h8', 0)).t, 'ack');
  await guest.until((s) => s.turn === 'second');
  assert.equal((await guest.move('h9', 1)).t, 'ack');
  await host.until((s) => s.turn === 'first');
  // Late: another move for a ply that is long played.
  // Not that of the join, or of the early move.
  const truth = host.next((m) => m.t === 'gameFull' && m.state.ply === 2);
  const late = await host.move('a1', 0);
  assert.equal(late.code, 'stale_ply');
  assert.equal((await truth).state.moves, 'h8 h9');
  const record = await server.json(`/api/games/${created.gameId}`);
  assert.equal(record.state.moves, 'h8 h9');
  host.close();
  guest.close();
});

test('two tabs and a phone on one seat: all see the same, any of them moves, nobody is thrown out', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  const tab = await Client.connect(server, { token: host.welcome.token });
  const phone = await Client.connect(server); // Another user altogether, with the seat's token.
  await tab.join(created.gameId);
  await phone.join(created.gameId, { token: created.token });
  const all = [host, tab, phone];
  for (const one of all) assert.equal(one.room.you, 'first');
  const points = ['h8', 'a1', 'h9', 'b1', 'j8', 'c1'];
  for (let ply = 0; ply < points.length; ply++) {
    const mover = ply % 2 === 0 ? all[(ply / 2) % 3] : guest;
    await mover.until((s) => s.ply === ply && s.legal);
    assert.equal((await mover.move(points[ply], ply)).t, 'ack');
  }
  for (const one of all) await one.until((s) => s.ply === points.length && s.legal);
  assert.equal(new Set(all.map((one) => one.room.v)).size, 1);
  assert.equal(new Set(all.map((one) => one.room.state.pos)).size, 1);
  phone.close(); // One of three: the seat stays taken.
  assert.equal((await tab.move('k8')).t, 'ack');
  await host.until((s) => s.ply === points.length + 1);
  for (const one of [host, tab, guest]) one.close();
});

test('whoever comes in the midst of moves misses none and sees none twice', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'antireversi' });
  // Both play as fast as the server allows, and takebacks and offers fly about, while forty people come to watch.
  const play = async (client) => {
    for (;;) {
      const state = await client.until((s) => s.status !== 'playing' || s.legal);
      if (state.status !== 'playing') return;
      if (random(4) === 0) await client.act('draw').then(() => client.act('draw', { on: false }));
      const answer = await client.move(state.legal[random(state.legal.length)], state.ply);
      if (answer.t === 'ack') await client.until((s) => s.ply > state.ply || s.status !== 'playing');
    }
  };
  const spectators = [];
  const arrivals = Array.from({ length: 40 }, () => random(50));
  const come = async (i) => {
    await eventually(
      'the ply to come at',
      () => host.room.state.ply >= arrivals[i] || host.room.state.status !== 'playing',
    );
    const spectator = await Client.connect(server);
    await spectator.join(created.gameId, { as: 'spectator' }); // From here on Client asserts that no number is missing.
    spectators[i] = spectator;
  };
  await Promise.all([play(host), play(guest), ...Array.from({ length: 40 }, (_, i) => come(i))]);
  for (const spectator of spectators) {
    await spectator.until((s) => s.status === 'finished');
    assert.equal(spectator.room.v, host.room.v);
    assert.equal(spectator.room.state.pos, host.room.state.pos);
    spectator.close();
  }
  host.close();
  guest.close();
});

test('a client that asks and never reads is closed, bounded, and finds everything when it comes back', async () => {
  const { host, guest, created } = await seatTwo(server, { game: 'gomoku' });
  const slow = await Client.connect({ socket: network.socket });
  await slow.join(created.gameId, { as: 'spectator' });
  const [link] = [...network.links].slice(-1);
  // Before the first one there is no such line.
  const drops = () => server.metric('sanqi_ws_dropped_total').catch(() => 0);
  const dropped = await drops();
  link.stopReading();
  // A join is answered by the lines of chat: ten of the longest here, some 8 KB for about one token.
  for (const player of [host, guest])
    for (let i = 0; i < 5; i++)
      assert.equal(
        (await player.ask({ t: 'chat', gameId: created.gameId, room: 'all', text: '𠮷'.repeat(140) })).t,
        'ack',
      );
  // Within the budget of a socket: what is refused has a bound of its own, and closes with 1008.
  for (let i = 0; i < 80; i++) slow.send({ t: 'join', gameId: created.gameId, as: 'spectator' });
  await eventually('the end of the slow one', async () => (await drops()) > dropped);
  const longest = await server.metric('sanqi_ws_out_queue_bytes');
  assert.ok(longest > 0 && longest <= 256 * 1024, `a queue of ${longest} bytes`);
  // The others have not noticed.
  if (host.room.state.status === 'playing') {
    await host.until((s) => s.legal);
    assert.equal((await host.move(host.room.state.legal[0])).t, 'ack');
  }
  link.readAgain();
  assert.equal((await slow.closed).code, 1013);
  const back = await Client.connect(server, { token: slow.welcome.token });
  await back.join(created.gameId, { as: 'spectator' });
  await host.until((s) => s.ply === back.room.state.ply);
  assert.equal(back.room.state.pos, host.room.state.pos);
  for (const one of [host, guest, back]) one.close();
});

test('compression is offered and not taken', async () => {
  const headers = {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Extensions': 'permessage-deflate',
  };
  const answer = await new Promise((done, fail) => {
    request(`${server.url}/ws`, { headers })
      .on('upgrade', (response, socket) => {
        socket.destroy();
        done(response);
      })
      .on('error', fail)
      .end();
  });
  assert.equal(answer.statusCode, 101);
  assert.equal(answer.headers['sec-websocket-extensions'], undefined);
});
