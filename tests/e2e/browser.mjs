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

/** Makes a legal move that `random` chooses, with the mouse. */
export async function moveRandomly(page, game, random) {
  if (await pass(page).isVisible()) return pass(page).click();
  const before = await labels(page);
  const pick = (test) => {
    const squares = Object.keys(before).filter((square) => test(before[square], square));
    return squares[random(squares.length)];
  };
  if (game === 'antireversi') return click(page, pick((label) => /legal move/.test(label)));
  if (game === 'gomoku') return click(page, pick((label) => /empty/.test(label) && !/forbidden/.test(label)));
  const mine = (await page.locator('.player-bar, .player').last().innerText()).includes('Black') ? 'black' : 'red';
  for (const square of shuffled(Object.keys(before).filter((s) => before[s].startsWith(mine)), random)) {
    await click(page, square);
    const now = await labels(page);
    const targets = Object.keys(now).filter((s) => /legal move|can be captured/.test(now[s]));
    if (targets.length > 0) return click(page, targets[random(targets.length)]);
    await page.keyboard.press('Escape');
  }
  throw new Error('no piece can move, and the game is not over');
}

function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; --i) {
    const j = random(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/** Plays this page's side with random moves until the game is over, or until `plies` own moves are made. */
export async function playOn(page, game, random, plies = Infinity) {
  for (let made = 0; made < plies; ++made) {
    if ((await turn(page)) === 'over') return;
    const before = JSON.stringify(await labels(page));
    await moveRandomly(page, game, random);
    await page.waitForFunction((old) => JSON.stringify(Object.fromEntries([...document.querySelector('[role=grid]').querySelectorAll('[data-square]')]
      .map((cell) => [cell.dataset.square, cell.getAttribute('aria-label')]))) !== old, before);
  }
}

export const resultText = (page) => result(page).innerText();
