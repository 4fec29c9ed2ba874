// What people do on an iPhone, in the engine of its browsers: whole games, a room, a reload, a lost line, no network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { piecesOn } from '../lib/browser.mjs';
import { Client } from '../lib/client.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { KINDS } from '../lib/players.mjs';
import { Server } from '../lib/server.mjs';
import { WebKit, missing } from './webkit.mjs';

const skip = missing.length > 0 ? `not installed: ${missing.join(' ')}` : false;
const server = new Server();
const webkit = new WebKit();

before(async () => {
  if (skip) return;
  await server.start();
  await webkit.start();
});
after(async () => {
  if (skip) return;
  await webkit.close();
  await server.dispose();
  assertNoComplaints(); // What the last page said while it was closed.
});

/** A line that ends with its page, or with its server, is no fault of the page. */
const ofTheLine = /WebSocket|Could not connect to the server|network connection was lost/;
/** What a service worker says of each file that it can neither fetch nor find. */
const ofNoNetwork =
  /NetworkError: {2}A network error occurred|FetchEvent\.respondWith .* Load failed|Cannot load http/;

function assertNoComplaints(expected = ofTheLine) {
  const serious = webkit.complaints.splice(0).filter((one) => !ofTheLine.test(one) && !expected.test(one));
  assert.deepEqual(serious, []);
}

/** A test with a page of a visitor; nothing may go wrong on it. */
function visit(name, play, options = {}) {
  test(`WebKit ${name}`, { skip }, async () => {
    const page = await webkit.newPage(options);
    try {
      // Somebody new looks on first, which is one test's business.
      await page.goto(`${server.url}/offline.html`);
      if (!options.isNew) await page.evaluate(() => localStorage.setItem('sanqi.name', ''));
      await play(page);
      assertNoComplaints(options.complaints);
    } finally {
      await page.close();
    }
  });
}

const phone = (page) => page.resize(390, 844);
const gameIdOf = (page) => page.evaluate(() => location.pathname.slice(1));
const pieces = async (page) => piecesOn((await page.look()).labels);
const isPlaced = (page) => page.until('() => document.querySelector("[role=grid] [data-square]") !== null');

for (const game of KINDS)
  visit(`plays a whole game of ${game} against the computer, and looks through its replay`, async (page) => {
    // A stronger level ends the game sooner against random moves.
    await page.playComputer(server.url, { game, level: 4 });
    const { ply } = await page.playToTheEnd(game, server);
    const last = await pieces(page);
    await page.press('button, a', '^Analyse$');
    await page.shows('body', `Step ${ply} of ${ply}`);
    await assertSoon(async () => assert.deepEqual(await pieces(page), last));
    await page.type('\uE011'); // Home
    await page.shows('body', `Step 0 of ${ply}`);
    await assertSoon(async () => assert.notDeepEqual(await pieces(page), last));
    await page.type('\uE010'); // End
    await page.shows('body', `Step ${ply} of ${ply}`);
    await assertSoon(async () => assert.deepEqual(await pieces(page), last));
  });

visit('plays on a phone-sized page', async (page) => {
  await phone(page);
  await page.playComputer(server.url, { game: 'antireversi', level: 4 });
  await page.playToTheEnd('antireversi', server);
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.deepEqual([inner, scroll], [390, 390], 'nothing sticks out');
});

visit('places a stone by taps only when it is confirmed', async (page) => {
  await phone(page);
  await page.playComputer(server.url, { game: 'gomoku', level: 1 });
  await page.turn();
  await page.tapSquare('h8');
  assert.match((await page.look()).labels.h8, /confirm to place/);
  await page.tapSquare('c3');
  assert.match((await page.look()).labels.c3, /confirm to place/);
  assert.doesNotMatch((await page.look()).labels.h8, /confirm/);
  await page.tapSquare('c3');
  await page.passPly(0);
  const { state } = await server.json(`/api/games/${await gameIdOf(page)}`);
  assert.match(state.moves, /^c3/);
});

/** A room that the page has opened, and the friend who has come to it: a program that speaks the protocol. */
async function roomWithFriend(page) {
  await page.goto(server.url);
  await page.press('label', '^Xiangqi');
  await page.press('label', '^A friend$');
  await page.press('label', '^Red$');
  await page.press('button', '^Create a room');
  await isPlaced(page);
  const friend = await Client.connect(server);
  await friend.join(await gameIdOf(page));
  await page.turn();
  return friend;
}

