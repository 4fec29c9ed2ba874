// Collections: made, filled from files, looked through, and taken out again, with a real server and a real browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { click, enterOn, keys, leave } from '../lib/browser.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor, phoneVisitor } = openFixture();

/** A game of Xiangqi as PGN. */
const pgn = (red, black, year, moves, result = '1-0') =>
  `[Game "Chinese Chess"]\n[Event "Cup"]\n[Red "${red}"]\n[Black "${black}"]\n[Date "${year}.05.31"]\n` +
  `[Result "${result}"]\n[Format "ICCS"]\n\n1. ${moves} ${result}\n\n`;
const opening = 'H2-E2 H9-G7';
const games =
  pgn('Lin', 'Mei', 2019, `${opening} 2. H0-G2 I9-H9`) + pgn('Wu', 'Lin', 2021, `${opening} 2. B0-C2`, '0-1');
/** So many different games that they take more than one part. */
const many = Array.from({ length: 900 }, (_, i) =>
  pgn(`Red ${i}`, `Black ${i}`, 2000, `${opening} 2. H0-G2`),
).join('');
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function newCollection(page, name) {
  await page.goto(`${server.url}/collections`);
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return page.url();
}

const importing = (page) => page.getByRole('button', { name: 'Import games' }).last();

/** In the page: whether a press in the middle of an element reaches it. */
function inReach(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

async function importFile(page, ...files) {
  await page.locator('input[type=file]').setInputFiles(files);
  await importing(page).click();
}

test('a collection is filled from a file, looked through, and a game of it opened', async () => {
  const page = await visitor();
  const address = await newCollection(page, 'My cups');
  await page
    .locator('input[type=file]')
    .setInputFiles([file('cups.pgn', games + pgn('A', 'B', 2020, 'A0-A9'))]);
  await page.getByText('PGN, UTF-8: 3 games').waitFor();
  await page.getByText(/^Lin – Mei · Cup/).waitFor();
  await importing(page).click();
  await page.getByText('Done. New: 2, there already: 0, unreadable: 1').waitFor();
  await page.getByText('What could not be read').click();
  await page.getByText(/^Game 3: /).waitFor();
  const rows = page.locator('.library-row');
  await rows.nth(1).waitFor();

  // The same again, pasted: nothing is new.
  await importing(page).click();
  await page.getByRole('textbox', { name: 'Or paste games' }).fill(games);
  await importing(page).click();
  await page.getByText('Done. New: 0, there already: 2, unreadable: 0').waitFor();

  // What is looked for stands in the address, and a reload keeps it.
  await page.getByText('More filters').click();
  await page.getByRole('searchbox', { name: 'From (year, month or day)' }).fill('2020');
  await page.waitForURL(/from=2020/);
  await rows.nth(1).waitFor({ state: 'detached' });
  await page.reload();
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1);
  assert.match(await rows.innerText(), /Wu[^]*Lin[^]*2021-05-31/);

  await page.locator('.row-link').first().click();
  await page.waitForURL(/\/collections\/\w+\/2(#|$)/);
  await page.getByText('Step 3 of 3').waitFor();
  await page.keyboard.press('Home');
  await page.waitForURL(/\/2#0$/);
  // How the games of the collection went on from here.
  const next = page.locator('.next-moves button');
  await next.filter({ hasText: /2.*2021/ }).waitFor();
  const answer = await page.reload();
  assert.equal(answer.status(), 200);
  await page.getByText('Step 0 of 3').waitFor();
  await page.goBack();
  await page.waitForURL(/from=2020/);

  // All of it as one file.
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('group', { name: 'All 2 games' }).getByRole('button', { name: 'PGN' }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  assert.equal(saved.match(/\[Event "Cup"\]/g)?.length, 2);

  // What is private is nobody else's.
  const other = await visitor();
  await other.goto(address);
  await other.getByText('There is no such collection, or it is private.').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: 'Everyone' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await other.goto(`${server.url}/collections`);
  await other.getByRole('link', { name: 'My cups' }).click();
  await other.locator('.library-row').nth(1).waitFor();

  // What games did in a position is in sight, before one scrolls.
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [360, 640],
  ]) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Explore positions' }).click();
    await next.first().waitFor();
    assert.ok(await next.first().evaluate(inReach), `${width}x${height}`);
    await page.goBack();
    await rows.first().waitFor();
  }

  // On a phone, too, the question is seen as soon as it is asked.
  const sure = page.getByRole('button', { name: 'Delete', exact: true });
  for (const [width, height] of [
    [360, 640],
    [568, 320],
  ]) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    assert.ok(await sure.evaluate(inReach), `${width}x${height}`);
    await page.getByRole('button', { name: 'Edit' }).click();
  }
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await sure.click();
  await page.waitForURL(/\/collections$/);
  other.complaints.length = 0; // The browser's own word of a status of 404.
  await leave(page, other);
});

