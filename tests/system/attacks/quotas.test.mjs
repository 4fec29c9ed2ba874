// What an attacker gets who wants more than a share: games, looks at codes, bytes on disk, places of players' moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '../lib/frames.mjs';
import { Server } from '../lib/server.mjs';
import { Siege } from './attacker.mjs';

const start = (t) => Server.during(t, '--trusted-proxy', '127.0.0.1');

function besiege(t, server) {
  const siege = new Siege(server, { addresses: [], seconds: 3600, world: {} });
  t.after(() => siege.end());
  return siege;
}

let lastId = 0;
/** The answer, and what was told before it. */
async function ask(peer, message) {
  const id = ++lastId;
  await peer.send(text(JSON.stringify({ ...message, id })));
  const told = [];
  do told.push(await peer.message());
  while (told.at(-1).id !== id);
  return { ...told.at(-1), told };
}

async function created(peer) {
  let message;
  do message = await peer.message();
  while (message.t !== 'created');
}

/** Two guests of these addresses find each other by seeks, again and again; gives how many games that made. */
async function pairUp(siege, addresses, most) {
  const [one, other] = await Promise.all(addresses.map((address) => siege.enter(address)));
  for (let games = 0; games < most; games++) {
    for (const peer of [one, other]) {
      const answer = await ask(peer, { t: 'seek', game: 'gomoku', time: null });
      if (answer.t === 'error') return { games, code: answer.code };
    }
    await Promise.all([one, other].map(created));
  }
  return { games: most };
}

const unfinished = (server) =>
  server.rows("SELECT COUNT(*) AS games FROM games WHERE status = 'playing'")[0].games;

test('seeks of own guests make no more games than an address may have', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  for (let pair = 0; pair < 5; pair++) await pairUp(siege, ['20.0.0.1', '20.0.0.1'], 20);
  const games = unfinished(server);
  assert.ok(games >= 40 && games <= 60, `${games} games of one address`);
  const guest = await siege.enter('20.0.0.1');
  const create = { t: 'create', game: 'gomoku', opponent: 'human', time: null };
  for (const message of [create, { t: 'seek', game: 'xiangqi', time: null }]) {
    let answer;
    for (let i = 0; i < 3 && answer?.t !== 'error'; i++) answer = await ask(guest, message);
    assert.equal(answer.code, 'rate_limited', 'whichever way');
  }
  assert.equal((await ask(await siege.enter('20.0.0.2'), create)).t, 'created', 'others play');
});

test('nor more than a network of IPv6', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  for (let network = 0; network < 16; network++) {
    const address = `2001:db8:1:${network.toString(16)}::1`;
    await pairUp(siege, [address, address], 20);
  }
  const games = unfinished(server);
  assert.ok(games >= 160 && games <= 240, `${games} games of one /48`);
});

test('codes that come at once are no more than codes one after another', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  const peers = await Promise.all(Array.from({ length: 10 }, () => siege.enter('20.0.0.1')));
  const tries = 50;
  const answers = peers.map(async (peer, n) => {
    const codes = Array.from(
      { length: tries },
      (_, i) => `K${(n * tries + i + 1000).toString(36).toUpperCase()}ZZ`,
    );
    await peer.send(
      Buffer.concat(codes.map((code, id) => text(JSON.stringify({ t: 'join', code, as: 'player', id })))),
    );
    const told = [];
    while (told.length < tries) {
      const message = await peer.message();
      if (message.t === 'error') told.push(message.code);
    }
    return told;
  });
  const looked = (await Promise.all(answers)).flat().filter((code) => code === 'bad_code').length;
  assert.ok(looked <= 11, `${looked} codes were looked at in a moment`);
});

test('an import holds nothing but a game', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  const events = [{ kind: 'start', ply: 0, detail: 'x'.repeat(500), clock: [0, 0], periods: [0, 0] }];
  const record = {
    game: 'xiangqi',
    rule: 'standard',
    players: [{ name: 'a' }, { name: 'b' }],
    time: {},
    events,
  };
  const status = await siege.ask('20.0.0.1', 'POST', '/api/import', {
    text: JSON.stringify({ record: { ...record, ending: { status: 'finished' } } }),
  });
  assert.equal(status, 400);
  assert.equal(server.rows('SELECT COUNT(*) AS events FROM events')[0].events, 0);
});

test('chat of spectators makes no move wait for a place', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  const [lin, wang] = await Promise.all(['20.0.0.1', '20.0.0.2'].map((address) => siege.enter(address)));
  const { gameId } = await ask(lin, {
    t: 'create',
    game: 'gomoku',
    opponent: 'human',
    side: 'first',
    time: null,
  });
  for (const player of [lin, wang]) await ask(player, { t: 'join', gameId, as: 'player' });
  const crowd = await Promise.all(Array.from({ length: 15 }, () => siege.enter('20.0.0.3')));
  for (const spectator of crowd) {
    await ask(spectator, { t: 'join', gameId, as: 'spectator' });
    spectator.ignore();
  }
  const chat = text(JSON.stringify({ t: 'chat', gameId, room: 'all', text: 'hey' }));
  const moves = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k9'];
  for (const [ply, move] of moves.entries()) {
    for (const spectator of crowd) void spectator.send(Buffer.concat(Array(10).fill(chat)));
    const answer = await ask(ply % 2 ? wang : lin, { t: 'move', gameId, ply, move });
    assert.equal(answer.t, 'ack', JSON.stringify(answer));
  }
});
