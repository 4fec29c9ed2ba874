// A phone: whole games by taps alone, and stones that are placed and then confirmed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertSameBoards,
  board,
  finger,
  gameChoice,
  labels,
  leave,
  outOfReach,
  passPly,
  playComputer,
  playToTheEnd,
  record,
  turn,
} from '../lib/browser.mjs';
import { randomFrom } from '../lib/client.mjs';
import { seed } from '../lib/seed.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor, phoneVisitor } = openFixture();

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

test('a tap places at once in a lesson and in an analysis, where nothing is at stake', async () => {
  const page = await phoneVisitor();
  for (const [path, square] of [
    ['learn#gomoku', 'a1'],
    ['analysis?game=gomoku', 'h8'],
  ]) {
    await page.goto(`${server.url}/${path}`);
    // The server has said which moves are legal.
    await page.locator(`[role=grid][aria-readonly=false] [data-square="${square}"]`).tap();
    if (square === 'h8')
      await page.waitForFunction(() => /black/.test(document.querySelector('[data-square=h8]').ariaLabel));
    else await page.getByText('Not quite.').waitFor();
  }
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
  await page.setViewportSize({ width: 820, height: 1180 });
  const { y, height } = await place.boundingBox();
  assert.ok(y + height <= 1180, 'the question is not cut by the lower edge');
  await place.tap();
  await page.locator('.strip button').first().waitFor();
  await page.setViewportSize({ width: 1024, height: 768 });
  await thumbs.waitFor({ state: 'detached' });
  await assertSameBoards(server, page);
  assert.match((await record(page, server)).state.moves, /^h8/);
  await leave(page);
});

test('a board on which nothing can be moved scrolls and pinches with the page; one that is played on does not', async () => {
  const page = await phoneVisitor();
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  await page.setViewportSize({ width: 390, height: 520 });
  assert.equal(await turn(page), 'move');
  const watcher = await phoneVisitor();
  await watcher.setViewportSize({ width: 390, height: 520 });
  await watcher.goto(page.url());
  await watcher.locator('[role=grid][aria-readonly=true]').waitFor();
  /** How far a swipe of a finger over the middle of the board moves the page. */
  const swiped = async (one) => {
    const { x, y, width, height } = await board(one).boundingBox();
    const session = await one.context().newCDPSession(one);
    const touch = (type, dy) => {
      const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) - dy };
      return session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
    };
    await touch('touchStart', 0);
    for (let dy = 10; dy <= 120; dy += 10) await touch('touchMove', dy);
    await touch('touchEnd');
    return one.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(scrollY)))),
    );
  };
  assert.ok((await swiped(watcher)) > 40);
  assert.equal(await swiped(page), 0);
  const touchAction = (one) =>
    one.evaluate(() => getComputedStyle(document.querySelector('.board')).touchAction);
  assert.equal(await touchAction(watcher), 'manipulation'); // To scroll and to pinch, as Chromium writes it.
  assert.equal(await touchAction(page), 'none');
  await leave(page, watcher);
});

/** The upper edges of what stands on a page, in the order in which it is read; what is pinned to the lower edge comes
 *  last. */
const edges = (page) =>
  page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll('.app > header, .room > *, .deck > *, .lobby > *, .play > *, .app > nav'),
    ];
    const seen = parts.filter(
      (part) => part.getBoundingClientRect().height > 1 && !part.querySelector('.deck'),
    );
    const isPinned = (part) => getComputedStyle(part).position === 'fixed';
    const topOf = (part) =>
      isPinned(part) ? Number.MAX_SAFE_INTEGER : Math.round(part.getBoundingClientRect().top + scrollY);
    return seen.map((part) => ({ name: part.className || part.tagName, top: topOf(part) }));
  });

