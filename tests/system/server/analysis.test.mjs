// Computer analysis on a real server: over HTTP and the WebSocket, beside games that must not wait for it, and across a
// crash.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, playRandomly, randomFrom, seatTwo } from '../lib/client.mjs';
import { eventually } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const MOVES = 30;
/** It thinks until its time is over, as no lower level does: for seconds. */
const LEVEL = 8;

const server = new Server();
// One thread, which the analysis has whenever no game wants it.
before(() => server.start('--bot-threads', '1'));
after(() => server.dispose());

const post = (path) => fetch(server.url + path, { method: 'POST' });

/** A game between two people who know how the pieces move; gives its id. */
async function playedGame(game, plies) {
  for (let random = randomFrom(seed); ;) {
    const { host, guest, created } = await seatTwo(server, { game });
    await Promise.all([host, guest].map((client) => playRandomly(client, random, { stopAt: plies })));
    const ended = host.room.state.status === 'finished';
    if (!ended) await host.act('resign');
    host.close();
    guest.close();
    if (!ended) return created.gameId;
  }
}

/**
 * Games against the AI, by somebody who moves in the midst of an analysis and reads it on the same line; gives how many
 * of its positions were told while each move of the AI was waited for. The games are short: against random moves the AI
 * soon sees the end, and thinks no more.
 */
const MOVES_OF_A_GAME = 2;

async function playAgainstAi(client, moves, toldPlies) {
  const random = randomFrom(seed + moves);
  const meanwhile = [];
  while (meanwhile.length < moves) {
    await client.create({ game: 'xiangqi', opponent: 'ai', level: LEVEL, side: 'first' });
    for (let move = 0; move < MOVES_OF_A_GAME && client.room.state.status === 'playing'; ++move) {
      const before = toldPlies();
      await eventually('an analysis that is under way', () => toldPlies() > before);
      const { legal, ply } = client.room.state;
      const acknowledged = await client.move(legal[random(legal.length)], ply);
      assert.equal(acknowledged.t, 'ack', JSON.stringify(acknowledged));
      await client.until((state) => state.ply > ply || state.status !== 'playing');
      const told = toldPlies();
      await client.until((state) => state.ply >= ply + 2 || state.status !== 'playing');
      meanwhile.push(toldPlies() - told);
    }
    if (client.room.state.status === 'playing') await client.act('resign');
    await client.ask({ t: 'leave', gameId: client.room.gameId });
    client.room = null;
  }
  return meanwhile;
}

const read = (client, gameId) => client.ask({ t: 'analysis', gameId, on: true });

/** Every ply that is told, in order, from the answer `news` to read() until the analysis is done. */
async function follow(client, news, plies = []) {
  plies.push(...news.plies);
  while (news.status !== 'done') {
    news = await client.next((message) => message.t === 'analysis' && message.id === undefined);
    plies.push(...news.plies);
  }
  return { ...news, plies };
}

test('a game is analysed while others are played, whose moves never wait for it', async () => {
  const gameId = await playedGame('xiangqi', 2 * MOVES);
  assert.equal(
    (await fetch(`${server.url}/api/games/${gameId}/analysis`)).status,
    404,
    'nobody has asked yet',
  );
  const asked = await post(`/api/games/${gameId}/analysis`);
  assert.equal(asked.status, 202, await asked.clone().text());
  assert.equal((await asked.json()).total, 2 * MOVES + 1);

  const reader = await Client.connect(server);
  const toldPlies = [];
  const analysis = read(reader, gameId).then((news) => follow(reader, news, toldPlies));
  const meanwhile = await playAgainstAi(reader, 6, () => toldPlies.length);
  const inBetween = await server.json(`/api/games/${gameId}/analysis`);
  assert.ok(inBetween.done < inBetween.total, 'the analysis was over before the games');
  const told = await analysis;
  console.log(
    `positions analysed while the AI was to move, by move: ${meanwhile.join(', ')}; ${inBetween.done} of ${inBetween.total} in all by then`,
  );
  // One may have been on its way to the reader when the move was asked for. Otherwise each move waits for one, at
  // least.
  assert.ok(
    meanwhile.filter((positions) => positions === 0).length > meanwhile.length / 2,
    'moves waited for the analysis',
  );

  const plies = told.plies.map(({ ply }) => ply);
  assert.deepEqual(
    plies,
    Array.from({ length: told.total }, (_, ply) => ply),
    'every ply once, in order',
  );
  const report = await server.json(`/api/games/${gameId}/analysis`);
  assert.equal(report.status, 'done');
  assert.deepEqual(report.plies, told.plies, 'HTTP and WebSocket say the same');
  assert.deepEqual(report.accuracy, told.accuracy);
  assert.ok(report.plies.every(({ eval: value, win }) => value !== null && win >= 0 && win <= 1));
  assert.ok(
    report.plies.some(({ mark }) => mark === 'blunder'),
    'random moves are not all good ones',
  );
  assert.equal((await post(`/api/games/${gameId}/analysis`)).status, 200, 'asked for again, it is there');
  reader.close();
});

