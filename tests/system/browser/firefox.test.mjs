// One game of each kind in a second browser, from the lobby to the result, by clicks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSoon, piecesOf, piecesOn } from '../lib/browser.mjs';
import { Firefox, isThere } from './firefox.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const skip = isThere ? false : 'firefox-esr is not installed';
const server = new Server();
const firefox = new Firefox();

before(async () => {
  if (skip) return;
  await server.start();
  await firefox.start();
  console.log(`Firefox ${firefox.version}`);
});
after(async () => {
  if (skip) return;
  await firefox.close();
  await server.dispose();
});

/** In the page: what a player sees of the game, null before there is one. */
function look() {
  const grid = document.querySelector('[role=grid]');
  const status = document.querySelector('.status');
  if (!grid) return null;
  const labels = Object.fromEntries([...grid.querySelectorAll('[data-square]')].map((one) => [one.dataset.square, one.getAttribute('aria-label')]));
  const over = document.querySelector('.status.result, .plate') !== null;
  // Between the last move and its result there is no line of status.
  const words = status?.innerText ?? '';
  return { labels, over, plies: document.querySelectorAll('.moves .move').length, yours: words.includes('Your move'), status: words };
}

const isTarget = (label) => /legal move|can be captured/.test(label);
const isFree = (label) => /empty/.test(label) && !/forbidden/.test(label);
const squares = (labels, matches) => Object.keys(labels).filter((square) => matches(labels[square]));
const clickAt = (page, square) => page.click(`[role=grid] [data-square="${square}"]`);

/** Carries a piece of red that can go somewhere, which shows when it is picked up. */
async function carry(page) {
  const own = squares((await page.evaluate(look)).labels, (label) => label.startsWith('red'));
  while (own.length > 0) {
    await clickAt(page, own.splice(random(own.length), 1)[0]);
    const targets = squares((await page.evaluate(look)).labels, isTarget);
    if (targets.length > 0) return clickAt(page, pick(targets));
  }
  assert.fail(`no piece can go anywhere: ${JSON.stringify(await page.evaluate(look))}`);
}

async function place(page, matches) {
  const { labels } = await page.evaluate(look);
  await clickAt(page, pick(squares(labels, matches)));
}

const moves = {
  Xiangqi: carry,
  Gomoku: (page) => place(page, isFree),
  'Anti.Reversi': (page) => place(page, isTarget),
};

for (const [name, move] of Object.entries(moves)) {
  test(`Firefox plays a whole game of ${name} against the computer`, { skip, timeout: 240_000 }, async () => {
    const page = await firefox.newPage();
    // The first, empty document of a page has no storage.
    await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('sanqi.name', ''));
    await page.goto(server.url);
    await page.press('label', `^${name}`);
    await page.press('label', '^Computer$');
    await page.press('label', '^4\\b');
    await page.press('label', '^(Red|Black)$');
    await page.press('button', '^Play level');
    for (;;) {
      const seen = await page.until(`(argument) => { const seen = (${look})(); return seen !== null && (seen.over || seen.yours || /Pass/.test(seen.status)) && seen; }`, null, 60_000);
      if (seen.over) break;
      if (seen.yours) await move(page);
      else await page.press('.status button', '^Pass$');
      await page.until(`(plies) => { const seen = (${look})(); return seen !== null && (seen.over || seen.plies > plies); }`, seen.plies);
    }
    const id = await page.evaluate(() => location.pathname.slice(1));
    await assertSoon(async () => {
      const { game, state } = await server.json(`/api/games/${id}`);
      assert.equal(state.status, 'finished');
      assert.deepEqual(piecesOn((await page.evaluate(look)).labels), piecesOf(game, state.pos));
      console.log(`${name}: ${state.ply} plies, ${state.reason}`);
    });
    assert.deepEqual(firefox.complaints.splice(0), []);
    await page.close();
  });
}
