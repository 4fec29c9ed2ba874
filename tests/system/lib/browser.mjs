// Real Chromium on real pages. The board is read as a screen reader reads it: through the labels of its cells.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PATIENCE_MS, assertSoon } from './patience.mjs';

const { chromium } = createRequire(new URL('../../../web_client/package.json', import.meta.url))(
  'playwright-core',
);

/** Chromium's headless shell, where it is installed: the tests take two thirds of the time that they take in Chromium,
 *  which also draws a window that is never seen. */
export function chromiumPath(named = process.env.SANQI_CHROMIUM, isThere = existsSync) {
  const path = named || ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(isThere);
  if (!path) throw new Error('there is no Chromium here: install one, or name it by SANQI_CHROMIUM');
  return path;
}

export function launch(executablePath = chromiumPath()) {
  return chromium.launch({
    executablePath,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-proxy-server', // Of the environment: it would be asked for the networks of tests, too.
    ],
  });
}

/** A visitor with a browser profile of their own, English and without animations; one who is new looks on before
 *  sitting down. */
export async function visitor(browser, { isNew = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    reducedMotion: 'reduce',
    ...options,
  });
  if (!isNew)
    await context.addInitScript(
      () => localStorage.getItem('sanqi.name') ?? localStorage.setItem('sanqi.name', ''),
    );
  await context.addInitScript(keepToasts);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => {
    // A server that is killed on purpose makes the browser itself report failed connections.
    if (
      message.type() === 'error' &&
      !/ERR_CONNECTION|WebSocket|ERR_SOCKET|ERR_EMPTY_RESPONSE/.test(message.text())
    )
      page.complaints.push(message.text());
  });
  return page;
}

/** In the page: keeps the words of every toast, which may be gone before a test looks. */
function keepToasts() {
  window.toasts = [];
  const keep = (node) => {
    if (node.nodeType === Node.ELEMENT_NODE && node.matches('.toast')) window.toasts.push(node.textContent);
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(keep))).observe(
    document,
    {
      subtree: true,
      childList: true,
    },
  );
}

/** The toasts so far that have these words. */
export const toastsWith = (page, words) =>
  page.evaluate((part) => window.toasts.filter((text) => text.includes(part)), words);

/** Waits until the page has shown a toast with these words. */
export const toast = (page, words) =>
  page.waitForFunction((part) => window.toasts.some((text) => text.includes(part)), words);

