// Studies in browsers: two members edit while a guest reads, a lost connection, a killed server, links, the keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, click, leave, pieces, toast } from '../lib/browser.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { openFixture } from './fixture.mjs';

console.log('seed: none, nothing here is left to chance');

const { server, visitor } = openFixture();

/** The moves as they are read, without the names of those who look at them. */
const items = (page) =>
  page.getByRole('treeitem').evaluateAll((all) =>
    all.map((one) => {
      const parts = [...one.children].filter((part) => !part.classList.contains('looks'));
      return parts.map((part) => part.textContent).join('');
    }),
  );
const selected = (page) => page.getByRole('treeitem', { selected: true });
const saved = (page) => page.locator('.study-head [role=status]', { hasText: 'Saved' }).waitFor();
/** A move may be made. */
const usable = (page) => page.locator('.study [role=grid][aria-readonly=false]').waitFor();

/** Who has just registered. */
async function member(name) {
  const page = await visitor();
  await page.goto(`${server.url}/account`);
  await page.getByRole('radio', { name: 'Register' }).check({ force: true });
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: `Account of ${name}` }).waitFor();
  return page;
}

/** A study of Gomoku, empty, on the page of its owner; gives its address. */
async function newStudy(page) {
  await page.goto(`${server.url}/study`);
  await page.getByRole('button', { name: 'New study' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Openings');
  await page.getByText('Whoever has the link').click();
  await page.getByRole('radio', { name: 'Gomoku' }).check({ force: true });
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/study\/\w+/);
  await usable(page);
  return new URL(page.url()).pathname;
}

async function put(page, square) {
  await usable(page);
  await click(page, square);
  await assertSoon(async () => assert.ok(square in (await pieces(page))));
}

test('two write in a study and a third one reads along; nothing is lost by a reload or a killed server', async () => {
  const [lin, wang, reader] = [await member('LinLin'), await member('WangWang'), await visitor()];
  const path = await newStudy(lin);
  await lin.getByLabel('Name of an account').fill('WangWang');
  await lin.getByRole('button', { name: 'Add', exact: true }).click();
  await lin.locator('.members', { hasText: 'WangWang' }).waitFor();
  await wang.goto(server.url + path);
  await reader.goto(server.url + path);
  await usable(wang);
  await reader.getByText('You read this study').waitFor();
  await put(lin, 'h8');
  await put(lin, 'i9');
  const all = [lin, wang, reader];
  for (const page of all)
    await assertSoon(async () => assert.deepEqual(await items(page), ['Start', '1.H8', 'I9']));
  // Both try another second move.
  await wang.getByRole('treeitem', { name: 'H8' }).click();
  await put(wang, 'i8');
  await lin.getByRole('treeitem', { name: 'H8' }).click();
  await put(lin, 'j10');
  const tree = async (page) => assert.deepEqual((await items(page)).slice(0, 3), ['Start', '1.H8', 'I9']);
  const others = async (page) =>
    assert.deepEqual(
      (await items(page))
        .slice(3)
        .map((text) => text.replace('!', ''))
        .sort(),
      ['1…I8', '1…J10'],
    );
  for (const page of all) await assertSoon(() => others(page));
  await wang.getByLabel('Your comment on this position').fill('indirect');
  await saved(wang);
  await reader.locator('.tree-comments', { hasText: 'WangWang indirect' }).waitFor();
  await server.kill();
  // What is done without a connection is done when it is back.
  await lin.getByRole('button', { name: 'Good move' }).click();
  await lin.getByText('Saving…').waitFor();
  await server.start();
  await saved(lin);
  for (const page of [wang, reader])
    await page.getByRole('treeitem', { name: 'J10' }).getByText('!').waitFor();
  await lin.reload();
  await usable(lin);
  await assertSoon(() => others(lin));
  await tree(lin);
  await leave(...all);
});

test('a study is walked with keys, and a link leads to a move', async () => {
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  const path = await newStudy(page);
  for (const square of ['h8', 'i9', 'j10']) await put(page, square);
  await saved(page);
  await selected(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await assertSoon(async () => assert.equal(await selected(page).textContent(), 'I9'));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'I9');
  await page.waitForURL(/#n2$/);
  await page.getByRole('button', { name: 'Copy link to this move' }).click();
  await toast(page, 'Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${server.url}${path}/1#n2`);
  const other = await visitor();
  await other.goto(link);
  await board(other).waitFor();
  await assertSoon(async () => assert.deepEqual(await pieces(other), { h8: 'black', i9: 'white' }));
  await leave(page, other);
});

test('what was tried on the analysis board is kept as a study', async () => {
  const page = await visitor();
  await page.goto(`${server.url}/analysis?game=gomoku&rule=renju&moves=h8,i9`);
  await page.getByText('Step 2 of 2').waitFor();
  await page.getByRole('button', { name: 'Keep as a study' }).click();
  await page.waitForURL(/\/study\//);
  await assertSoon(async () => assert.deepEqual(await items(page), ['Start', '1.H8', 'I9']));
  await page.goto(`${server.url}/games`);
  await page.getByRole('link', { name: 'Studies' }).click();
  await page.getByRole('link', { name: 'Gomoku' }).waitFor();
  await leave(page);
});
