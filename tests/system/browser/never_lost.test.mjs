// What must not cost anybody a game: a hidden page, a stolen focus, a missing file, a refused word, a step back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  board,
  gameChoice,
  leave,
  openRoom,
  play,
  playComputer,
  searching,
  seek,
  turn,
  yourMove,
} from '../lib/browser.mjs';
import { openFixture } from './fixture.mjs';
import { assertSoon } from '../lib/patience.mjs';

const { server, visitor, phoneVisitor } = openFixture();

const codeOf = (page) => page.locator('.invite .code').innerText();

async function come(page, path) {
  await page.goto(server.url + path);
  return page;
}

/** Two at one board of Gomoku, black first, with a move each. */
async function pair() {
  const [black, white] = [await visitor(), await visitor()];
  const url = await openRoom(black, server, { game: 'gomoku', side: 'Black' });
  await white.goto(url);
  await board(white).waitFor();
  assert.equal(await turn(black), 'move');
  await play([black, white], black, 'h8');
  await play([black, white], white, 'a1');
  return [black, white];
}

// Browsers run the timers of a hidden page once a minute.
test('a page whose timers are throttled keeps its line, and its search is found', async () => {
  const hidden = await visitor();
  const sockets = [];
  hidden.on('websocket', (socket) => sockets.push(socket));
  await hidden.clock.install();
  await come(hidden, '/');
  await seek(hidden, '3+2');
  for (let minutes = 0; minutes < 3; ++minutes) {
    const pong = sockets
      .at(-1)
      .waitForEvent('framereceived', ({ payload }) => JSON.parse(payload).t === 'pong');
    await hidden.clock.fastForward(60_000); // What is due runs once.
    await pong;
  }
  assert.equal(sockets.length, 1, 'a healthy line was dropped');
  const other = await come(await visitor(), '/');
  await seek(other, '3+2');
  await other.locator('.status', { hasText: /move/ }).waitFor();
  await hidden.waitForURL((url) => url.pathname === new URL(other.url()).pathname);
  await leave(hidden, other);
});

test('a search that ended with its line says so, and goes on at a click', async () => {
  const page = await come(await visitor(), '/');
  await seek(page, '10+5');
  await server.kill();
  await server.start();
  await page.getByText('so your search for Xiangqi 10+5 ended').waitFor();
  assert.equal(await searching(page).count(), 0);
  await page.getByRole('button', { name: 'Search again' }).click();
  await searching(page).filter({ hasText: '10+5' }).waitFor();
  await page.context().close();
});

test('a Space in the chat does not resign: the question does not take the focus back', async () => {
  const [black, white] = await pair();
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('button', { name: 'Yes' }).waitFor();
  await play([white], black, 'h9'); // The board behind the question can still be played on.
  await black.getByPlaceholder('Say something kind…').focus();
  await play([black, white], white, 'b1'); // Draws the row of the question again.
  await black.keyboard.type('good game ');
  assert.equal(await black.getByPlaceholder('Say something kind…').inputValue(), 'good game ');
  await black.keyboard.press('Escape');
  assert.equal(await black.getByRole('alertdialog').count(), 0);
  assert.equal(await black.locator('.status.result').count(), 0);
  await leave(black, white);
});

test('a question is gone when the game has ended under it', async () => {
  const [black, white] = await pair();
  await black.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('button', { name: 'Yes' }).click();
  await black.locator('.status.result').waitFor();
  assert.equal(await black.getByRole('alertdialog').count(), 0);
  await leave(black, white);
});

test('what is left on a clock stands still in a pause', async () => {
  const page = await visitor();
  await page.clock.install();
  await come(page, '/');
  await gameChoice(page, 'gomoku').check({ force: true });
  await page.getByRole('radio', { name: 'Computer', exact: true }).check({ force: true });
  await page.getByLabel('Clock').selectOption('5+0');
  await page.getByRole('radio', { name: 'Level 1', exact: true }).check({ force: true });
  await page.getByRole('radio', { name: 'Black', exact: true }).check({ force: true });
  await page.getByRole('button', { name: /^Play level/ }).click();
  await board(page).waitFor();
  assert.equal(await turn(page), 'move');
  await play([page], page, 'h8');
  assert.equal(await turn(page), 'move');
  const own = page.locator('.player.bottom .clock');
  await assertSoon(async () => assert.ok((await own.innerText()) <= '4:57'));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.status', { hasText: 'The game is paused' }).waitFor();
  const left = await own.innerText();
  assert.ok(left <= '4:57', `the clock jumped to ${left}`);
  await page.clock.fastForward(60_000);
  assert.equal(await own.innerText(), left);
  await leave(page);
});

test('a third person with the code or the link of a full room watches it', async () => {
  const host = await visitor();
  const url = await openRoom(host, server, { game: 'gomoku', side: 'Black' });
  const code = await codeOf(host);
  const guest = await come(await visitor(), `/r/${code}`);
  await guest.locator('.status', { hasText: /move/ }).waitFor();
  const byCode = await come(await visitor(), `/r/${code}`);
  await byCode.getByText('You are watching').waitFor();
  const byLink = await visitor();
  await byLink.goto(url);
  await byLink.getByText('You are watching').waitFor();
  await leave(host, guest, byCode, byLink);
});

