// What pages say is true, and where people look: names, results, refusals, addresses that lead nowhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  board,
  gameChoice,
  leave,
  openRoom,
  play,
  playComputer,
  seek,
  toast,
  turn,
  yourMove,
} from '../lib/browser.mjs';
import { openFixture } from './fixture.mjs';
import { assertSoon } from '../lib/patience.mjs';

const { server, visitor } = openFixture();

const codeOf = (page) => page.locator('.invite .code').innerText();

async function come(path, options) {
  const page = await visitor(options);
  await page.goto(server.url + path);
  return page;
}

/** Two at one board, with a move each. */
async function pair(game, side, ...moves) {
  const black = await visitor();
  const url = await openRoom(black, server, { game, side });
  const white = await visitor();
  await white.goto(url);
  await board(white).waitFor();
  assert.equal(await turn(black), 'move');
  for (const [index, squares] of moves.entries())
    await play([black, white], [black, white][index % 2], ...squares);
  return [black, white];
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
}

test('rooms, games, codes and players that do not exist have each their own words', async () => {
  for (const [path, words] of [
    ['/zzzzzzzz', 'This page or room does not exist'],
    ['/replay/zzzzzzzz', 'There is no game with this number'],
    ['/r/ZZZZZ', 'There is no room with this code'],
    ['/nowhere/at/all', 'This page or room does not exist.'],
    ['/players/Nobody', 'There is no account or public game of Nobody.'],
  ]) {
    const page = await come(path);
    await page.getByText(words).waitFor();
    await page.context().close();
  }
});

test('who comes by a link for the first time sees the board at once, and says a name to sit down, or none', async () => {
  const host = await visitor();
  const url = await openRoom(host, server, { game: 'gomoku', side: 'Black' });
  const code = await codeOf(host);
  const named = await come(`/r/${code}`, { isNew: true });
  await board(named).waitFor();
  const invites = `${await host.locator('.me-name').innerText()} invites you to play`;
  await named
    .getByRole('region', { name: invites })
    .getByText(/^Gomoku · .*Casual$/)
    .waitFor();
  await named.getByLabel('Your name').fill('x');
  await named.getByRole('button', { name: 'Sit down', exact: true }).click();
  await named.getByText('at least 2 characters').waitFor();
  await named.getByLabel('Your name').fill('Mei');
  await named.getByRole('button', { name: 'Sit down', exact: true }).click();
  await yourMove(host).waitFor();
  await assertSoon(async () => assert.match(await host.locator('.player.top').innerText(), /^Mei/));
  const watching = await visitor({ isNew: true });
  await watching.goto(url);
  await watching.getByText('You are watching').waitFor();
  assert.equal(await watching.getByLabel('Your name').count(), 0);

  const other = await openRoom(host, server, { game: 'gomoku', side: 'Black' });
  await watching.goto(other);
  await watching.getByRole('button', { name: /^Sit down as Guest/ }).click();
  await yourMove(host).waitFor();
  await watching.reload();
  await watching.getByRole('button', { name: /Abort|Resign/ }).waitFor();
  assert.equal(await watching.getByLabel('Your name').count(), 0); // Asked once.
  await leave(host, named, watching);
});

test('a name that nobody may have does not keep its bearer out', async () => {
  const page = await come('/');
  await page.locator('.start:enabled').waitFor(); // What the server says of him is written down.
  await page.evaluate(() => localStorage.setItem('sanqi.name', '!'));
  await page.reload();
  await toast(page, 'This name is taken or reserved');
  await page.locator('.me-name', { hasText: 'Guest' }).waitFor();
  await page.locator('.start:enabled').waitFor();
  await page.context().close();
});

test('a room at the address of this very computer says that others cannot reach it', async () => {
  const host = await visitor();
  await openRoom(host, server, { game: 'gomoku', side: 'Black' });
  await host.getByText(/Only this computer can reach 127\.0\.0\.1/).waitFor();
  await leave(host);
});

test('an opening is explained where one chooses it, against the computer too, and named in the room', async () => {
  const page = await come('/');
  await gameChoice(page, 'gomoku').check({ force: true });
  await page.getByRole('radio', { name: 'Computer', exact: true }).check({ force: true });
  await page.getByLabel('Opening rule').selectOption('swap2');
  await page
    .getByText(
      'One places three stones; the other takes a side, or places two more and leaves the choice to the first.',
    )
    .waitFor();
  await page.getByRole('button', { name: /^Play level/ }).click();
  await page.locator('.info').getByText('Opening: Swap2').waitFor();
  await leave(page);
});

