// Two tabs of one visitor: what is chosen, and who is logged in, in one of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, gameChoice, leave, play, seek, yourMove } from '../lib/browser.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();

test('a choice in one tab is made in both, and a choice in the other does not undo it', async () => {
  const one = await visitor({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'no-preference' });
  await one.goto(server.url);
  await one.locator('main.lobby').waitFor();
  const two = await one.context().newPage();
  await two.goto(server.url);
  await two.locator('main.lobby').waitFor();
  const choose = async (page, theme) => {
    await page.getByRole('button', { name: '设置' }).click();
    await page.getByRole('radio', { name: theme, exact: true }).check({ force: true });
    await page.keyboard.press('Escape');
  };
  const themeOf = (page) => page.evaluate(() => document.documentElement.dataset.theme);
  await choose(one, '深色');
  await assertSoon(async () => assert.equal(await themeOf(two), 'dark'));
  const sound = (page) => page.getByRole('button', { name: '声音', exact: true });
  await sound(two).click();
  await assertSoon(async () => assert.equal(await sound(one).getAttribute('aria-pressed'), 'false'));
  await one.reload();
  assert.equal(await sound(one).getAttribute('aria-pressed'), 'false');
  assert.equal(await themeOf(one), 'dark');
  await leave(one);
});

test('a tab shows who has logged in in another one', async () => {
  const one = await visitor();
  await one.goto(server.url);
  const two = await one.context().newPage();
  await two.goto(`${server.url}/account`);
  await two.getByRole('radio', { name: 'Register' }).check({ force: true });
  await two.getByLabel('Name', { exact: true }).fill('Ling');
  await two.getByLabel('Password', { exact: true }).fill('correct horse');
  await two.getByRole('button', { name: 'Register' }).click();
  for (const page of [two, one]) await page.getByRole('link', { name: 'Account of Ling' }).waitFor();
  await leave(one);
});

test('a game that is found in one tab leaves the other where it is, and is told there', async () => {
  const [one, other] = [await visitor(), await visitor()];
  const two = await one.context().newPage();
  await two.goto(`${server.url}/learn`);
  await two.locator('main').waitFor();
  for (const page of [one, other]) {
    await page.goto(server.url);
    await gameChoice(page, 'gomoku').check({ force: true });
    await seek(page, '3+2');
  }
  const pages = [one, other];
  for (const page of pages) await board(page).waitFor();
  const mover = await Promise.any(
    pages.map((page) =>
      yourMove(page)
        .waitFor()
        .then(() => page),
    ),
  );
  await play(pages, mover, 'h8');
  if (mover === one) await play(pages, other, 'i8');
  await two.locator('.your-move').waitFor();
  assert.equal(new URL(two.url()).pathname, '/learn');
  await leave(one, other);
});
