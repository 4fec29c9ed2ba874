// What an attacker gets who wants more than a share: games, looks at codes, bytes on disk, places of players' moves.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { copyGame, copyId } from '../lib/copies.mjs';
import { text } from '../lib/frames.mjs';
import { MovedClock } from '../lib/moved_clock.mjs';
import { eventually, retryAfter } from '../lib/patience.mjs';
import { Server } from '../lib/server.mjs';
import { Siege, ask } from './attacker.mjs';
import { promised } from './gains.mjs';
import { horses } from './imports.mjs';

const start = (t) => Server.during(t, '--trusted-proxy', '127.0.0.1');

function besiege(t, server) {
  const siege = new Siege(server, { addresses: [], seconds: 3600, world: {} });
  t.after(() => siege.end());
  return siege;
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

/** Two guests at a game of Gomoku that waits for no clock, in which both have moved. */
async function play([one, other]) {
  const create = { t: 'create', game: 'gomoku', opponent: 'human', side: 'first', time: null };
  const { gameId } = await ask(one, create);
  for (const peer of [one, other]) await ask(peer, { t: 'join', gameId, as: 'player' });
  await ask(one, { t: 'move', gameId, ply: 0, move: 'h8' });
  await ask(other, { t: 'move', gameId, ply: 1, move: 'i9' });
  return gameId;
}
const both = (siege, addresses, tokens = []) =>
  Promise.all(addresses.map((address, n) => siege.enter(address, { token: tokens[n] })));

test('rematches of games that are on record alone make no more games than an address may have', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  // Who agrees last pays. The others are elsewhere: an address visits so many rooms in a while.
  const address = '20.0.0.1';
  const pairs = await Promise.all(
    Array.from({ length: 5 }, async (_, pair) => {
      const elsewhere = `20.0.1.${pair}`;
      const players = await both(siege, [elsewhere, `20.0.2.${pair}`]);
      const games = [];
      for (let game = 0; game < 15; game++) {
        games.push(await play(players));
        await ask(players[0], { t: 'action', gameId: games.at(-1), do: 'resign' });
      }
      return { games, elsewhere, tokens: players.map(({ welcome }) => welcome.token) };
    }),
  );
  await server.stop();
  await server.start('--trusted-proxy', '127.0.0.1');
  let agreed = 0;
  const refusals = new Set();
  for (const { games, elsewhere, tokens } of pairs) {
    const players = await both(siege, [elsewhere, address], tokens);
    for (const gameId of games) {
      for (const peer of players) await ask(peer, { t: 'join', gameId, as: 'player' });
      for (const peer of players) {
        const answer = await ask(peer, { t: 'action', gameId, do: 'rematch' });
        if (answer.t === 'error') refusals.add(answer.reason ?? answer.code);
      }
    }
    for (const peer of players) {
      await ask(peer, { t: 'ping', at: 1 });
      peer.destroy();
    }
    agreed += games.length;
  }
  const games = unfinished(server);
  assert.ok(games >= 40 && games <= 60, `${games} games of ${agreed} rematches`);
  assert.deepEqual([...refusals], ['address']);
});

// One address could look at so many games in ten minutes.
test('games that were looked at keep nobody from playing', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  const game = await play(await both(siege, ['20.0.0.1', '20.0.0.1']));
  await server.stop();
  const rooms = promised('Rooms in memory: ([\\d,]+)');
  const [sockets, ofOne] = [rooms / 25, 25]; // Connections are in 32 rooms at most.
  copyGame(server.database, game, sockets * ofOne);
  await server.start('--trusted-proxy', '127.0.0.1');
  const look = async (n) => {
    const peer = await siege.enter(`20.1.${n % 40}.1`);
    for (let i = ofOne * n; i < ofOne * (n + 1);) {
      const answer = await ask(peer, { t: 'join', gameId: copyId(i), as: 'spectator' });
      if (answer.t === 'gameFull') i++;
      else await retryAfter(answer);
    }
    peer.destroy();
  };
  let next = 0;
  const lookAtMany = async () => {
    while (next < sockets) await look(next++);
  };
  await Promise.all(Array.from({ length: 80 }, lookAtMany));
  assert.equal(await server.metric('sanqi_rooms_loaded'), rooms);
  const guest = await siege.enter('20.2.0.1');
  const create = { t: 'create', game: 'gomoku', opponent: 'human', time: null };
  await eventually('a place', async () => (await ask(guest, create)).t === 'created');
});

const ANALYSES = promised('unfinished analyses: 1 and (\\d+)');