test('a typed move that nobody can read is answered by an example', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
  await yourMove(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('zz');
  await page.keyboard.press('Enter');
  await toast(page, 'Move not understood. Try C2=5.');
  await leave(page);
});

test('hints and premoves are named as moves are', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
  await yourMove(page).waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.tag', { hasText: /Hint: [RHCPAEK+\-\d][\d+-][+\-=]\d/ }).waitFor();
  await page.getByRole('radio', { name: '中文' }).check({ force: true });
  await page.locator('.tag', { hasText: /Hint: [前中后]?[车马炮兵仕相帅].?[进退平]/ }).waitFor();
  await leave(page);
});

test('the end says who won to each of the two, and a declined draw is told', async () => {
  const [black, white] = await pair('gomoku', 'Black', ['h8'], ['a1']);
  await black.getByRole('button', { name: 'Offer draw' }).click();
  await black.getByRole('button', { name: 'Yes' }).click();
  await white.getByRole('button', { name: 'Decline' }).click();
  await toast(black, 'Your draw offer was declined.');
  await resign(black);
  await black.locator('.status.result', { hasText: 'You lost' }).waitFor();
  await white.locator('.status.result', { hasText: 'You won' }).waitFor();
  await white.locator('.result-why', { hasText: 'White wins · resignation' }).waitFor();
  await black.getByRole('button', { name: 'Rematch' }).click();
  await white.getByRole('alert').filter({ hasText: 'wants a rematch' }).waitFor();
  await white.getByRole('button', { name: 'Decline' }).click();
  await toast(black, 'Your rematch offer was declined.');
  await leave(black, white);
});

test('names lead to the pages of those who bear them, guests too; own games are found', async () => {
  const [stranger, reader] = [await come('/'), await come('/')];
  for (const page of [stranger, reader]) await seek(page, '5+3');
  for (const page of [stranger, reader]) await page.locator('.status', { hasText: /move/ }).waitFor();
  const first = (await yourMove(stranger).isVisible()) ? [stranger, reader] : [reader, stranger];
  await play([stranger, reader], first[0], 'h2', 'e2');
  await play([stranger, reader], first[1], 'h9', 'g7');
  await resign(stranger);
  await reader.locator('.status.result').waitFor();
  const name = await stranger.locator('.me-name').innerText();
  await reader.locator('.player.top').getByRole('link', { name }).click();
  await reader.getByRole('heading', { name }).waitFor();
  await reader.getByText('Has no account here.').waitFor();
  const row = reader.locator('.game-row', { hasText: name }).first();
  await row.waitFor();
  assert.equal(
    await row.getByRole('link', { name, exact: true }).getAttribute('href'),
    `/players/${encodeURIComponent(name)}`,
  );
  reader.complaints = []; // The browser itself reports that a guest has no account.

  const [black, white] = await pair('gomoku', 'Black', ['h8'], ['a1']);
  await resign(white);
  await black.locator('.status.result').waitFor();
  const own = await black.locator('.me-name').innerText();
  await black.goto(`${server.url}/games`);
  await black.getByLabel('My games').check();
  // A room for a friend is private: only its players find it.
  await black.locator('.game-row', { hasText: own }).waitFor();
  const other = await come('/games');
  await other.getByLabel('My games').check();
  await other.getByText('No finished games yet.').waitFor();
  await leave(stranger, reader, black, white, other);
});

test('games that their players have left are not shown as live', async () => {
  const stayed = await visitor();
  await playComputer(stayed, server, { game: 'antireversi', side: 'Black' });
  const left = await visitor();
  await playComputer(left, server, { game: 'xiangqi', side: 'Red' });
  const watcher = await come('/watch');
  await watcher.locator(`a.live[href="${new URL(left.url()).pathname}"]`).waitFor();
  const gone = new URL(left.url()).pathname;
  await left.context().close();
  await watcher.locator(`a.live[href="${gone}"]`).waitFor({ state: 'detached' });
  await watcher.locator(`a.live[href="${new URL(stayed.url()).pathname}"]`).waitFor();
  await leave(stayed, watcher);
});
