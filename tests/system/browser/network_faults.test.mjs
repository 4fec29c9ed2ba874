// Pages whose network fails: no network at all, a line that goes silent, a server that dies, a slow line. Whatever was
// done meanwhile, both boards end up as the server's, and a move is either delivered once or taken back with a word.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertSameBoards,
  board,
  click,
  gameIdOf,
  labels,
  leave,
  openRoom,
  passPly,
  record,
  seek,
  turn,
} from '../lib/browser.mjs';
import { Client } from '../lib/client.mjs';
import { Network } from '../lib/network.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { random } from '../lib/seed.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();
const network = new Network();
before(() => network.start(server));
after(() => network.stop());

/** Two people at one Gomoku board, black first, with one move each made; both reach the server through the network. */
async function pair() {
  const pages = [await visitor(), await visitor()];
  const [black, white] = pages;
  await white.goto(await openRoom(black, network, { game: 'gomoku', side: 'Black' }));
  await move(black, 'h8', 0);
  await move(white, freePoint(), 1);
  await assertSameBoards(server, black, white);
  return pages;
}

/** A point far from the rows that the tests write into, a different one each time. */
const points = Array.from({ length: 45 }, (_, i) => `${'abcdefghijklmno'[i % 15]}${1 + Math.floor(i / 15)}`);
const freePoint = () => points.splice(random(points.length), 1)[0];

/** Makes move number `ply`, counted from 0, when it is this page's turn and the server has said so. */
async function move(page, square, ply) {
  await passPly(page, ply - 1);
  assert.equal(await turn(page), 'move');
  await click(page, square);
  await passPly(page, ply);
}

const banner = (page) => page.locator('.banner', { hasText: 'Reconnecting' });
const isShown = (page, square, colour) =>
  assertSoon(async () => assert.match((await labels(page))[square], new RegExp(colour)));
const movesOf = async (page) => (await record(page, server)).state.moves.split(' ');
const isGone = (locator) => locator.waitFor({ state: 'detached' });

test('without a network a page says so; the move that was made meanwhile is delivered once', async () => {
  const [black, white] = await pair();
  await black.context().setOffline(true);
  await click(black, 'i8');
  await isShown(black, 'i8', 'black');
  await banner(black).waitFor();
  assert.equal((await movesOf(white)).length, 2);
  await black.context().setOffline(false);
  await isGone(banner(black));
  await passPly(white, 2);
  await assertSameBoards(server, black, white);
  assert.equal((await movesOf(black)).join(' ').split('i8').length, 2);
  await move(white, freePoint(), 3);
  await assertSameBoards(server, black, white);
  await leave(black, white);
});

test('a move that the game has gone past meanwhile is taken back, with a word', async () => {
  const [black, white] = await pair();
  const [{ token }] = await black.evaluate(() => JSON.parse(localStorage.getItem('sanqi.seats')));
  await black.context().setOffline(true);
  await click(black, 'i8');
  await isShown(black, 'i8', 'black');
  // The same player at another machine.
  const elsewhere = await Client.connect(server);
  await elsewhere.join(gameIdOf(white), { token });
  assert.equal((await elsewhere.move('k11')).t, 'ack');
  elsewhere.close();
  await banner(black).waitFor();
  await black.context().setOffline(false);
  await black.getByText('The position has changed.').waitFor();
  await assertSameBoards(server, black, white);
  assert.equal((await movesOf(black))[2], 'k11');
  await leave(black, white);
});

test('a line that goes silent is noticed by the page itself, without any event of the browser', async () => {
  const [black, white] = await pair();
  for (const link of network.links) link.freeze();
  await click(black, 'i8');
  // Both must find out, one to send and the other to hear. New lines stand so soon that no banner is worth while.
  await passPly(white, 2);
  await assertSameBoards(server, black, white);
  await move(white, freePoint(), 3);
  await assertSameBoards(server, black, white);
  await leave(black, white);
});

test('a search that finds somebody on a line that has gone silent leads to the game', async () => {
  const [unlucky, other] = [await visitor(), await visitor()];
  await unlucky.goto(network.url);
  await seek(unlucky, '3+2');
  for (const link of network.links) link.freeze();
  await other.goto(server.url);
  await seek(other, '3+2');
  await board(other).waitFor();
  await unlucky.waitForURL((url) => url.pathname === new URL(other.url()).pathname);
  await assertSameBoards(server, unlucky, other);
  await leave(unlucky, other);
});