/** One who holds a phone. */
export const phoneVisitor = (browser) =>
  visitor(browser, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

const names = { xiangqi: 'Xiangqi', gomoku: 'Gomoku', antireversi: /Anti.Reversi/ };

/** In the form of the lobby: the game to play. The list of who waits has names of games as well, as soon as somebody
 *  does. */
export const gameChoice = (page, game) =>
  page.getByRole('radiogroup', { name: 'Game', exact: true }).getByRole('radio', { name: names[game] });

/** "Rule" is a part of "Opening rule". */
const select = (page, name, option) => page.getByRole('combobox', { name, exact: true }).selectOption(option);

/** From the lobby to a board, by its form. */
async function enter(page, server, against, button, { game, rule, opening, level, side }) {
  await page.goto(server.url);
  await gameChoice(page, game).check({ force: true });
  await page.getByRole('radio', { name: against, exact: true }).check({ force: true });
  if (rule) await select(page, 'Rule', rule);
  if (opening) await select(page, 'Opening rule', opening);
  if (level) await page.getByRole('radio', { name: `Level ${level}` }).check({ force: true });
  if (side) await page.getByRole('radio', { name: side, exact: true }).check({ force: true });
  await page.getByRole('button', { name: button }).click();
  await board(page).waitFor();
}

/** In the lobby: looks for somebody at a clock such as `3+2`. Searches, or sits at a board, when it is back. */
export async function seek(page, clock) {
  await page.getByRole('radio', { name: 'Anyone' }).check({ force: true });
  await page.getByRole('radio', { name: clock }).check({ force: true });
  await page.getByRole('button', { name: 'Find an opponent' }).click();
  await searching(page).or(page.locator('.status')).first().waitFor();
}

/** The button of the lobby while it looks for somebody. */
export const searching = (page) => page.locator('.start.searching');

/** From the lobby into a game against the computer. */
export const playComputer = (page, server, options) =>
  enter(page, server, 'Computer', /^Play level/, { level: 1, ...options });

/** Opens a room for a friend; gives its address. */
export async function openRoom(page, server, options) {
  await enter(page, server, 'A friend', 'Create a room', options);
  return page.url();
}

/** The visitors go. Nothing may have gone wrong on their pages. */
export async function leave(...pages) {
  for (const page of pages) assert.deepEqual(page.complaints, []);
  for (const page of pages) await page.context().close();
}

/** In the page: those of a `selector` that a press in their middle does not reach, or that are not there. */
export function outOfReach(selector) {
  const found = [...document.querySelectorAll(selector)];
  const isReached = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return found.length === 0 ? ['none'] : found.filter((one) => !isReached(one)).map((one) => one.innerText);
}

export const board = (page) => page.getByRole('grid').first();

/** square → label, for all squares of the board. */
export function labels(page) {
  return board(page).evaluate((grid) =>
    Object.fromEntries(
      [...grid.querySelectorAll('[data-square]')].map((cell) => [
        cell.dataset.square,
        cell.getAttribute('aria-label'),
      ]),
    ),
  );
}

/** What stands where, without the remarks on last moves and targets, which differ between viewers. */
export const pieces = async (page) => piecesOn(await labels(page));

export function piecesOn(labels) {
  const standing = Object.entries(labels).map(([square, label]) => [
    square,
    /\b(red|black|white)\b( \w+)?/.exec(label)?.[0],
  ]);
  return Object.fromEntries(standing.filter(([, piece]) => piece));
}

const kinds = {
  k: 'general',
  a: 'advisor',
  b: 'elephant',
  n: 'horse',
  r: 'chariot',
  c: 'cannon',
  p: 'soldier',
};

/** The same of a position text of the server: a FEN, or one character a point. */
export function piecesOf(game, pos) {
  const text = pos.split(' ')[0];
  if (game !== 'xiangqi') {
    const files = Math.sqrt(text.length);
    return placed([...text], files, (i) => Math.floor(i / files) + 1, { X: 'black', O: 'white' });
  }
  const points = [...text.replaceAll('/', '').replace(/\d/g, (empty) => '-'.repeat(Number(empty)))];
  const words = Object.entries(kinds).flatMap(([letter, kind]) => [
    [letter, `black ${kind}`],
    [letter.toUpperCase(), `red ${kind}`],
  ]);
  return placed(points, 9, (i) => 9 - Math.floor(i / 9), Object.fromEntries(words));
}

function placed(points, files, rankOf, words) {
  const squares = points.map((point, i) => ['abcdefghijklmnopqrst'[i % files] + rankOf(i), words[point]]);
  return Object.fromEntries(squares.filter(([, piece]) => piece));
}

export const gameIdOf = (page) => new URL(page.url()).pathname.slice(1);

/** The server's word on the game that this page shows. */
export const record = (page, server) => server.json(`/api/games/${gameIdOf(page)}`);

/** All these pages of one game show what the server has, as soon as they have heard of it. */
export async function assertSameBoards(server, ...pages) {
  await assertSoon(async () => {
    const { game, state } = await record(pages[0], server);
    for (const page of pages) assert.deepEqual(await pieces(page), piecesOf(game, state.pos));
  });
}

const cell = (page, square) => board(page).locator(`[data-square="${square}"]`);
export const click = (page, square) => cell(page, square).click();

export const yourMove = (page) => page.locator('.status').getByText('Your move', { exact: true });
/** The end of a game, in the place of the turn or on the plate that lies over it. */
const END = '.status.result, .plate';
export const ended = (page) => page.locator(END).first();
const pass = (page) => page.locator('.status').getByRole('button', { name: 'Pass' });

/** Waits until it is this page's turn or the game is over: 'move', 'pass' or 'over'. (A phone shows the turn beside the
 *  names.) */
export async function turn(page) {
  await yourMove(page).or(ended(page)).or(pass(page)).first().waitFor({ state: 'attached' });
  if (await ended(page).isVisible()) return 'over';
  return (await pass(page).isVisible()) ? 'pass' : 'move';
}

/** How many plies the server has told this page of; what is drawn ahead of its word does not count. */
export const plies = (page) => page.evaluate(pliesTold);

/** In the page: a list has them all, a strip says how many there are. */
const pliesTold = () =>
  Math.max(
    document.querySelectorAll('.moves .move').length,
    Number(document.querySelector('.strip')?.dataset.plies ?? 0),
  );

/** Waits until the page has heard of more than so many plies, or that the game is over. */
export const passPly = (page, ply) =>
  page.waitForFunction(
    ([old, end]) => {
      const list = document.querySelectorAll('.moves .move').length;
      const strip = Number(document.querySelector('.strip')?.dataset.plies ?? 0);
      return document.querySelector(end) !== null || Math.max(list, strip) > old;
    },
    [ply, END],
  );

// Ways to move: `take` picks a piece up, `put` sets it down, `place` is for stones, `press` for buttons.

export const mouse = { take: click, put: click, place: click, press: (page, button) => button.click() };

async function pointAt(page, square) {
  const { x, y, width, height } = await cell(page, square).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
}

export const drag = {
  ...mouse,
  async take(page, square) {
    await cell(page, square).hover(); // Waits until presses arrive there.
    await page.mouse.down();
  },
  async put(page, square) {
    await pointAt(page, square);
    await page.mouse.up();
  },
  /** A piece that can go nowhere is set down where it was. */
  letGo: (page) => page.mouse.up(),
};

const tap = (page, square) => cell(page, square).tap();

/** A finger. Stones that are to be confirmed are, by a second tap and by the button in turns. */
export const finger = {
  take: tap,
  put: tap,
  async place(page, square) {
    await tap(page, square);
    if (!/confirm to place/.test(await cell(page, square).getAttribute('aria-label'))) return;
    const again = (await plies(page)) % 4 < 2;
    await (again ? tap(page, square) : page.getByRole('button', { name: `Place at ${square}` }).tap());
  },
  press: (page, button) => button.tap(),
};

const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);

