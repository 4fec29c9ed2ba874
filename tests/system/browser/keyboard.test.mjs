// Whole games by keyboard alone. What stands on the board is read from the accessibility tree, and compared with the
// server's word.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import {
  board,
  chooseByKeys,
  enterOn,
  keys,
  labels,
  leave,
  openRoom,
  playToTheEnd,
  turn,
  yourMove,
} from '../lib/browser.mjs';
import { randomFrom } from '../lib/client.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { openFixture } from './fixture.mjs';

const webClient = createRequire(new URL('../../../web_client/package.json', import.meta.url));
const axe = readFileSync(webClient.resolve('axe-core/axe.min.js'), 'utf8');

const { server, visitor } = openFixture();

/** From the lobby into a game against the computer, by Tab, arrows and Enter. */
async function start(page, game, side, level = 1) {
  await page.goto(server.url);
  await chooseByKeys(page, page.getByRole('radio', { name: game }));
  await chooseByKeys(page, page.getByRole('radio', { name: 'Computer', exact: true }));
  await chooseByKeys(page, page.getByRole('radio', { name: side, exact: true }));
  await chooseByKeys(page, page.getByRole('radio', { name: `Level ${level}` }));
  await enterOn(page, page.getByRole('button', { name: /^Play level/ }));
  await board(page).waitFor();
}

for (const [game, name, side] of [
  ['xiangqi', 'Xiangqi', 'Red'],
  ['gomoku', 'Gomoku', 'Black'],
  ['antireversi', /Anti.Reversi/, 'Black'],
])
  test(`a game of ${game} is played to its end without a pointer, and the tree shows what the server has`, async () => {
    const page = await visitor();
    await page.addInitScript(() =>
      addEventListener(
        'pointerdown',
        () => {
          throw new Error('a pointer');
        },
        true,
      ),
    );
    await start(page, name, side, 4);
    const state = await playToTheEnd(page, server, game, randomFrom(seed), keys);
    await enterOn(page, page.getByRole('button', { name: 'Analyse' }));
    await page.getByText(`Step ${state.ply} of ${state.ply}`).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(`Step ${state.ply - 1} of ${state.ply}`).waitFor();
    await leave(page);
  });

test('moves may be typed in any notation, jumped to by letters, and taken back by Escape', async () => {
  const page = await visitor();
  await start(page, 'Xiangqi', 'Red');
  await yourMove(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('C2=5');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    /red cannon/.test(document.querySelector('[data-square="e2"]').getAttribute('aria-label')),
  );
  await yourMove(page).waitFor();
  await page.keyboard.press('Escape');
  await board(page).locator('[tabindex="0"]').focus();
  await page.keyboard.press('h');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /red horse/);
  await page.keyboard.press('Enter');
  assert.ok(Object.values(await labels(page)).some((label) => /legal move/.test(label)));
  await page.keyboard.press('Escape');
  assert.ok(!Object.values(await labels(page)).some((label) => /legal move/.test(label)));
  await leave(page);
});

for (const colorScheme of ['light', 'dark'])
  test(`nothing on the pages fails WCAG, ${colorScheme}`, async () => {
    const page = await visitor({ colorScheme });
    const check = async (name) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0].target}`),
        [],
      );
    };
    await start(page, 'Gomoku', 'Black');
    await yourMove(page).waitFor();
    await check('room');
    for (const path of ['/', '/games', '/learn', '/account', '/leaderboard', '/watch']) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await check(path);
    }
    await leave(page);
  });

// Systems that paint pages in a few colours of their own take backgrounds away, which alone told what is chosen.
test('in forced colours the level that is chosen does not look like the others', async () => {
  const page = await visitor({ forcedColors: 'active' });
  await page.goto(server.url);
  await page.getByRole('radio', { name: 'Computer', exact: true }).check({ force: true });
  const level = page.getByRole('radio', { name: 'Level 5' });
  const picture = async () => {
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement.blur());
    return (await level.locator('..').screenshot()).toString('base64');
  };
  const before = await picture();
  assert.equal(await picture(), before, 'nothing else changes');
  await level.check({ force: true });
  // The style for such systems comes on its own, a moment after the page.
  await assertSoon(async () => assert.notEqual(await picture(), before));
  await leave(page);
});

test('the client opens without a network once it has been here', async () => {
  const page = await visitor();
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  // Not from what the browser happens to keep of the network.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Play', exact: true }).waitFor();
  await page.context().close();
});

test('what happens is said; the keys of the page work while the board has the focus, until they are switched off', async () => {
  const page = await visitor();
  const said = page.locator('.spoken p');
  const hears = (words) => said.filter({ hasText: words }).last().waitFor({ state: 'attached' });
  await start(page, 'Gomoku', 'Black');
  await yourMove(page).waitFor();
  const cell = board(page).locator('[tabindex="0"]');
  await cell.focus();
  const corner = () => board(page).locator('[data-square]').first().getAttribute('data-square');
  const before = await corner();
  await page.keyboard.press('f');
  await assertSoon(async () => assert.notEqual(await corner(), before));
  await page.keyboard.press('f');
  await page.keyboard.press('c');
  await hears('This game has no clock.');
  await page.getByRole('button', { name: 'Hint' }).click();
  await hears(/^Hint: black/);
  await cell.focus();
  await page.keyboard.press('Enter');
  await hears(/^2\. white/);
  await page.getByRole('button', { name: 'Takeback' }).click();
  await hears('2 moves were taken back. Black to move.');
  await page.keyboard.press('/');
  await page.keyboard.type('h8');
  await page.keyboard.press('Enter');
  await hears(/^2\. white/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await hears('The game is over. White wins, resignation');
  await page.evaluate(() => localStorage.setItem('sanqi.settings', JSON.stringify({ shortcuts: false })));
  await page.reload();
  await board(page).waitFor();
  const now = await corner();
  await page.keyboard.press('f');
  // The board hears the next key. The plate takes the focus when it comes.
  await page.locator('#result-title:focus').waitFor();
  await cell.focus();
  const focused = () => page.evaluate(() => document.activeElement.dataset.square);
  const from = await focused();
  assert.ok(from);
  await page.keyboard.press('ArrowRight');
  await assertSoon(async () => assert.notEqual(await focused(), from));
  assert.equal(await corner(), now);
  await leave(page);
});

test('a move made ahead is said, and a line that is lost and comes back', async () => {
  const [black, white] = [await visitor(), await visitor()];
  await white.goto(await openRoom(black, server, { game: 'gomoku', side: 'Black' }));
  assert.equal(await turn(black), 'move');
  const hears = (words) =>
    black.locator('.spoken p').filter({ hasText: words }).waitFor({ state: 'attached' });
  await keys.place(black, 'h8');
  await hears(/^1\. black/);
  await keys.place(black, 'i8');
  await hears(/^Premove: black/);
  await black.context().setOffline(true);
  await black.locator('.banner', { hasText: 'Reconnecting' }).waitFor();
  await black.context().setOffline(false);
  await hears('Connected again.');
  await leave(black, white);
});

test('who goes to another page goes on from its beginning', async () => {
  const page = await visitor();
  await page.goto(server.url);
  await enterOn(page, page.getByRole('link', { name: 'Learn', exact: true }));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await assertSoon(async () => assert.equal(await page.evaluate(() => document.activeElement.id), 'main'));
  assert.match(await page.title(), /How to play/);
  await leave(page);
});