test('an analysis goes on after a crash, and keeps what it had', async () => {
  const gameId = await playedGame('gomoku', 16);
  assert.equal((await post(`/api/games/${gameId}/analysis`)).status, 202);
  const reader = await Client.connect(server);
  await read(reader, gameId);
  await reader.next((message) => message.t === 'analysis' && message.done >= 3);
  await server.kill();
  await server.start('--bot-threads', '1');

  const again = await Client.connect(server);
  const before = await read(again, gameId);
  assert.ok(before.done >= 3, `only ${before.done} plies were kept`);
  // Read before the server has taken it up again: what is new then is not told from the start.
  const told = await follow(again, before);
  assert.deepEqual(
    told.plies.map(({ ply }) => ply),
    Array.from({ length: told.total }, (_, ply) => ply),
  );
  const report = await server.json(`/api/games/${gameId}/analysis`);
  assert.deepEqual(report.plies, told.plies);
  again.close();
});

test('only a game that is over is analysed', async () => {
  const client = await Client.connect(server);
  const { gameId } = await client.create({ game: 'gomoku', opponent: 'human' });
  assert.equal((await post(`/api/games/${gameId}/analysis`)).status, 409);
  assert.equal((await post('/api/games/nosuchid/analysis')).status, 404);
  client.close();
});

test('a variation is played through by the server, and thought about', async () => {
  const client = await Client.connect(server);
  const explored = await client.ask({ t: 'explore', game: 'xiangqi', moves: ['炮二平五', 'h9g7'] });
  assert.equal(explored.t, 'explored', JSON.stringify(explored));
  assert.deepEqual(explored.moves, ['h2e2', 'h9g7']);
  assert.equal(explored.turn, 'first');
  assert.equal(explored.notation.wxf, 'H8+7');
  assert.ok(explored.legal.includes('h0g2'));
  assert.equal(explored.eval, undefined);
  const thought = await client.ask({ t: 'explore', game: 'xiangqi', moves: explored.moves, think: 200 });
  assert.ok(explored.legal.includes(thought.best));
  assert.equal(thought.line[0], thought.best);
  assert.ok(thought.win > 0.2 && thought.win < 0.9, `${thought.win}`);
  // A newer question cuts the older one short; both are answered, in their order.
  const answered = [];
  const ask = (moves, think) =>
    client.ask({ t: 'explore', game: 'gomoku', rule: 'renju', moves, think }).then((answer) => {
      answered.push(moves.length);
      return answer;
    });
  const [older, newer] = await Promise.all([ask(['h8'], 2_000), ask(['h8', 'i9'], 1_000)]);
  assert.equal(older.moves.length, 1);
  assert.equal(newer.turn, 'first');
  assert.deepEqual(answered, [1, 2]);
  const wrong = await client.ask({ t: 'explore', game: 'xiangqi', moves: ['h2e2', 'e0e5'] });
  assert.equal(wrong.code, 'illegal_move');
  assert.match(wrong.message, /^Move 2: /);
  client.close();
});