test('a server that is killed and started again: two pages come back, and the move made meanwhile counts once', async () => {
  const [black, white] = await pair();
  await server.kill();
  await Promise.all([black, white].map((page) => banner(page).waitFor()));
  await click(black, 'i8');
  await isShown(black, 'i8', 'black');
  await server.start();
  await Promise.all([black, white].map((page) => isGone(banner(page))));
  await passPly(white, 2);
  await assertSameBoards(server, black, white);
  assert.equal((await movesOf(black))[2], 'i8');
  await move(white, freePoint(), 3);
  await assertSameBoards(server, black, white);
  await leave(black, white);
});

test('over a slow line moves made ahead, hasty clicks and takebacks leave both boards as the server has them', async () => {
  const [black, white] = await pair();
  network.latency = 400;
  // A double click is one move. The point after it is a move made ahead, for when white has answered.
  await board(black).locator('[data-square="i8"]').dblclick();
  await click(black, 'j8');
  await isShown(black, 'j8', 'premove');
  await passPly(white, 2);
  assert.equal((await movesOf(black)).length, 3);
  await move(white, freePoint(), 3);
  await passPly(white, 4);
  assert.deepEqual(
    (await movesOf(black)).filter((_, ply) => ply % 2 === 0),
    ['h8', 'i8', 'j8'],
  );
  await assertSameBoards(server, black, white);

  const press = (page, name) => page.getByRole('button', { name }).first().click();
  await press(white, 'Takeback');
  await press(black, 'Accept');
  await assertSoon(async () => assert.equal((await movesOf(black)).length, 3));
  await assertSameBoards(server, black, white);

  // An offer that is taken up and withdrawn at the same time. If the server hears of the withdrawal first, the other's
  // yes is of no offer, and makes none; either way both see the same.
  await press(black, 'Takeback');
  await white.getByRole('button', { name: 'Accept' }).waitFor();
  await Promise.all([press(white, 'Accept'), press(black, 'Withdraw')]);
  await assertSoon(async () => {
    assert.equal((await record(black, server)).state.offers.takeback, null);
  });
  await assertSameBoards(server, black, white);
  network.latency = 0;
  await leave(black, white);
});

/** Loses the first request for `file`, whoever makes it: the routes of a page do not see those of a service worker. */
async function loseOnce(page, file) {
  const requests = { count: 0 };
  await page
    .context()
    .route(`**/assets/${file}-*.js`, (route) =>
      ++requests.count === 1 ? route.abort('connectionreset') : route.continue(),
    );
  return requests;
}

test('a page that misses one of its files, once, stands all the same', async () => {
  const host = await visitor();
  await openRoom(host, network, { game: 'xiangqi', side: 'Red' });
  // The script of all pages, the words of a language, the page, the board.
  for (const file of ['base', 'common', 'room', 'room_page', 'xiangqi']) {
    const page = await visitor({ locale: 'zh-CN', serviceWorkers: 'block' });
    const requests = await loseOnce(page, file);
    await page.goto(host.url(), { waitUntil: 'commit' });
    await board(page).waitFor();
    assert.ok(requests.count > 1, `${file} was asked for ${requests.count} times`);
    await leave(page);
  }
  await leave(host);
});

test('the same where the service worker is quicker than the board, and it is the worker that misses the file', async () => {
  const host = await visitor();
  await openRoom(host, network, { game: 'xiangqi', side: 'Red' });
  const page = await visitor();
  const requests = await loseOnce(page, 'xiangqi');
  // The page hears nothing, so it knows of no game and asks for no board, until the worker answers for it.
  const answered = () => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.routeWebSocket(/\/ws/, (line) => {
    const server = line.connectToServer();
    let heard = answered();
    server.onMessage((message) => {
      heard = heard.then(
        () => line.send(message),
        () => {},
      );
    });
  });
  let byWorker = 0;
  page.context().on('request', (request) => {
    if (request.serviceWorker() && /xiangqi-/.test(request.url())) ++byWorker;
  });
  await page.goto(host.url(), { waitUntil: 'commit' });
  await board(page).waitFor();
  assert.ok(
    requests.count > 1 && byWorker > 1,
    `asked for ${requests.count} times, ${byWorker} of them by the worker`,
  );
  // What a worker fails to answer the browser reports by another name than what the network lost.
  assert.ok(
    page.complaints.every((text) => /^Failed to load resource: net::ERR_FAILED$/.test(text)),
    page.complaints.join('\n'),
  );
  await page.context().close();
  await leave(host);
});
