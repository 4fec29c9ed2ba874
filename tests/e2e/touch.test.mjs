// A phone: whole games by taps alone, and stones that are placed and then confirmed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSameBoards, board, finger, labels, launch, phoneVisitor, playComputer, playOn, record, turn } from './browser.mjs';
import { randomFrom } from './client.mjs';
import { Server } from './server.mjs';

const seed = Number(process.env.SANQI_SEED ?? Date.now() % 2 ** 31);
console.log(`seed ${seed} (repeat with SANQI_SEED=${seed})`);

const server = new Server();
let browser;
before(async () => {
  await server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server.dispose();
});

for (const game of ['xiangqi', 'gomoku', 'antireversi'])
  test(`a game of ${game} is played to its end by taps`, async () => {
    const page = await phoneVisitor(browser);
    await playComputer(page, server, { game, level: 4, side: game === 'xiangqi' ? 'Red' : 'Black' });
    await playOn(page, game, randomFrom(seed), { hand: finger });
    await assertSameBoards(server, page);
    const { state } = await record(page, server);
    assert.equal(state.status, 'finished');
    console.log(`${game}: ${state.ply} plies, ${state.reason}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test('a stone is only placed when it is confirmed, and can be set elsewhere or taken back before', async () => {
  const page = await phoneVisitor(browser);
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  assert.equal(await turn(page), 'move');
  const tap = (square) => board(page).locator(`[data-square="${square}"]`).tap();
  await tap('h8');
  assert.match((await labels(page)).h8, /confirm to place/);
  await tap('c3');
  assert.match((await labels(page)).c3, /confirm to place/);
  assert.doesNotMatch((await labels(page)).h8, /confirm/);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  assert.doesNotMatch((await labels(page)).c3, /confirm/);
  assert.equal((await record(page, server)).state.ply, 0);
  await tap('h8');
  await page.getByRole('button', { name: 'Place at H8' }).tap();
  await assertSameBoards(server, page);
  assert.match((await record(page, server)).state.moves, /^h8/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