/** Both have moved. */
async function exchange(page, friend) {
  await page.clickSquare('h2');
  await page.clickSquare('e2');
  await friend.until((state) => state.ply === 1 && state.legal);
  await friend.move('h9g7');
  await page.passPly(1);
}

visit('opens a room, talks, comes back to it by a reload, and resigns', async (page) => {
  const friend = await roomWithFriend(page);
  await exchange(page, friend);
  await page.click('.chat input');
  await page.type('ni hao\uE007'); // Enter
  const { text } = await friend.next((message) => message.t === 'chat');
  assert.equal(text, 'ni hao');
  await friend.ask({ t: 'chat', gameId: friend.room.gameId, room: 'players', text: '你好' });
  await page.shows('.chat-lines', '你好');

  const before = await pieces(page);
  await page.reload();
  await page.turn();
  assert.deepEqual(await pieces(page), before);
  await page.shows('.chat-lines', '你好');
  await page.clickSquare('h0');
  await page.clickSquare('g2');
  await friend.until((state) => state.ply === 3);

  await page.press('button', '^Resign$');
  await page.press('[role=alertdialog] button', '^Yes$');
  await page.shows('.plate h2', '^You lost$');
  await page.shows('.plate', 'resignation');
  const { result, reason } = await friend.until((state) => state.status === 'finished');
  assert.deepEqual([result, reason], ['second', 'resign']);
  friend.close();
});

visit(
  'comes by a link, says its name, and wins when the other resigns',
  async (page) => {
    const host = await Client.connect(server);
    const { gameId } = await host.create({ game: 'xiangqi', opponent: 'human', side: 'second' });
    await page.goto(`${server.url}/${gameId}`);
    await page.shows('.invite h2', 'invites you to play');
    await page.click('#ask-name');
    await page.type('Hua');
    await page.press('button', '^Sit down$');
    await page.turn();
    assert.equal((await server.json(`/api/games/${gameId}`)).players[0].name, 'Hua');
    await exchange(page, host);
    await host.act('resign');
    await page.shows('.plate h2', '^You won$');
    host.close();
  },
  { isNew: true },
);

visit("comes back to a room by the browser's own button, and its line with it", async (page) => {
  const friend = await roomWithFriend(page);
  const room = await page.evaluate(() => (window.isKept = location.href));
  await page.goto(`${server.url}/icon.svg`);
  await page.back();
  assert.equal(await page.evaluate(() => location.href), room);
  // WebKit keeps pages that one may go back to, and closes their sockets.
  assert.equal(await page.evaluate(() => window.isKept), room);
  await exchange(page, friend);
  await page.assertSameBoard(server);
  friend.close();
});

visit('comes back to its game by itself when the server was killed', async (page) => {
  await page.playComputer(server.url, { game: 'gomoku', level: 1 });
  await page.playOn('gomoku', { moves: 3 });
  await page.turn();
  const before = await pieces(page);
  await server.kill();
  await page.shows('body', 'Reconnecting');
  await server.start();
  await page.until('() => !document.body.innerText.includes("Reconnecting")');
  assert.deepEqual(await pieces(page), before);
  await page.playOn('gomoku', { moves: 2 });
  await page.assertSameBoard(server);
});

visit('makes sounds after the first click', async (page) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    const { start } = AudioScheduledSourceNode.prototype;
    window.heard = 0;
    AudioScheduledSourceNode.prototype.start = function (...when) {
      start.apply(this, when);
      window.heard += this.context.state === 'running';
    };
  });
  await page.enterComputer({ game: 'xiangqi', level: 1 });
  await page.playOn('xiangqi', { moves: 1 });
  await page.until('() => window.heard > 0');
});

visit(
  'greets a visitor from Taiwan in traditional characters',
  async (page) => {
    await page.goto(server.url);
    await page.shows('body', '任意對手');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hant');
    await page.press('label', '^象棋');
    await page.press('label', '^電腦$');
    await page.press('button', '^挑戰');
    await page.shows('.status', '.');
  },
  { language: 'zh-TW' },
);

visit(
  'opens without a network, says so, and goes on when it is back',
  async (page) => {
    await page.goto(server.url);
    await page.until('async () => (await navigator.serviceWorker.ready).active.state === "activated"');
    await server.stop();
    await page.goto(`${server.url}/offline.html`);
    await page.shows('body', '目前沒有網路');
    await page.goto(`${server.url}/settings`);
    await page.shows('body', 'Reconnecting');
    await server.start();
    await page.until('() => !document.body.innerText.includes("Reconnecting")');
  },
  { complaints: ofNoNetwork },
);