test('only who opened a room for a friend keeps it in order', async () => {
  const host = await visitor();
  await openRoom(host, server, { game: 'gomoku', side: 'Black' });
  const guest = await come(await visitor(), `/r/${await codeOf(host)}`);
  await guest.locator('.status', { hasText: /move/ }).waitFor();
  await host.getByRole('button', { name: /^Remove/ }).waitFor();
  assert.equal(await guest.locator('.host-tools').count(), 0);

  const [one, other] = [await come(await visitor(), '/'), await come(await visitor(), '/')];
  for (const page of [one, other]) await seek(page, '15+10');
  // The tools come with the chat, later than the board.
  for (const page of [one, other]) await page.getByPlaceholder('Say something kind…').waitFor();
  const mover = (await yourMove(one).isVisible()) ? one : other;
  await play([one, other], mover, 'h2', 'e2');
  for (const page of [one, other]) assert.equal(await page.locator('.host-tools').count(), 0);
  await leave(host, guest, one, other);
});

test('a nuisance can be muted by each for himself, and heard again', async () => {
  const [black, white] = await pair();
  const say = async (text) => {
    await white.getByPlaceholder('Say something kind…').fill(text);
    await white.keyboard.press('Enter');
  };
  const lines = black.locator('.chat-lines');
  await say('you will lose');
  await lines.getByText('you will lose').waitFor();
  await lines.getByRole('button', { name: /^Hide what/ }).click();
  await lines.getByText('you will lose').waitFor({ state: 'detached' });
  await say('you will lose again');
  await white.locator('.chat-lines').getByText('you will lose again').waitFor();
  assert.equal(await lines.getByText('lose').count(), 0);
  await lines.getByRole('button', { name: /^Show .* again/ }).click();
  await lines.getByText('you will lose again').waitFor();
  await leave(black, white);
});

test('a word that is refused stands in its field again', async () => {
  const [black, white] = await pair();
  const field = black.getByPlaceholder('Say something kind…');
  // Five lines in ten seconds are heard: none is waited for.
  for (const text of ['line 1', 'line 2', 'line 3', 'line 4', 'line 5', 'one too many']) {
    await field.fill(text);
    await black.keyboard.press('Enter');
  }
  await white.locator('.chat-lines').getByText('line 5').waitFor();
  await assertSoon(async () => assert.equal(await field.inputValue(), 'one too many'));
  await leave(black, white);
});

test('a file that never comes does not make a page load for ever: it asks', async () => {
  // A worker would fetch the file past this route.
  const page = await visitor({ serviceWorkers: 'block' });
  let loads = 0;
  page.on('framenavigated', () => ++loads);
  await page.clock.install();
  await page.route('**/assets/people-*.js', (route) => route.abort('connectionreset'));
  await page.goto(`${server.url}/games`);
  const reload = page.locator('.again').getByRole('button', { name: 'Reload' });
  await reload.waitFor();
  await page.clock.fastForward(60_000);
  await page.unroute('**/assets/people-*.js');
  await reload.click();
  await page.getByRole('heading', { name: 'Games' }).waitFor();
  assert.equal(loads, 5, 'the first visit, three more by itself, and the one that was asked for');
  await page.context().close();
});

test('a file that is late is said to be missing until it is here', async () => {
  const page = await visitor({ serviceWorkers: 'block' });
  await page.clock.install();
  let send;
  await page.route('**/assets/people-*.js', (route) => void (send = () => route.continue()));
  await page.goto(`${server.url}/games`);
  await page.locator('.main > .space').waitFor({ state: 'attached' });
  const missing = page.getByText('Part of this page has not loaded.');
  await assertSoon(async () => {
    await page.clock.fastForward(10_000);
    assert.ok(await missing.isVisible());
  });
  await assertSoon(() => assert.ok(send, 'the file was asked for'));
  send();
  await page.getByRole('heading', { name: 'Games' }).waitFor();
  await missing.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the page of replays says that the server is away, and asks again', async () => {
  const page = await visitor();
  await page.route('**/api/games?*', (route) => route.abort('connectionreset'));
  await page.goto(`${server.url}/games`);
  await page.getByText('The server cannot be reached.').first().waitFor();
  await page.unroute('**/api/games?*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.locator('.game-row, .empty').first().waitFor();
  assert.equal(await page.getByText('The server cannot be reached.').count(), 0);
  await page.context().close();
});

test('without a network the client still opens after somebody has looked at its picture', async () => {
  const page = await come(await visitor(), '/');
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload(); // From here on the worker answers.
  for (const path of ['/icon.svg', '/offline.html', '/manifest.webmanifest']) await come(page, path);
  await page.context().setOffline(true);
  await come(page, '/');
  await page.getByRole('heading', { name: 'Play', exact: true }).waitFor();
  await page.context().close();
});

test('Back closes what lies over a room on a phone, and leaves the room only then', async () => {
  const page = await phoneVisitor();
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  const room = page.url();
  const main = page.locator('main.room');
  const isOpen = (sheet) =>
    assertSoon(async () => assert.equal(await main.getAttribute('data-sheet'), sheet));
  for (let twice = 0; twice < 2; ++twice) {
    await page.getByRole('button', { name: 'Moves' }).tap();
    await isOpen('moves');
    await page.goBack();
    await isOpen('none');
    assert.equal(page.url(), room);
  }
  await page.getByRole('button', { name: 'Chat' }).tap();
  await isOpen('chat');
  await page.keyboard.press('Escape');
  await isOpen('none');
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Settings' }).tap();
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(page.url(), room);
  await page.goBack();
  await page.waitForURL(`${server.url}/`);
  await leave(page);
});

test('who clicked in the lobby hears that a game was found', async () => {
  const seeker = await visitor();
  await seeker.addInitScript(() => {
    window.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      ++window.tones;
      return start.apply(this, when);
    };
  });
  await come(seeker, '/');
  await seek(seeker, '30+20');
  const other = await come(await visitor(), '/');
  await seek(other, '30+20');
  await seeker.locator('.status', { hasText: /move/ }).waitFor();
  await assertSoon(async () => assert.ok((await seeker.evaluate(() => window.tones)) > 0, 'silence'));
  await leave(seeker, other);
});
