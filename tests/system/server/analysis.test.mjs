// Computer analysis on a real server: over HTTP and the WebSocket, beside games that must not wait for it, and across a crash.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, playRandomly, randomFrom, seatTwo } from '../lib/client.mjs';
import { seed } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const MOVES = 60;
/** It thinks until its time is over, as no lower level does. */
const LEVEL = 7;
/** Of a move of that level, and how much later it may come: see server/bots/levels.cpp and BotPool::Options::grace. */
const BUDGET_MS = 2_500;
const GRACE_MS = 500;

const server = new Server();
before(() => server.start('--bot-threads', '2'));
after(() => server.dispose());

const post = (path) => fetch(server.url + path, { method: 'POST' });

async function metric(name) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
}

/** A game between two people who know how the pieces move; gives its id. */
async function playedGame(game, plies) {
  for (let random = randomFrom(seed); ; ) {
    const { host, guest, created } = await seatTwo(server, { game });
    await Promise.all([host, guest].map((client) => playRandomly(client, random, { stopAt: plies })));
    const ended = host.room.state.status === 'finished';
    if (!ended) await host.act('resign');
    host.close();
    guest.close();
    if (!ended) return created.gameId;
  }
}

/** Games against the AI, one after the other, by somebody who answers at once; gives how long each move of the AI took. They
 *  are short: against random moves the AI soon sees the end, and thinks no more. */
const MOVES_OF_A_GAME = 2;

async function playAgainstAi(moves) {
  const client = await Client.connect(server);
  const random = randomFrom(seed + moves);
  const times = [];
  while (times.length < moves) {
    await client.create({ game: 'xiangqi', opponent: 'ai', level: LEVEL, side: 'first' });
    for (let move = 0; move < MOVES_OF_A_GAME && client.room.state.status === 'playing'; ++move) {
      const { legal, ply } = client.room.state;
      const acknowledged = await client.move(legal[random(legal.length)], ply);
      assert.equal(acknowledged.t, 'ack', JSON.stringify(acknowledged));
      const asked = performance.now();
      await client.until((state) => state.ply >= ply + 2 || state.status !== 'playing');
      times.push(performance.now() - asked);
    }
    if (client.room.state.status === 'playing') await client.act('resign');
    await client.ask({ t: 'leave', gameId: client.room.gameId });
    client.room = null;
  }
  client.close();
  return times;
}

/** Every ply that is told, in order, until the analysis is done. */
async function follow(client, gameId) {
  let news = await client.ask({ t: 'analysis', gameId, on: true });
  const plies = [...news.plies];
  while (news.status !== 'done') {
    news = await client.next((message) => message.t === 'analysis' && message.id === undefined);
    plies.push(...news.plies);
  }
  return { ...news, plies };
}

test('a game is analysed while others are played, whose moves never wait for it', async () => {
  const gameId = await playedGame('xiangqi', 2 * MOVES);
  assert.equal((await fetch(`${server.url}/api/games/${gameId}/analysis`)).status, 404, 'nobody has asked yet');
  const missedBefore = await metric('sanqi_ai_deadline_missed_total');
  const began = performance.now();
  const asked = await post(`/api/games/${gameId}/analysis`);
  assert.equal(asked.status, 202, await asked.clone().text());
  assert.equal((await asked.json()).total, 2 * MOVES + 1);

  const reader = await Client.connect(server);
  const analysis = follow(reader, gameId);
  const times = (await Promise.all([playAgainstAi(6), playAgainstAi(8)])).flat();
  const inBetween = await server.json(`/api/games/${gameId}/analysis`);
  const told = await analysis;
  const seconds = (performance.now() - began) / 1000;

  const latest = Math.max(...times);
  console.log(`${times.length} moves of level ${LEVEL} beside the analysis: mean ${Math.round(times.reduce((a, b) => a + b) / times.length)} ms, ` +
    `latest ${Math.round(latest)} ms of ${BUDGET_MS}; ${inBetween.done} of ${inBetween.total} positions by then, all after ${seconds.toFixed(1)} s`);
  assert.ok(latest <= BUDGET_MS + GRACE_MS, `a move came after ${latest} ms`);
  assert.equal(await metric('sanqi_ai_deadline_missed_total'), missedBefore);
  assert.equal(await metric('sanqi_ai_fallback_total'), 0);

  const plies = told.plies.map(({ ply }) => ply);
  assert.deepEqual(plies, Array.from({ length: told.total }, (_, ply) => ply), 'every ply once, in order');
  const report = await server.json(`/api/games/${gameId}/analysis`);
  assert.equal(report.status, 'done');
  assert.deepEqual(report.plies, told.plies, 'HTTP and WebSocket say the same');
  assert.deepEqual(report.accuracy, told.accuracy);
  assert.ok(report.plies.every(({ eval: value, win }) => value !== null && win >= 0 && win <= 1));
  assert.ok(report.plies.some(({ mark }) => mark === 'blunder'), 'random moves are not all good ones');
  assert.equal((await post(`/api/games/${gameId}/analysis`)).status, 200, 'asked for again, it is there');
  reader.close();
});

test('an analysis goes on after a crash, and keeps what it had', async () => {
  const gameId = await playedGame('gomoku', 16);
  assert.equal((await post(`/api/games/${gameId}/analysis`)).status, 202);
  const reader = await Client.connect(server);
  await reader.ask({ t: 'analysis', gameId, on: true });
  await reader.next((message) => message.t === 'analysis' && message.done >= 3);
  await server.kill();
  await server.start('--bot-threads', '2');

  const again = await Client.connect(server);
  const before = await again.ask({ t: 'analysis', gameId, on: true });
  assert.ok(before.done >= 3, `only ${before.done} plies were kept`);
  const told = before.status === 'done' ? before : await follow(again, gameId);
  assert.equal(told.plies.length, told.total);
  assert.deepEqual(told.plies.slice(0, before.done), before.plies);
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
  const older = client.ask({ t: 'explore', game: 'gomoku', rule: 'renju', moves: ['h8'], think: 2000 });
  const began = performance.now();
  const newer = await client.ask({ t: 'explore', game: 'gomoku', rule: 'renju', moves: ['h8', 'i9'], think: 50 });
  assert.equal(newer.turn, 'first');
  assert.equal((await older).moves.length, 1);
  assert.ok(performance.now() - began < 1_500, 'a newer question cuts the older one short');
  const wrong = await client.ask({ t: 'explore', game: 'xiangqi', moves: ['h2e2', 'e0e5'] });
  assert.equal(wrong.code, 'illegal_move');
  assert.match(wrong.message, /^Move 2: /);
  client.close();
});