/** Walks there by Tab, through whatever comes before it. */
export async function tabTo(page, locator) {
  for (let stops = 0; !(await isFocused(locator)); ++stops) {
    assert.ok(stops < 300, `Tab does not lead to ${locator}`);
    await page.keyboard.press('Tab');
  }
}

export async function enterOn(page, button) {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

/** Tab leads to the radio button that is on, arrows to the others. */
export async function chooseByKeys(page, radio) {
  const group = await radio.getAttribute('name');
  await tabTo(page, page.locator(`input[name="${group}"]:checked`));
  const { length } = await page.locator(`input[name="${group}"]`).all();
  for (let steps = 0; !(await isFocused(radio)); ++steps) {
    assert.ok(steps < length, `arrows do not lead to ${radio}`);
    await page.keyboard.press('ArrowRight');
  }
  assert.ok(await radio.isChecked());
}

/** Walks to a square by arrows, from wherever the focus of the board is. */
async function walkTo(page, square) {
  if (!(await board(page).evaluate((grid) => grid.contains(document.activeElement))))
    await tabTo(page, board(page).locator('[tabindex="0"]'));
  const steps = await board(page).evaluate((grid, name) => {
    const rows = [...grid.querySelectorAll('[role=row]')].map((row) =>
      [...row.children].map((one) => one.dataset.square),
    );
    const placeOf = (one) => rows.flatMap((row, y) => (row.includes(one) ? [y, row.indexOf(one)] : []));
    const [[fromY, fromX], [y, x]] = [placeOf(document.activeElement.dataset.square), placeOf(name)];
    return [
      ...Array(Math.abs(y - fromY)).fill(y > fromY ? 'ArrowDown' : 'ArrowUp'),
      ...Array(Math.abs(x - fromX)).fill(x > fromX ? 'ArrowRight' : 'ArrowLeft'),
    ];
  }, square);
  for (const key of steps) await page.keyboard.press(key);
  assert.ok(await isFocused(cell(page, square)));
}

async function enterAt(page, square) {
  await walkTo(page, square);
  await page.keyboard.press('Enter');
}

export const keys = { take: enterAt, put: enterAt, place: enterAt, press: enterOn };

/** Makes a legal move that `random` chooses. False when the board shows none yet: it follows with a delay. */
async function moveRandomly(page, game, random, { hand, colour }) {
  if (await pass(page).isVisible()) {
    await hand.press(page, pass(page));
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
    if (square) await hand.place(page, square);
    return Boolean(square);
  }
  for (const square of shuffled(
    Object.keys(before).filter((s) => before[s].startsWith(colour)),
    random,
  )) {
    await hand.take(page, square);
    const target = choose(await labels(page), isTarget);
    if (target) {
      await hand.put(page, target);
      return true;
    }
    await hand.letGo?.(page);
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

/** Plays this page's side with random moves until the game is over, or until `moves` own moves are made. */
export async function playOn(page, game, random, { moves = Infinity, colour = 'red', hand = mouse } = {}) {
  for (let made = 0; made < moves;) {
    if ((await turn(page)) === 'over') return;
    const ply = await plies(page);
    if (!(await moveRandomly(page, game, random, { hand, colour }))) continue;
    ++made;
    // The other's last move may have come, and ended the game, just before this one was made: then nothing changes any
    // more.
    await passPly(page, ply);
  }
}

/** The words of the end, a line each; pieces that are drawn beside them may bear letters. */
export const resultText = (page) =>
  ended(page).evaluate((end) => {
    const lines = end.matches('.plate') ? [...end.querySelectorAll('h2, p, li')] : [end];
    return lines.map((line) => line.innerText).join('\n');
  });

/** Plays this page's side to the end of the game, which the server has in its records as the page shows it; gives its
 *  state there. */
export async function playToTheEnd(page, server, game, random, hand) {
  await playOn(page, game, random, { hand });
  await assertSameBoards(server, page);
  const { state } = await record(page, server);
  assert.equal(state.status, 'finished');
  console.log(
    `${game}: ${(await resultText(page)).replaceAll('\n', ' ')}; ${state.ply} plies, ${state.reason}`,
  );
  return state;
}

/** Makes one move by clicks on `squares`, and waits until all pages have heard of it. */
export async function play(pages, mover, ...squares) {
  const ply = await plies(mover);
  for (const square of squares) await click(mover, square);
  for (const page of pages) await passPly(page, ply);
}