// Each address has one, and each takes a bot many minutes.
test('analyses of strangers leave places to who played a game here', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  const pair = await both(siege, ['20.0.0.1', '20.0.0.1']);
  const game = await play(pair);
  await ask(pair[0], { t: 'action', gameId: game, do: 'resign' });
  const text = JSON.stringify({ game: 'xiangqi', moves: horses(1000).join(' ') });
  const analyse = (address, gameId, headers) =>
    siege.ask(address, 'POST', `/api/games/${gameId}/analysis`, {}, headers);
  const answers = [];
  for (let n = 0; n < ANALYSES; n++) {
    const address = `20.1.${n}.1`;
    const { text: imported } = await siege.call(address, 'POST', '/api/import', { format: 'json', text });
    answers.push(await analyse(address, JSON.parse(imported).gameId));
  }
  assert.deepEqual([...new Set(answers)].sort(), [202, 503], `${answers}`);
  assert.equal(await analyse('20.2.0.1', game), 503, 'of somebody else');
  const Authorization = `Bearer ${pair[1].welcome.token}`;
  assert.equal(await analyse('20.2.0.1', game, { Authorization }), 202);
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

test('imports of a day keep no more bytes than an address may have of records', async (t) => {
  const server = new Server();
  const clock = new MovedClock(server);
  t.after(() => server.dispose().then(() => clock.dispose()));
  await server.start('--trusted-proxy', '127.0.0.1');
  const siege = besiege(t, server);
  const bytes = () =>
    server.rows(
      'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
    )[0].bytes;
  const before = bytes();
  // The most rows for the least text that the server reads.
  const file = JSON.stringify({ game: 'xiangqi', moves: horses(1000).join(' ') });
  const importMany = async () => {
    let kept = 0;
    while ((await siege.ask('20.0.0.1', 'POST', '/api/import', { format: 'json', text: file })) === 201)
      kept++;
    return kept;
  };
  let guests = 0;
  const hasCome = async (ahead) => {
    await retryAfter({ retryMs: 100 });
    const { welcome } = await siege.enter(`20.1.${guests++}.1`);
    return welcome.now > Date.now() + (ahead - 10) * 1000;
  };
  let kept = 0;
  // As fast as the minutes let pass, and then what the hours give back.
  for (let ahead = 0; ahead < 86_400;) {
    clock.set(ahead);
    const at = ahead;
    await eventually('the time of the server', () => hasCome(at));
    const few = await importMany();
    kept += few;
    ahead += few > 0 ? 61 : 7200;
  }
  const most = 2 * promised('import \\| \\d+ a minute, (\\d+) MiB') * 2 ** 20; // A full bucket, and what a day brings.
  const grown = bytes() - before;
  console.log(`${kept} imports of 1,000 plies, ${(grown / 2 ** 20).toFixed(1)} MiB in a day`);
  assert.ok(kept > 100 && grown <= most, `${grown} bytes of ${kept} imports`);
});

/** Keeps every commit waiting, as a disk does that is slow, until `release()`. A server waits for two seconds. */
async function holdCommits(t, server) {
  const holder = spawn('python3', ['-c', HOLD, server.database], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.kill());
  await once(holder.stdout, 'data');
  return () => holder.stdin.end();
}
const HOLD = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()`;

/** What this peer is told until it is told this. */
async function toldUntil(peer, test) {
  const told = [];
  do told.push(await peer.message());
  while (!test(told.at(-1)));
  return told;
}

/** A player moves, and before that is on disk spectators say more than a room lets wait, and then the other player
 *  offers a draw. Gives what that one was told at once; null if the room was not full in time. */
async function offerBehindChat(t, server, siege) {
  const [lin, wang, ...crowd] = await Promise.all(
    Array.from({ length: 12 }, (_, n) => siege.enter(`20.0.${n}.1`)),
  );
  const { gameId } = await ask(lin, {
    t: 'create',
    game: 'gomoku',
    opponent: 'human',
    side: 'first',
    time: null,
  });
  for (const player of [lin, wang]) await ask(player, { t: 'join', gameId, as: 'player' });
  for (const spectator of crowd) await ask(spectator, { t: 'join', gameId, as: 'spectator' });
  const release = await holdCommits(t, server);
  const moved = ask(lin, { t: 'move', gameId, ply: 0, move: 'h8' });
  const chat = Array.from({ length: 40 }, (_, id) =>
    text(JSON.stringify({ t: 'chat', gameId, room: 'all', text: 'hey', id: 1000 + id })),
  );
  const refused = crowd.map(async (spectator) => {
    await spectator.send(Buffer.concat(chat));
    const told = await toldUntil(spectator, ({ id, code }) => code === 'busy' || id === 1039);
    return told.at(-1).code === 'busy';
  });
  // None is answered before the commit but those that find no place.
  const isFull = await Promise.race([moved.then(() => false), someOf(refused)]);
  let told = null;
  if (isFull) {
    const id = 2000;
    await wang.send(text(JSON.stringify({ t: 'action', gameId, do: 'draw', id })));
    await wang.send(text('{"t":"ping","at":1}'));
    told = (await toldUntil(wang, ({ t }) => t === 'pong')).filter((message) => message.id === id);
  }
  release();
  await moved;
  for (const peer of [lin, wang, ...crowd]) peer.destroy();
  return told;
}

/** Whether any of these becomes true. */
const someOf = (promises) =>
  Promise.any(promises.map(async (promise) => (await promise) || Promise.reject(new Error()))).catch(
    () => false,
  );

test('chat of spectators in the moment of a commit takes no place of a player', async (t) => {
  const server = await start(t);
  const siege = besiege(t, server);
  let told = null;
  for (let round = 0; told === null && round < 20; round++) told = await offerBehindChat(t, server, siege);
  assert.deepEqual(told, [], 'the offer waits for the commit');
});
