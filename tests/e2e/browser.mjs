// Real Chromium on real pages. The board is read as a screen reader reads it: through the labels of its cells.
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../../web_client/package.json', import.meta.url))('playwright-core');

export function launch() {
  return chromium.launch({
    executablePath: process.env.SANQI_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
  });
}

/** A visitor with a browser profile of his own, English and without animations. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => {
    // A server that is killed on purpose makes the browser itself report failed connections.
    if (message.type() === 'error' && !/ERR_CONNECTION|WebSocket|ERR_SOCKET|ERR_EMPTY_RESPONSE/.test(message.text())) page.complaints.push(message.text());
  });
  return page;
}

const names = { xiangqi: 'Xiangqi', gomoku: 'Gomoku', antireversi: /Anti.Reversi/ };

/** From the lobby into a game against the computer. */
export async function playComputer(page, server, { game, level = 1, side }) {
  await page.goto(server.url);
  await page.getByRole('radio', { name: names[game] }).check({ force: true });
  const card = page.locator('section', { has: page.locator('#computer-title') });
  await card.getByRole('radio', { name: `Level ${level}` }).check({ force: true });
  if (side) await card.getByRole('radio', { name: side, exact: true }).check({ force: true });
  await card.getByRole('button', { name: 'Start' }).click();
  await board(page).waitFor();
}

/** Opens a room for a friend; gives its address. */
export async function openRoom(page, server, { game, side }) {
  await page.goto(server.url);
  await page.getByRole('radio', { name: names[game] }).check({ force: true });
  const card = page.locator('section', { has: page.locator('#friend-title') });
  if (side) await card.getByRole('radio', { name: side, exact: true }).check({ force: true });
  await card.getByRole('button', { name: 'Open a room' }).click();
  await board(page).waitFor();
  return page.url();
}

export const board = (page) => page.getByRole('grid').first();

/** square → label, for all squares of the board. */
export function labels(page) {
  return board(page).evaluate((grid) =>
    Object.fromEntries([...grid.querySelectorAll('[data-square]')].map((cell) => [cell.dataset.square, cell.getAttribute('aria-label')])));
}

/** What stands where, without the remarks on last moves and targets, which differ between viewers. */
export async function pieces(page) {
  const all = Object.entries(await labels(page)).map(([square, label]) => [square, label.replace(/, (file|rank|last move|legal move|can be captured|forbidden|plus|in check|winning line).*$/, '')]);
  return Object.fromEntries(all.filter(([, label]) => !/empty/.test(label)));
}

export const click = (page, square) => board(page).locator(`[data-square="${square}"]`).click();

const yourMove = (page) => page.locator('.status').getByText('Your move', { exact: true });
const result = (page) => page.locator('.status.result');
const pass = (page) => page.locator('.status').getByRole('button', { name: 'Pass' });

/** Waits until it is this page's turn or the game is over: 'move', 'pass' or 'over'. */
export async function turn(page) {
  await yourMove(page).or(result(page)).or(pass(page)).first().waitFor({ timeout: 60_000 });
  if (await result(page).isVisible()) return 'over';
  return (await pass(page).isVisible()) ? 'pass' : 'move';
}

/** Makes a legal move that `random` chooses, with the mouse. False when the board shows none yet: it follows with a delay. */
async function moveRandomly(page, game, random, colour) {
  if (await pass(page).isVisible()) {
    await pass(page).click();
    return true;
  }
  const before = await labels(page);
  const choose = (all, test) => {
    const squares = Object.keys(all).filter((square) => test(all[square]));
    return squares[random(squares.length)];
  };
  const isTarget = (label) => /legal move|can be captured/.test(label);
  const isFree = (label) => /empty/.test(label) && !/forbidden/.test(label);
  if (game !== 'xiangqi') {
    const square = choose(before, game === 'gomoku' ? isFree : isTarget);
    if (square) await click(page, square);
    return Boolean(square);
  }
  for (const square of shuffled(Object.keys(before).filter((s) => before[s].startsWith(colour)), random)) {
    await click(page, square);
    const target = choose(await labels(page), isTarget);
    if (target) {
      await click(page, target);
      return true;
    }
  }
  return false;
}

function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; --i) {
    const j = random(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/** Plays this page's side with random moves until the game is over, or until `plies` own moves are made. */
export async function playOn(page, game, random, { plies = Infinity, colour = 'red' } = {}) {
  for (let made = 0; made < plies; ) {
    if ((await turn(page)) === 'over') return;
    const before = await labels(page);
    if (!(await moveRandomly(page, game, random, colour))) continue;
    ++made;
    // The other's last move may have come, and ended the game, just before this one was made: then nothing changes any more.
    await page.waitForFunction(
      (old) => document.querySelector('.status.result') !== null ||
        [...document.querySelectorAll('[role=grid] [data-square]')].some((cell) => old[cell.dataset.square] !== cell.getAttribute('aria-label')),
      before,
    );
  }
}

export const resultText = (page) => result(page).innerText();
