// What people do, in real Chromium: whole games with the mouse, watching, reloading, a server that dies, replay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { board, labels, launch, openRoom, pieces, playComputer, playOn, resultText, turn, visitor } from './browser.mjs';
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

for (const game of ['xiangqi', 'gomoku', 'antireversi']) {
  test(`a complete game of ${game} against the computer, then its replay`, async () => {
    const page = await visitor(browser);
    // A stronger level ends the game sooner against random moves.
    await playComputer(page, server, { game, level: 3, side: game === 'xiangqi' ? 'Red' : 'Black' });
    await playOn(page, game, randomFrom(seed));
    const text = await resultText(page);
    const gameId = new URL(page.url()).pathname.slice(1);
    const record = await server.json(`/api/games/${gameId}`);
    assert.equal(record.state.status, 'finished');
    console.log(`${game}: ${text.split('\n')[0]}; ${record.state.ply} plies, ${record.state.reason}`);

    const last = await pieces(page);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.waitForURL(/\/replay\//);
    await board(page).waitFor();
    await page.keyboard.press('End');
    await assertSoon(async () => assert.deepEqual(await pieces(page), last));
    await page.keyboard.press('Home');
    await assertSoon(async () => assert.notDeepEqual(await pieces(page), last));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await assertSoon(async () => assert.deepEqual(await pieces(page), last));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('two browsers play each other to a result; a spectator who comes in the middle sees the same board', async () => {
  const [host, guest, spectator] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  const url = await openRoom(host, server, { game: 'antireversi', side: 'Black' });
  await guest.goto(url);
  await board(guest).waitFor();
  const random = randomFrom(seed);
  await Promise.all([playOn(host, 'antireversi', random, { plies: 6 }), playOn(guest, 'antireversi', random, { plies: 6 })]);
  await spectator.goto(url);
  await board(spectator).waitFor();
  await assertSoon(async () => assert.deepEqual(await pieces(spectator), await pieces(host)));
  await Promise.all([playOn(host, 'antireversi', random), playOn(guest, 'antireversi', random)]);
  assert.equal(await turn(host), 'over');
  await assertSoon(async () => assert.deepEqual(await pieces(spectator), await pieces(host)));
  assert.equal((await resultText(host)).split('\n')[0], (await resultText(guest)).split('\n')[0]);
  for (const page of [host, guest, spectator]) assert.deepEqual(page.complaints, []);
  for (const page of [host, guest, spectator]) await page.context().close();
});

test('a reload resumes the seat', async () => {
  const page = await visitor(browser);
  await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
  await playOn(page, 'xiangqi', randomFrom(seed), { plies: 3 });
  await turn(page);
  const seen = await pieces(page);
  await page.reload();
  await board(page).waitFor();
  assert.equal(await turn(page), 'move');
  assert.deepEqual(await pieces(page), seen);
  await playOn(page, 'xiangqi', randomFrom(seed + 1), { plies: 2 });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the server is killed in mid-game and restarted: the page comes back by itself and the game goes on', async () => {
  const page = await visitor(browser);
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  await playOn(page, 'gomoku', randomFrom(seed), { plies: 3 });
  await turn(page);
  const seen = await pieces(page);
  await server.kill();
  await page.getByText(/Reconnecting/).first().waitFor();
  await server.start();
  await page.getByText(/Reconnecting/).first().waitFor({ state: 'detached', timeout: 30_000 });
  assert.equal(await turn(page), 'move');
  assert.deepEqual(await pieces(page), seen);
  await playOn(page, 'gomoku', randomFrom(seed + 1), { plies: 2 });
  await page.context().close();
});

test('on a phone a stone is placed and then confirmed', async () => {
  const page = await visitor(browser, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  const cell = board(page).locator('[data-square="h8"]');
  await cell.tap();
  assert.match((await labels(page)).h8, /confirm to place/);
  await page.getByRole('button', { name: /Place/ }).click();
  await assertSoon(async () => assert.match((await labels(page)).h8, /black/i));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Repeats a check for some seconds until it passes: pages follow the server with a delay. */
async function assertSoon(check, ms = 5_000) {
  const deadline = Date.now() + ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
