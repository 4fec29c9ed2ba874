// What people do at one board besides moving: choose in an opening, keep order, talk, pause, offer, decline, accept,
// play again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertSameBoards,
  board,
  leave,
  openRoom,
  outOfReach,
  play,
  plies,
  record,
  resultText,
  toast,
  toastsWith,
  turn,
} from '../lib/browser.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { random } from '../lib/seed.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();

/** Whoever opens a room, and whoever comes by its link; `watches` brings a third. */
async function room({ watched = false, ...options }) {
  const pages = [await visitor(), await visitor(), ...(watched ? [await visitor()] : [])];
  const [host, ...others] = pages;
  const url = await openRoom(host, server, options);
  for (const page of others) {
    await page.goto(url);
    await board(page).waitFor();
  }
  return pages;
}

/** In the page: notes of all of a `selector` whether they can be pressed when they come. */
function watchPresses(selector) {
  window.arrived = [];
  const look = () => {
    const found = [...document.querySelectorAll(selector)];
    if (found.length === 0) return;
    observer.disconnect();
    window.arrived = found.map((one) => `${one.innerText} ${getComputedStyle(one).pointerEvents}`);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true });
}

/** In the page: whether the number of unread lines stands at the button that opens the chat. */
function isCountOnChat() {
  const count = document.querySelector('.count');
  const [inner, outer] = [count, count.closest('button')].map((one) => one.getBoundingClientRect());
  return inner.left >= outer.left && inner.right <= outer.right + 6;
}

/** What is chosen in an opening, and the board by which one chooses, but for its lowest lines. */
const CHOICES = '.opening-choices button, [data-square="h8"], [data-square="h3"]';

const status = (page, text) => page.locator('.status', { hasText: text }).first().waitFor();
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const free = Array.from({ length: 225 }, (_, i) => `${'abcdefghijklmno'[i % 15]}${1 + Math.floor(i / 15)}`);
const anywhere = () => free.splice(random(free.length), 1)[0];

/** In the page: what of the board and of the players the question lies over. */
function covered() {
  const top = document.querySelector('.status.opening').getBoundingClientRect().top;
  const seen = [...document.querySelectorAll('.room > .player, .board-host')];
  return seen.filter((one) => one.getBoundingClientRect().bottom > top + 1).map((one) => one.className);
}

test('swap2: three stones, two more, and whoever chose to swap has the other colour everywhere', async () => {
  const pages = await room({ game: 'gomoku', rule: 'standard', side: 'Black', opening: 'swap2' });
  const [host, guest] = pages;
  for (const left of [3, 2, 1]) {
    await status(host, `stone (${left} to go)`);
    await play(pages, host, anywhere());
  }
  await status(host, 'decides about the opening');
  await status(guest, 'your choice');
  for (const name of ['Play White', 'Play Black']) await guest.getByRole('button', { name }).waitFor();
  await guest.setViewportSize({ width: 820, height: 1180 });
  await guest.getByRole('button', { name: 'Chat' }).waitFor();
  await host.getByPlaceholder('Say something kind…').fill('your turn');
  await host.keyboard.press('Enter');
  await guest.locator('.count').waitFor();
  for (const [width, height] of [
    [820, 1180],
    [568, 320],
    [360, 640],
    [320, 568],
    [390, 844],
  ]) {
    await guest.setViewportSize({ width, height });
    assert.ok(await guest.evaluate(isCountOnChat), 'what is new in the chat is said at its button');
    await assertSoon(async () => assert.deepEqual(await guest.evaluate(outOfReach, CHOICES), []));
  }
  // One's own clock, which runs, and the lowest row of the board lay below the choices.
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [768, 1024],
  ]) {
    await guest.setViewportSize({ width, height });
    await assertSoon(async () => assert.deepEqual(await guest.evaluate(covered), [], `${width}`));
  }
  await guest.setViewportSize({ width: 1440, height: 900 });
  await press(guest, 'Place two more');
  for (const left of [2, 1]) {
    await status(guest, `stone (${left} to go)`);
    await play(pages, guest, anywhere());
  }
  const before = (await record(host, server)).players.map(({ name }) => name);
  await status(host, 'your choice');
  await press(host, 'Play White');
  // White has the sixth stone, and white is the host now.
  assert.equal(await turn(host), 'move');
  assert.deepEqual(
    (await record(host, server)).players.map(({ name }) => name),
    before.toReversed(),
  );
  await play(pages, host, anywhere());
  assert.equal(await turn(guest), 'move');
  await play(pages, guest, anywhere());
  await assertSameBoards(server, ...pages);
  await leave(...pages);
});