test('on a phone and on an upright tablet what is read first stands above what is read later', async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
  ]) {
    const page = await visitor({ viewport, hasTouch: true, isMobile: true });
    await page.goto(server.url);
    await page.locator('.seeks').waitFor();
    const lobby = await edges(page);
    await playComputer(page, server, { game: 'antireversi', side: 'Black' });
    assert.equal(await turn(page), 'move');
    const room = await edges(page);
    for (const parts of [lobby, room]) {
      assert.ok(parts.length >= 5, JSON.stringify(parts));
      const sorted = parts.toSorted((one, other) => one.top - other.top);
      assert.deepEqual(
        parts.map(({ name }) => name),
        sorted.map(({ name }) => name),
      );
    }
    await leave(page);
  }
});

test('on a tablet that is held across the board is as tall as the window', async () => {
  for (const viewport of [
    { width: 1180, height: 820 },
    { width: 1366, height: 1024 },
  ]) {
    const page = await visitor({ viewport, hasTouch: true, isMobile: true });
    await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
    assert.equal(await turn(page), 'move');
    const { height } = await board(page).boundingBox();
    assert.ok(height > 0.8 * viewport.height, `${height} of ${viewport.height}`);
    const [host, panel] = await Promise.all(
      ['.room-board', '.room-panel'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(
      panel.x > host.x + host.width && panel.x + panel.width <= viewport.width,
      'the panel stands beside the board',
    );
    await leave(page);
  }
});

const across = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

/** That `part` stands to the right of the board, and both are seen whole from left to right; the board also from top to
 *  bottom. */
async function assertBeside(page, part) {
  const [host, beside] = await Promise.all(
    ['.board-host', part].map((one) => page.locator(one).boundingBox()),
  );
  const { width, height } = across.viewport;
  const seen = JSON.stringify([host, beside]);
  assert.ok(beside.x >= host.x + host.width && beside.x + beside.width <= width, seen);
  assert.ok(
    host.y >= 0 && host.y + host.height <= height && host.height > 0.7 * height && beside.y < height / 2,
    seen,
  );
}

/** Taps what has come a while ago: Playwright tries again what takes no press, and scrolls the page for it. */
async function tapInPlace(page, part) {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ animationName }) => !animationName?.startsWith('unready')),
  );
  await part.tap();
}

test('on a phone that is held across the end stands beside the board, which stays in sight', async () => {
  const page = await visitor(across);
  await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
  assert.equal(await turn(page), 'move');
  for (const square of ['h2', 'e2']) await tapInPlace(page, board(page).locator(`[data-square="${square}"]`));
  await passPly(page, 1);
  for (const name of ['Resign', 'Yes']) await tapInPlace(page, page.getByRole('button', { name }));
  await page.locator('.plate').waitFor();
  await assertBeside(page, '.plate');
  await leave(page);
});

test('on a phone that is held across one sees the analysis board beside what is found out, however far one scrolls there', async () => {
  const page = await visitor(across);
  await page.goto(`${server.url}/analysis`);
  await board(page).waitFor();
  await assertBeside(page, '.board-head');
  await assertBeside(page, '.replay-panel');
  await page.getByRole('switch', { name: 'Engine' }).scrollIntoViewIfNeeded();
  await page.locator('.replay-deck').scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate(() => scrollY > 0), 'the buttons lie below the window');
  await assertBeside(page, '.replay-panel');
  await leave(page);
});

test('on a low phone every clock and every level of the lobby can be pressed before one scrolls', async () => {
  const page = await phoneVisitor();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(server.url);
  for (const game of ['xiangqi', 'gomoku', 'antireversi'])
    for (const against of ['Anyone', 'Computer', 'A friend']) {
      await gameChoice(page, game).check({ force: true });
      if (game === 'gomoku') await page.getByLabel('Opening rule').selectOption('swap2');
      await page.getByRole('radio', { name: against, exact: true }).check({ force: true });
      await page.evaluate(() => window.scrollTo(0, 0));
      assert.equal(await page.locator('.clock-tile').count(), 8);
      assert.deepEqual(await page.evaluate(outOfReach, '.clock-tile'), [], `${game}, ${against}`);
    }
  await leave(page);
});