test('a pattern is looked for in a collection, and a game opened where it was so', async () => {
  const page = await visitor();
  const address = await newCollection(page, 'Patterns');
  await importFile(page, file('cups.pgn', games));
  await page.getByText(/^Done\. New: 2/).waitFor();
  await page.getByRole('button', { name: 'Search for a pattern' }).click();
  const find = page.getByRole('button', { name: 'Find', exact: true });
  await find.click();
  await page.getByText('Put something on the board, or choose material.').waitFor();

  const put = async (piece, square) => {
    await page.getByRole('button', { name: piece, exact: true }).click();
    await click(page, square);
  };
  await put('red cannon', 'e2');
  await put('red horse', 'g2');
  await put('Must be empty', 'h2');
  await find.click();
  const rows = page.locator('.game-row');
  await page.getByText('2 games looked at, 1 found.').waitFor();
  assert.equal(await rows.count(), 1);
  // Taken away again: the second game has the horse on the other wing, where the cannon has not gone.
  await put('Must be empty', 'h2');
  await find.click();
  await rows.nth(1).waitFor();
  await page.getByText('2 games looked at, 2 found.').waitFor();
  assert.equal(await page.locator('.thumbnail.whole').count(), 2, 'what stood on the boards then');

  // From the row to the move, and back to what was found, which is not asked for again.
  const id = new URL(address).pathname;
  await page.locator('.row-link').first().click();
  await page.waitForURL(new RegExp(`${id}/2#3$`));
  await page.locator('.replay-deck').getByText('Step 3 of 3').waitFor();
  let asked = 0;
  page.on('request', (request) => (asked += request.url().includes('/search?') ? 1 : 0));
  await page.goBack();
  await rows.nth(1).waitFor();
  assert.equal(asked, 0);
  await page.reload();
  await page.getByText('2 games looked at, 2 found.').waitFor();
  assert.equal(asked, 1);

  // By material: no horse was taken.
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('.set-up summary').click();
  await page.getByRole('combobox', { name: 'red horse' }).selectOption('1-');
  await find.click();
  await page.getByText('2 games looked at, 0 found.').waitFor();

  // What is private is not looked through for others.
  const other = await visitor();
  await other.goto(page.url());
  await other.getByText('It is not here, or not any more.').waitFor();
  other.complaints.length = 0; // The browser's own word of a status of 404.
  await leave(page, other);
});

test('a pattern is looked for by keyboard, on the smallest phone', async () => {
  const page = await visitor({ viewport: { width: 320, height: 568 } });
  await newCollection(page, 'Patterns');
  await importFile(page, file('cups.pgn', games));
  await page.getByText(/^Done\. New: 2/).waitFor();
  await page.locator('button:enabled', { hasText: 'Search for a pattern' }).waitFor();
  await enterOn(page, page.getByRole('button', { name: 'Search for a pattern' }));
  await enterOn(page, page.getByRole('button', { name: 'black chariot', exact: true }));
  const onBoard = () => page.evaluate(() => document.activeElement.closest('[role="grid"]') !== null);
  for (let stops = 0; !(await onBoard()); ++stops) {
    assert.ok(stops < 50, 'Shift+Tab leads back to the board');
    await page.keyboard.press('Shift+Tab');
  }
  await keys.place(page, 'h9');
  await enterOn(page, page.getByRole('button', { name: 'Find', exact: true }));
  await page.getByText('2 games looked at, 1 found.').waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(width <= 0, `nothing is wider than the phone: ${width}`);
  await enterOn(page, page.locator('.row-link'));
  await page.locator('.replay-deck').getByText('Step 4 of 4').waitFor();
  await leave(page);
});

test('a file that is being sent goes on after a reload, and after the line was lost', async () => {
  const page = await visitor();
  await newCollection(page, 'Large');
  let lost = 0;
  await page.route('**/parts/1', (route) => (++lost < 3 ? route.abort() : route.continue()));
  await importFile(page, file('large.pgn', many));
  await page.getByText(/^Sending goes on by itself\./).waitFor();
  await page.unroute('**/parts/1');
  await page.reload();
  await page.getByText(/^Done\. New: 900, there already: 0/).waitFor();
  await page.locator('.library-row').first().waitFor();
  page.complaints.length = 0; // The browser's own word of requests that failed.
  await leave(page);
});

test('an import is cancelled', async () => {
  const page = await visitor();
  await newCollection(page, 'Cancelled');
  await page.route('**/parts/*', (route) => route.abort());
  await importFile(page, file('large.pgn', many));
  await page.getByText(/^Sending goes on by itself\./).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. New: 0').waitFor();
  page.complaints.length = 0;
  await leave(page);
});

test('on a phone too, and by keyboard alone', async () => {
  const page = await phoneVisitor();
  await newCollection(page, 'W'.repeat(64));
  await importFile(page, file('cups.pgn', games));
  await page.locator('.library-row').nth(1).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(width <= 0, `nothing is wider than the phone: ${width}`);
  await page.getByText(/^Done\. New: 2/).waitFor();
  const name = await page.locator('.import-row b').boundingBox();
  assert.ok(name.width > name.height, 'the name of a file is one line');
  await page.locator('.row-link').first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Step 4 of 4').waitFor();
  await leave(page);
});

test('games of a file, of which one is to be chosen, are told with all their words on a phone', async () => {
  const page = await phoneVisitor();
  await page.goto(`${server.url}/games`);
  await page.getByRole('button', { name: 'Import a game' }).tap();
  await page.getByRole('textbox').fill(games.replaceAll('Lin', 'Long '.repeat(12)));
  await page.getByRole('button', { name: 'Import', exact: true }).tap();
  await page.getByRole('button', { name: '2021' }).waitFor();
  const cut = await page.evaluate(() => {
    const list = document.querySelector('dialog .found');
    return list.scrollWidth - list.clientWidth;
  });
  assert.equal(cut, 0);
  // That there are several is a refusal.
  page.complaints.length = 0;
  await leave(page);
});