test('the host mutes and removes a spectator, pauses with the other player, and closes the room', async () => {
  const pages = await room({ game: 'gomoku', side: 'Black', watched: true });
  const [host, guest, spectator] = pages;
  const name = await spectator.locator('.me-name').innerText();
  const tools = host.getByRole('region', { name: 'Host' });
  const say = async (page, text) => {
    await page.getByPlaceholder('Say something kind…').fill(text);
    await page.keyboard.press('Enter');
  };
  const hears = (page, text) => page.locator('.chat-lines', { hasText: text }).waitFor();

  // What spectators say is for everybody; what players say to each other is not for them.
  await say(spectator, 'a fine opening');
  await Promise.all([hears(host, 'a fine opening'), hears(guest, 'a fine opening')]);
  await host.getByRole('button', { name: /Send to/ }).click();
  await say(host, 'between us');
  await hears(guest, 'between us');
  await host.getByRole('button', { name: /Send to/ }).click();
  await say(host, 'to all of you');
  await hears(spectator, 'to all of you');
  assert.equal(await spectator.locator('.chat-lines', { hasText: 'between us' }).count(), 0);

  await tools.getByRole('button', { name: `Mute ${name}` }).click();
  await tools.getByRole('button', { name: `Unmute ${name}` }).waitFor();
  await say(spectator, 'and another thing');
  await toast(spectator, 'You are muted in this room.');
  await tools.getByRole('button', { name: `Remove ${name}` }).click();
  await tools.getByRole('button', { name: 'Yes' }).click();
  await spectator.getByText('The host has removed you from this room.').waitFor();

  assert.equal(await turn(host), 'move');
  for (const page of [host, guest]) await play([host, guest], page, anywhere());
  await press(host, 'More');
  await press(host, 'Pause');
  await press(host, 'Yes');
  await press(guest, 'Accept');
  for (const page of [host, guest]) await status(page, 'The game is paused');
  assert.equal((await record(host, server)).state.paused, true);
  await host.locator('.status').getByRole('button', { name: 'Resume' }).click();
  assert.equal(await turn(host), 'move');
  await play([host, guest], host, anywhere());
  await assertSameBoards(server, host, guest);

  await press(host, 'Close the room');
  await tools.getByRole('button', { name: 'Yes' }).click();
  // Both have moved: a host who plays has no other way out than any player.
  for (const page of [host, guest]) await status(page, 'resignation');
  assert.equal((await record(host, server)).state.result, 'second');
  await leave(...pages);
});

test('a line that is reported is recorded once, and the host is told what it was', async () => {
  const [host, guest, spectator] = await room({ game: 'gomoku', side: 'Black', watched: true });
  const rude = await spectator.locator('.me-name').innerText();
  await spectator.getByPlaceholder('Say something kind…').fill('you play like a "fish"');
  await spectator.keyboard.press('Enter');
  const line = (page) => page.locator('.chat-line', { hasText: 'you play like a "fish"' });
  const flag = (page) => line(page).getByRole('button', { name: 'Report this line' });
  const reports = () => server.rows('SELECT * FROM reports');

  await line(spectator).waitFor();
  assert.equal(await flag(spectator).count(), 0, 'nobody reports himself');
  await flag(guest).click();
  await line(guest).getByRole('button', { name: 'No' }).click();
  assert.deepEqual(reports(), []);
  await flag(guest).press('Enter');
  await line(guest).getByRole('button', { name: 'Yes' }).press('Enter');
  await line(guest).getByText('Reported').waitFor();
  const [report, ...more] = reports();
  assert.deepEqual(more, []);
  const { gameId } = await record(host, server);
  assert.deepEqual(
    [report.game, report.room, report.text, report.accused_name],
    [gameId, 'all', 'you play like a "fish"', rude],
  );
  assert.equal(report.reporter_name, await guest.locator('.me-name').innerText());

  await toast(host, `A line of ${rude} was reported.`);
  const tools = host.getByRole('region', { name: 'Host' });
  const told = tools.getByRole('listitem').filter({ hasText: rude }).getByText('you play like a "fish"');
  await told.waitFor();

  // Again, by somebody else: he is thanked, and that is all.
  await flag(host).click();
  await line(host).getByRole('button', { name: 'Yes' }).click();
  await line(host).getByText('Reported').waitFor();
  assert.deepEqual(reports(), [report]);
  for (const page of [guest, spectator])
    assert.deepEqual(await toastsWith(page, 'was reported'), [], 'only the host is told');
  await host.reload();
  await told.waitFor();
  assert.equal(await told.count(), 1);
  await leave(host, guest, spectator);
});

test('whoever is removed before both have moved loses no game: it is aborted, and the seat is gone', async () => {
  const [host, guest] = await room({ game: 'gomoku', side: 'Black' });
  assert.equal(await turn(host), 'move');
  await play([host, guest], host, anywhere());
  const name = await guest.locator('.me-name').innerText();
  await host
    .getByRole('region', { name: 'Host' })
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await host.getByRole('button', { name: 'Yes' }).click();
  await guest.getByText('The host has removed you from this room.').waitFor();
  await status(guest, 'Game aborted');
  await guest.getByRole('button', { name: 'To the lobby' }).click();
  await guest.locator('.start:enabled').waitFor();
  await status(host, 'Game aborted');
  assert.equal((await record(host, server)).state.reason, 'kicked');
  await leave(host, guest);
});

