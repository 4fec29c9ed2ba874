// A phone: whole games by taps alone, and stones that are placed and then confirmed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameBoards, board, finger, labels, leave, playComputer, playToTheEnd, record, turn } from './browser.mjs';
import { randomFrom } from './client.mjs';
import { seed } from './seed.mjs';
import { openStage } from './stage.mjs';

const { server, visitor, phoneVisitor } = openStage();

for (const game of ['xiangqi', 'gomoku', 'antireversi'])
  test(`a game of ${game} is played to its end by taps`, async () => {
    const page = await phoneVisitor();
    await playComputer(page, server, { game, level: 4, side: game === 'xiangqi' ? 'Red' : 'Black' });
    await playToTheEnd(page, server, game, randomFrom(seed), finger);
    await leave(page);
  });

test('a stone is only placed when it is confirmed, and can be set elsewhere or taken back before', async () => {
  const page = await phoneVisitor();
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
  await leave(page);
});

test('a tablet that is turned upright asks and shows what a phone does, and back again', async () => {
  const page = await visitor({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  assert.equal(await turn(page), 'move');
  await board(page).locator('[data-square="h8"]').tap();
  const place = page.getByRole('button', { name: 'Place at H8' });
  await place.waitFor();
  const thumbs = page.locator('.phone-buttons');
  assert.equal(await thumbs.count(), 0);
  await page.setViewportSize({ width: 768, height: 1024 });
  await thumbs.waitFor();
  assert.match((await labels(page)).h8, /confirm to place/);
  await place.tap();
  await page.locator('.strip button').first().waitFor();
  await page.setViewportSize({ width: 1024, height: 768 });
  await thumbs.waitFor({ state: 'detached' });
  await assertSameBoards(server, page);
  assert.match((await record(page, server)).state.moves, /^h8/);
  await leave(page);
});
