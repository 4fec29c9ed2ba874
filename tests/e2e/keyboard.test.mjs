// Whole games by keyboard alone. What stands on the board is read from the accessibility tree, and compared with the server's word.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { board, labels, launch, visitor } from './browser.mjs';
import { randomFrom } from './client.mjs';
import { Server } from './server.mjs';

const seed = Number(process.env.SANQI_SEED ?? Date.now() % 2 ** 31);
console.log(`seed ${seed} (repeat with SANQI_SEED=${seed})`);

const webClient = createRequire(new URL('../../web_client/package.json', import.meta.url));
const axe = readFileSync(webClient.resolve('axe-core/axe.min.js'), 'utf8');

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

/** Focuses a control as Tab would, and presses a key on it. */
async function press(page, locator, key = 'Enter') {
  await locator.focus();
  await page.keyboard.press(key);
}

async function start(page, game, side) {
  await page.goto(server.url);
  await press(page, page.getByRole('radio', { name: game }), 'Space');
  const card = page.locator('section', { has: page.locator('#computer-title') });
  await press(page, card.getByRole('radio', { name: 'Level 1' }), 'Space');
  await press(page, card.getByRole('radio', { name: side, exact: true }), 'Space');
  await press(page, card.getByRole('button', { name: 'Start' }));
  await board(page).waitFor();
}

/** The squares of the board as the eye reads them, row by row. */
const rows = (page) =>
  board(page).evaluate((grid) =>
    [...grid.querySelectorAll('[role=row]')].map((row) => [...row.children].map((cell) => cell.dataset.square)));

/** Walks there by arrows, from wherever the focus of the board is. */
async function walkTo(page, square) {
  const grid = await rows(page);
  const place = (name) => {
    const row = grid.findIndex((squares) => squares.includes(name));
    return [row, grid[row].indexOf(name)];
  };
  await board(page).locator('[tabindex="0"]').focus();
  const at = await page.evaluate(() => document.activeElement.dataset.square);
  const [[r, c], [row, column]] = [place(at), place(square)];
  const steps = [
    ...Array(Math.abs(row - r)).fill(row > r ? 'ArrowDown' : 'ArrowUp'),
    ...Array(Math.abs(column - c)).fill(column > c ? 'ArrowRight' : 'ArrowLeft'),
  ];
  for (const key of steps) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), square);
}

const status = (page) => page.locator('.status');
const yours = (page) => status(page).getByText('Your move', { exact: true });
const pass = (page) => status(page).getByRole('button', { name: 'Pass' });
const result = (page) => page.locator('.status.result');

test('a game of anti-reversi is played to its end without a pointer, and the tree shows what the server has', async () => {
  const page = await visitor(browser);
  const random = randomFrom(seed);
  await start(page, /Anti.Reversi/, 'Black');
  const gameId = new URL(page.url()).pathname.slice(1);
  for (;;) {
    await yours(page).or(pass(page)).or(result(page)).first().waitFor({ timeout: 60_000 });
    if (await result(page).isVisible()) break;
    if (await pass(page).isVisible()) {
      await press(page, pass(page));
      await pass(page).waitFor({ state: 'detached' });
      continue;
    }
    const all = await labels(page);
    const targets = Object.keys(all).filter((square) => /legal move/.test(all[square]));
    if (targets.length === 0) continue; // The board follows the status line by a moment.
    const square = targets[random(targets.length)];
    await walkTo(page, square);
    await page.keyboard.press('Enter');
    // The answer may come at once, and turn this very disc.
    await page.waitForFunction((name) => !/empty/.test(document.querySelector(`[data-square="${name}"]`).getAttribute('aria-label')), square);
  }
  const record = await server.json(`/api/games/${gameId}`);
  const points = record.state.pos.split(' ')[0];
  const seen = await labels(page);
  for (let i = 0; i < 64; ++i) {
    const square = `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`;
    const word = { X: 'black', O: 'white', '-': 'empty' }[points[i]];
    assert.match(seen[square], new RegExp(word), square);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('moves may be typed in any notation, jumped to by letters, and taken back by Escape', async () => {
  const page = await visitor(browser);
  await start(page, 'Xiangqi', 'Red');
  await yours(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('C2=5');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /red cannon/.test(document.querySelector('[data-square="e2"]').getAttribute('aria-label')));
  await yours(page).waitFor({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await board(page).locator('[tabindex="0"]').focus();
  await page.keyboard.press('h');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /red horse/);
  await page.keyboard.press('Enter');
  assert.ok(Object.values(await labels(page)).some((label) => /legal move/.test(label)));
  await page.keyboard.press('Escape');
  assert.ok(!Object.values(await labels(page)).some((label) => /legal move/.test(label)));
  await page.context().close();
});

for (const colorScheme of ['light', 'dark'])
  test(`nothing on the pages fails WCAG, ${colorScheme}`, async () => {
    const page = await visitor(browser, { colorScheme });
    const check = async (name) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0].target}`), []);
    };
    await start(page, 'Gomoku', 'Black');
    await yours(page).waitFor();
    await check('room');
    for (const path of ['/', '/games', '/learn', '/account', '/leaderboard', '/watch']) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await check(path);
    }
    await page.context().close();
  });

test('the client opens without a network once it has been here', async () => {
  const page = await visitor(browser);
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Find an opponent' }).waitFor();
  await page.context().close();
});
