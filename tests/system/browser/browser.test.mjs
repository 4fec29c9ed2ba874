// What people do, in real Chromium: whole games with the mouse, watching, reloading, a server that dies, replay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertSameBoards,
  board,
  chromiumPath,
  finger,
  leave,
  mouse,
  openRoom,
  pieces,
  playComputer,
  playOn,
  resultText,
  turn,
} from '../lib/browser.mjs';
import { randomFrom } from '../lib/client.mjs';
import { seed } from '../lib/seed.mjs';
import { openFixture } from './fixture.mjs';
import { testWholeGame } from './whole_game.mjs';

const fixture = openFixture();
const { server, visitor, phoneVisitor } = fixture;

test('where there is no Chromium a sentence says what to do', () => {
  assert.throws(() => chromiumPath('', () => false), /there is no Chromium here: install one, or name it/);
});

testWholeGame(fixture, 'gomoku', 'click by click', mouse);

test('a desk and a phone play each other to a result; a spectator who comes in the middle sees the same board', async () => {
  const [host, guest, spectator] = [await visitor(), await phoneVisitor(), await visitor()];
  const url = await openRoom(host, server, { game: 'antireversi', rule: '6x6', side: 'Black' });
  await guest.goto(url);
  await board(guest).waitFor();
  const random = randomFrom(seed);
  await Promise.all([
    playOn(host, 'antireversi', random, { moves: 6 }),
    playOn(guest, 'antireversi', random, { moves: 6, hand: finger }),
  ]);
  await spectator.goto(url);
  await board(spectator).waitFor();
  await assertSameBoards(server, host, guest, spectator);
  await Promise.all([
    playOn(host, 'antireversi', random),
    playOn(guest, 'antireversi', random, { hand: finger }),
  ]);
  assert.equal(await turn(host), 'over');
  assert.equal(await turn(guest), 'over');
  await assertSameBoards(server, host, guest, spectator);
  const [[one, why], [other, whyToo]] = [
    (await resultText(host)).split('\n'),
    (await resultText(guest)).split('\n'),
  ];
  assert.equal(why, whyToo);
  if (!/Draw/.test(one)) assert.deepEqual([one, other].toSorted(), ['You lost', 'You won']);
  await leave(host, guest, spectator);
});

test('a reload resumes the seat', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
  await playOn(page, 'xiangqi', randomFrom(seed), { moves: 3 });
  await turn(page);
  const seen = await pieces(page);
  await page.reload();
  await board(page).waitFor();
  assert.equal(await turn(page), 'move');
  assert.deepEqual(await pieces(page), seen);
  await playOn(page, 'xiangqi', randomFrom(seed + 1), { moves: 2 });
  await leave(page);
});

test('the server is killed in mid-game and restarted: the page comes back by itself and the game goes on', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  await playOn(page, 'gomoku', randomFrom(seed), { moves: 3 });
  await turn(page);
  const seen = await pieces(page);
  await server.kill();
  await page
    .getByText(/Reconnecting/)
    .first()
    .waitFor();
  await server.start();
  await page
    .getByText(/Reconnecting/)
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(await turn(page), 'move');
  assert.deepEqual(await pieces(page), seen);
  await playOn(page, 'gomoku', randomFrom(seed + 1), { moves: 2 });
  await leave(page);
});

test('on a phone that is held across the board of a lesson is no higher than what is seen, and beside its words', async () => {
  const page = await visitor({ viewport: { width: 568, height: 320 } });
  await page.goto(`${server.url}/learn`);
  await board(page).waitFor();
  const [shown, words, bar] = await Promise.all(
    ['.lesson-board', '.step', '.tab-bar'].map((part) => page.locator(part).boundingBox()),
  );
  assert.ok(shown.height <= 320 - bar.height, `${shown.height} pixels`);
  assert.ok(words.x >= shown.x + shown.width);
  await leave(page);
});