test('draws and takebacks are declined and agreed to; the rematch exchanges the sides', async () => {
  const pages = await room({ game: 'xiangqi', side: 'Red' });
  const [host, guest] = pages;
  assert.equal(await turn(host), 'move');
  await play(pages, host, 'h2', 'e2');
  await play(pages, guest, 'h9', 'g7');

  // What comes under a hand, unseen, takes no press of it.
  await guest.evaluate(watchPresses, '.status button');
  await press(host, 'Offer draw');
  await press(host, 'Yes');
  await status(guest, 'offers a draw');
  await press(guest, 'Decline');
  assert.deepEqual(await guest.evaluate(() => window.arrived), ['Accept none', 'Decline none']);
  await status(host, 'Your move');
  await play(pages, host, 'h0', 'g2');

  await press(host, 'Takeback');
  await status(guest, 'asks for a takeback');
  await guest.setViewportSize({ width: 360, height: 640 });
  await assertSoon(async () => assert.deepEqual(await guest.evaluate(outOfReach, '.status button'), []));
  await guest.setViewportSize({ width: 1440, height: 900 });
  await press(guest, 'Decline');
  await status(guest, 'Your move');
  assert.equal(await plies(host), 3);
  await play(pages, guest, 'i9', 'h9');

  await press(guest, 'Takeback');
  await press(host, 'Accept');
  await status(guest, 'Your move');
  await assertSameBoards(server, ...pages);
  await play(pages, guest, 'b9', 'c7');

  // An offer that is taken back is none.
  await press(guest, 'Offer draw');
  await press(guest, 'Yes');
  await status(host, 'offers a draw');
  await press(guest, 'Withdraw');
  await status(host, 'Your move');
  await play(pages, host, 'b0', 'c2');

  await press(host, 'Offer draw');
  await press(host, 'Yes');
  await host.evaluate(watchPresses, '.overlay, .plate-buttons > *');
  await press(guest, 'Accept');
  for (const page of pages) assert.equal(await turn(page), 'over');
  await host.locator('.plate').waitFor();
  assert.deepEqual(await host.evaluate(() => window.arrived), [' none', 'Rematch none', 'Analyse none']);
  for (const page of pages) assert.match(await resultText(page), /^Draw\nby agreement/);
  await assertSameBoards(server, ...pages);

  const { gameId } = await record(host, server);
  await press(guest, 'Rematch');
  await press(host, 'Accept');
  for (const page of pages) await page.waitForURL((url) => !url.href.includes(gameId));
  for (const page of pages) await board(page).waitFor();
  assert.equal(host.url(), guest.url());
  assert.equal(await turn(guest), 'move');
  await play(pages, guest, 'h2', 'e2');
  await status(host, 'Your move');
  await assertSameBoards(server, ...pages);
  await leave(...pages);
});

test('z leaves nothing beside the game; it is played on, and all is back by z, by a reload, and on other pages', async () => {
  const pages = await room({ game: 'xiangqi', side: 'Red' });
  const [host, guest] = pages;
  const chat = host.getByPlaceholder('Say something kind…');
  const beside = [
    host.getByRole('banner'),
    host.locator('.info'),
    chat,
    host.getByRole('region', { name: 'Host' }),
  ];
  const ofTheGame = [board(host), ...(await host.locator('.player .name, .actions, .moves').all())];
  const isBare = async (bare) => {
    for (const part of beside) await part.waitFor({ state: bare ? 'hidden' : 'visible' });
    for (const part of ofTheGame) await part.waitFor();
  };

  assert.equal(await turn(host), 'move');
  await isBare(false);
  await host.keyboard.press('z');
  await isBare(true);
  // The board has another size now, and squares are where they are seen.
  await play(pages, host, 'h2', 'e2');
  await play(pages, guest, 'h9', 'g7');
  await guest.getByPlaceholder('Say something kind…').fill('are you there?');
  await guest.keyboard.press('Enter');
  await host.keyboard.press('z');
  await isBare(false);
  await host.locator('.chat-lines', { hasText: 'are you there?' }).waitFor();
  await play(pages, host, 'h0', 'g2');

  // In a field z is a letter.
  await chat.press('z');
  assert.equal(await chat.inputValue(), 'z');
  await isBare(false);
  await chat.blur();

  await host.keyboard.press('z');
  await isBare(true);
  await host.reload();
  await isBare(false);
  await host.keyboard.press('z');
  await isBare(true);
  await host.goBack();
  await host.getByRole('heading', { name: 'Play', exact: true }).waitFor();
  await beside[0].waitFor();
  await host.goForward();
  await isBare(false);
  await assertSameBoards(server, ...pages);
  await leave(...pages);
});
