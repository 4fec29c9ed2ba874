// What has to be seen is in sight, and can be pressed, in windows of every size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, leave, openRoom, outOfReach, play, playComputer, seek } from '../lib/browser.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();

const sizeOf = (size) => {
  const [width, height] = size.split('x').map(Number);
  return { width, height };
};

const phones = ['320x568', '360x640', '390x844'];
const narrow = [...phones, '768x1024'];
const all = [...narrow, '820x1180', '844x390', '1024x768', '1280x800', '1440x900'];

/** At each size of the window what `look` finds wrong there is nothing, as soon as the page has settled. */
async function assertAt(page, sizes, look) {
  for (const size of sizes) {
    await page.setViewportSize(sizeOf(size));
    await assertSoon(async () => assert.deepEqual(await look(), [], size));
  }
}

test('what the opponent asks, and how the game ended, is in sight and can be pressed', async () => {
  const [host, guest] = [await visitor(), await visitor({ hasTouch: true, viewport: sizeOf('390x844') })];
  await guest.goto(await openRoom(host, server, { game: 'xiangqi', side: 'Red' }));
  await board(guest).waitFor();
  await play([host, guest], host, 'h2', 'e2');
  // The title tells the mover alone how long there is.
  await guest.locator('.phone-bar').getByText('Move within').waitFor();
  await play([host, guest], guest, 'h9', 'g7');
  const out = (selector) => guest.evaluate(outOfReach, selector);

  // An inline flex box has no ellipsis: names were cut in the middle of a letter.
  const nameBox = guest.locator('.player .name-text > a').first();
  assert.equal(await nameBox.evaluate((one) => getComputedStyle(one).display), 'inline-block');

  for (const name of ['Offer draw', 'Yes']) await host.getByRole('button', { name }).click();
  await guest.getByText('offers a draw').waitFor();
  // Decline stood alone in a line of its own.
  const tops = () =>
    guest.evaluate(
      () => new Set([...document.querySelectorAll('.status button')].map((one) => one.offsetTop)).size,
    );
  await assertAt(guest, all, async () => [
    ...(await out('.status button')),
    ...((await tops()) > 1 ? ['not beside each other'] : []),
  ]);

  await guest.getByRole('button', { name: 'Accept' }).click();
  await guest.locator('.plate').waitFor();
  await guest.getByRole('button', { name: 'Close' }).click();
  // They shared a line with buttons that did not shrink, and had a letter a line.
  await assertAt(guest, all, async () => {
    const { width } = await guest.locator('.result-words').boundingBox();
    return [...(await out('.result-buttons > *')), ...(width < 120 ? [`words of ${width}`] : [])];
  });
  await leave(host, guest);
});

test('what a lesson asks stands above its board, also where one scrolls to that', async () => {
  for (const game of ['xiangqi', 'gomoku', 'antireversi']) {
    const page = await visitor({ hasTouch: true, isMobile: true, viewport: sizeOf('390x844') });
    await page.goto(`${server.url}/learn#${game}`);
    await page.locator('.lesson-board [role=grid]').waitFor();
    await assertAt(page, narrow, async () => {
      await page.locator('.lesson-board').evaluate((one) => one.scrollIntoView({ block: 'end' }));
      const [words, squares] = await Promise.all(
        ['.step', '.lesson-board'].map((part) => page.locator(part).boundingBox()),
      );
      const hidden = await page.evaluate(outOfReach, '.step-text, .step .button');
      return words.y + words.height > squares.y + 1 ? [...hidden, 'over the board'] : hidden;
    });
    await leave(page);
  }
});

test('the tiles of the lobby hold their words', async () => {
  const page = await visitor();
  await page.goto(server.url);
  await page.locator('.tile').first().waitFor();
  await assertAt(page, all, () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.tile-name')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.innerText),
    ),
  );
  await leave(page);
});

test('who waits for almost the same game can be joined beside a search, before one scrolls', async () => {
  const [host, guest] = [await visitor(), await visitor({ hasTouch: true })];
  for (const page of [host, guest]) {
    await page.goto(server.url);
    await page.getByRole('radio', { name: 'Red', exact: true }).check({ force: true });
    await seek(page, '10+5');
  }
  await assertAt(guest, [...narrow, '1280x800'], () => guest.evaluate(outOfReach, '.play .seek button'));
  await leave(host, guest);
});

