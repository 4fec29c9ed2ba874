// People who meet: by a code, at the same clock, again in a rematch. Chat, takeback, notations, resignation and replay
// on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leave, openRoom, play, playComputer, seek, turn } from '../lib/browser.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();

const status = (page) => page.locator('.status');
const moves = (page) => page.locator('.moves .move');
const codeOf = (page) => page.locator('.invite .code').innerText();

async function visitorOf(path) {
  const page = await visitor();
  await page.goto(server.url + path);
  return page;
}

test('friends meet by code, play, draw nothing and replay', async () => {
  const host = await visitor();
  await openRoom(host, server, { game: 'xiangqi', side: 'Red' });
  const code = await codeOf(host);
  assert.match(code, /^[A-Z0-9]{5}$/);
  await host.locator('.qr').evaluate((image) => image.decode());

  const guest = await visitorOf('/');
  await guest.getByLabel('Join by code').fill(code.toLowerCase());
  await guest.getByRole('button', { name: 'Join' }).last().click();
  await status(guest).filter({ hasText: 'to move' }).waitFor();
  await status(host).filter({ hasText: 'Your move' }).waitFor();
  await host.waitForFunction(() => document.title.startsWith('● Your move'));

  await play([host, guest], host, 'h2', 'e2');
  await play([host, guest], guest, 'h9', 'g7');
  await host.getByRole('radio', { name: 'ICCS' }).check({ force: true });
  assert.match(await moves(host).nth(1).innerText(), /H9-G7/);
  await host.getByRole('radio', { name: 'WXF' }).check({ force: true });
  assert.match(await moves(host).nth(1).innerText(), /H8\+7/);

  // A third visitor only watches, and finds the names of the moves made before.
  const watcher = await visitorOf(new URL(host.url()).pathname);
  await watcher.getByText('You are watching').waitFor();
  await watcher.getByRole('radio', { name: '中文' }).check({ force: true });
  await moves(watcher).filter({ hasText: '炮二平五' }).waitFor();

  await host.getByPlaceholder('Say something kind…').fill('好棋');
  await host.keyboard.press('Enter');
  await guest.locator('.chat-lines', { hasText: '好棋' }).waitFor();

  await guest.getByRole('button', { name: 'Takeback' }).click();
  await host.getByRole('button', { name: 'Accept' }).click();
  await moves(guest).nth(1).waitFor({ state: 'detached' });
  await play([host, guest], guest, 'b9', 'c7');

  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Yes' }).click();
  await status(host).filter({ hasText: 'Red wins · resignation' }).waitFor();
  await status(watcher).filter({ hasText: 'Red wins' }).waitFor();

  await host.getByRole('button', { name: 'Analyse' }).click();
  await host.getByText('Step 2 of 2').waitFor();
  await host.keyboard.press('Home');
  await host.getByText('Step 0 of 2').waitFor();
  await host.keyboard.press('ArrowRight');
  await host.waitForURL(/#1$/);
  await host.reload();
  await host.getByText('Step 1 of 2').waitFor();
  await leave(host, guest, watcher);
});

test('strangers meet at the same clock', async () => {
  const first = await visitorOf('/');
  await seek(first, '3+2');
  const second = await visitorOf('/');
  await second.locator('.seek', { hasText: '3+2' }).waitFor();
  await seek(second, '3+2');
  await second.locator('.status', { hasText: /move/ }).waitFor();
  await first.locator('.status', { hasText: /move/ }).waitFor();
  assert.equal(new URL(first.url()).pathname, new URL(second.url()).pathname);
  await leave(first, second);
});

test('rematch brings both to the next room', async () => {
  const host = await visitor();
  await openRoom(host, server, { game: 'gomoku', side: 'Black' });
  const guest = await visitorOf(`/r/${await codeOf(host)}`);
  await status(guest).filter({ hasText: 'to move' }).waitFor();
  for (const [ply, square] of ['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'k8', 'a7', 'l8'].entries()) {
    const mover = [host, guest][ply % 2];
    assert.equal(await turn(mover), 'move');
    await play([host, guest], mover, square);
  }
  await status(guest).filter({ hasText: 'Black wins · five in a row' }).waitFor();
  const before = host.url();
  await host.getByRole('button', { name: 'Rematch' }).click();
  await guest.getByRole('button', { name: 'Accept' }).click();
  await host.waitForURL((url) => url.href !== before);
  await guest.waitForURL((url) => url.href === host.url());
  await leave(host, guest);
});

test('who comes back to the lobby starts the same again with one press', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'gomoku', level: 2, side: 'Black' });
  const first = page.url();
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Play level 2' }).click();
  await page.waitForURL((url) => url.pathname.length === 9 && url.href !== first);
  await page.locator('.room .board.wood-gomoku').waitFor();
  await page.getByText('Computer level 2').first().waitFor();
  await leave(page);
});

test('the plate of the end takes the focus to its title, and Escape leaves the plain board', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'gomoku', level: 1, side: 'Black' });
  assert.equal(await turn(page), 'move');
  await play([page], page, 'h8');
  assert.equal(await turn(page), 'move');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  const plate = page.getByRole('dialog', { name: 'You lost' });
  await plate.waitFor();
  await page.locator('#result-title:focus').waitFor();
  assert.match(await plate.innerText(), /White wins · resignation/);
  assert.equal(await page.locator('.button.primary:visible').count(), 1, 'one red button');
  await page.keyboard.press('Escape');
  await plate.waitFor({ state: 'detached' });
  await page.locator('.status.result').getByRole('button', { name: 'Rematch' }).waitFor();
  assert.equal(await page.locator('.button.primary:visible').count(), 1, 'one red button');
  await leave(page);
});