// The eight numbers were 10 px wide on small phones, and the board stayed small while stones were placed.
test('the numbers of Soosyrv can be hit, and its stones be placed', async () => {
  const [host, guest] = [await visitor(), await visitor({ hasTouch: true, viewport: sizeOf('320x568') })];
  const opening = { game: 'gomoku', rule: 'renju', opening: 'soosyrv8', side: 'Black' };
  await guest.goto(await openRoom(host, server, opening));
  await board(guest).waitFor();
  const boardWidth = async (page) => (await board(page).boundingBox()).width;
  const whole = await boardWidth(guest);
  for (const square of ['h8', 'h9', 'h10']) await play([host, guest], host, square);
  const keep = guest.getByRole('button', { name: 'Play White' });
  await keep.waitFor();
  assert.ok((await boardWidth(guest)) < whole, 'the board makes room for what is to be chosen');
  await keep.click();
  await guest.getByText('stone (1 to go)').waitFor();
  await assertSoon(async () => assert.equal(await boardWidth(guest), whole));
  await guest.setViewportSize(sizeOf('1280x800'));
  await play([host, guest], guest, 'a1');
  const numbers = guest.locator('.opening-choices.numbers button');
  await numbers.last().waitFor();
  await assertAt(guest, [...all, '568x320'], async () =>
    (await numbers.evaluateAll((found) => found.map((one) => one.offsetWidth))).filter((width) => width < 28),
  );
  await leave(host, guest);
});

// A window beside another one, or above a keyboard, is low and no wider than a phone: the board was wider than it.
test('no room is wider than its window, however low that is, also while one writes', async () => {
  const heights = [320, 360, 400, 440, 480, 520];
  const sizes = [320, 360, 390, 450, 500].flatMap((width) => heights.map((height) => `${width}x${height}`));
  for (const game of ['xiangqi', 'gomoku', 'antireversi']) {
    const page = await visitor({ hasTouch: true });
    await playComputer(page, server, { game });
    const wide = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'html, .board, .player, .phone-bar > *, .phone-buttons > *, .sheet > *',
          ),
        ]
          .filter((one) => Math.max(one.scrollWidth, one.getBoundingClientRect().right) > innerWidth + 0.5)
          .map((one) => `${one.tagName} ${one.className}`),
      );
    await assertAt(page, sizes, wide);
    await page.getByRole('button', { name: 'Chat' }).click();
    await assertAt(page, sizes, async () => [
      ...(await wide()),
      ...(await page.evaluate(outOfReach, '.sheet-close, .chat-form button')),
    ]);
    await leave(page);
  }
});

// The bar was no higher than its line, and its buttons hung over the upper edge.
test('where a phone shows only the game, a whole button leads out of that', async () => {
  const page = await visitor({ hasTouch: true });
  await playComputer(page, server, { game: 'xiangqi' });
  await page.setViewportSize(sizeOf('390x844'));
  const menu = page.getByRole('button', { name: 'Menu' });
  const only = page.getByRole('button', { name: 'Only the game' });
  await menu.click();
  await only.click();
  await page.keyboard.press('Escape');
  await assertAt(page, phones, async () => {
    const { y, height } = await menu.boundingBox();
    return y < 0 || height < 44
      ? [`${height} px at ${y}`]
      : page.evaluate(outOfReach, '.phone-bar [aria-expanded]');
  });
  await menu.click();
  await only.click();
  await page.getByRole('link', { name: 'Back', exact: true }).first().waitFor();
  await leave(page);
});

// It stood in a column as wide as a word, and the card cut it off.
test('the question of a host is whole, and so are its buttons', async () => {
  const [host, guest] = [await visitor(), await visitor()];
  await guest.goto(await openRoom(host, server, { game: 'gomoku', side: 'Black' }));
  await board(guest).waitFor();
  await play([host, guest], host, 'h8');
  await play([host, guest], guest, 'i9');
  await host.setViewportSize(sizeOf('1280x800'));
  await host.getByRole('button', { name: 'Close the room' }).click();
  const question = host.locator('.host-tools .confirm');
  await question.waitFor();
  const { width } = await question.locator('b').boundingBox();
  assert.equal(width, (await question.boundingBox()).width);
  await assertSoon(async () =>
    assert.deepEqual(await host.evaluate(outOfReach, '.host-tools .confirm > *'), []),
  );
  await leave(host, guest);
});
