// What the client promises about speed, measured in real Chromium on a real server: scripts/maintain/measure_client, or
//   node tests/system/browser/measure.mjs [part of a name]
// Prints a table; nothing fails here, because a busy machine is slow and says nothing of the client.
import { board, click, launch, visitor } from '../lib/browser.mjs';
import { moveInTurn, randomFrom, seatTwo } from '../lib/client.mjs';
import { probe } from './measure_probe.mjs';
import { Server } from '../lib/server.mjs';

const [, , only = ''] = process.argv;
const server = await new Server().start();
const browser = await launch();

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = (value) => `${value.toFixed(1)} ms`;
const spread = (values) =>
  `p50 ${ms(quantile(values, 0.5))}, p95 ${ms(quantile(values, 0.95))} of ${values.length}`;
const row = (what, found, goal) => console.log(`${what.padEnd(58)} ${String(found).padEnd(44)} ${goal}`);

/** Two players of `game`; `play(n)` makes n moves of those that `choose` picks. */
async function table(options) {
  const { host, guest, created } = await seatTwo(server, options, [{ name: 'Lin' }, { name: 'Chen' }]);
  const players = [host, guest];
  const play = async (count, choose, after = () => {}) => {
    for (let i = 0; i < count; ++i) {
      await moveInTurn(players, choose);
      await after(host.room.state.ply);
    }
  };
  const seat = (page) =>
    page.addInitScript((token) => localStorage.setItem('sanqi.user', token), host.welcome.token);
  return {
    ...created,
    path: `/${created.gameId}`,
    players,
    play,
    seat,
    close: () => players.forEach((player) => player.close()),
  };
}

const random = randomFrom(7);
const any = (legal) => legal[random(legal.length)];
/** Fills a board of any size in runs of two: nobody ever has five in a row. */
const inPairs = (legal, ply) =>
  legal.find(
    (square) => Math.floor(((square.charCodeAt(0) + 2 * Number(square.slice(1))) % 4) / 2) === ply % 2,
  ) ?? legal[0];

async function visit(path, options = {}, prepare = () => {}) {
  const page = await visitor(browser, options);
  await page.addInitScript(probe);
  await prepare(page);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', () => asked.push('/ws'));
  await page.goto(server.url + path, { waitUntil: 'commit' });
  return { page, asked };
}

const games = {
  xiangqi: await table({ game: 'xiangqi' }),
  gomoku: await table({ game: 'gomoku' }),
  antireversi: await table({ game: 'antireversi' }),
};
for (const one of Object.values(games)) await one.play(4, any);
const over = await table({ game: 'xiangqi' });
await over.play(20, any);
await over.players[0].act('resign');

const measures = {
  async requests() {
    for (const locale of ['en', 'zh-CN']) {
      for (const [name, path] of [
        ['room', games.xiangqi.path],
        ['replay', `/replay/${over.gameId}`],
        ['lobby', '/'],
      ]) {
        const { page, asked } = await visit(path, { locale });
        await page.waitForFunction(() => window.probe.firstBoard !== null);
        const before = await page.evaluate(() => window.probe.askedBefore);
        row(
          `requests before the first board, ${name}, ${locale}`,
          asked.slice(0, before).length,
          name === 'room' ? '<= 6' : '',
        );
        console.log(
          `    ${asked
            .slice(0, before)
            .map((path) => path.replace('/assets/', ''))
            .join('  ')}`,
        );
        await page.context().close();
      }
    }
  },

  async paint() {
    for (const [name, path] of [
      ['room', games.xiangqi.path],
      ['replay', `/replay/${over.gameId}`],
    ]) {
      const times = [];
      for (let i = 0; i < 15; ++i) {
        const { page } = await visit(path);
        await page.waitForFunction(() => window.probe.firstBoard > 0);
        times.push(await page.evaluate(() => window.probe.firstBoard));
        await page.context().close();
      }
      row(
        `first board painted, cold, ${name}`,
        `median ${ms(quantile(times, 0.5))} of ${times.map(Math.round).join(' ')}`,
        '<= 400 ms',
      );
    }
  },

  async shift() {
    const waiting = await games.xiangqi.players[0].create({ game: 'gomoku', opponent: 'human' });
    const pages = {
      lobby: '/',
      room: games.xiangqi.path,
      'room of gomoku': games.gomoku.path,
      waiting: `/${waiting.gameId}`,
      replay: `/replay/${over.gameId}`,
      analysis: '/analysis',
      learn: '/learn',
      games: '/games',
      watch: '/watch',
      player: '/players/Lin',
      leaderboard: '/leaderboard',
      account: '/account',
    };
    const windows = {
      desk: {},
      phone: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
    };
    // Who comes back to a game is known before the server has spoken.
    const returning = async (page) => {
      await games.xiangqi.seat(page);
      await page.goto(server.url, { waitUntil: 'networkidle' });
      await page.locator('.resume').first().waitFor();
    };
    for (const [name, path, before = () => {}] of [
      ...Object.entries(pages),
      ['lobby of who comes back', '/', returning],
    ]) {
      const found = [];
      for (const options of Object.values(windows)) {
        for (const slow of [false, true]) {
          const { page } = await visit('/healthz', options);
          await before(page);
          const network = await page.context().newCDPSession(page);
          if (slow)
            await network.send('Network.emulateNetworkConditions', {
              offline: false,
              latency: 150,
              downloadThroughput: 100_000,
              uploadThroughput: 100_000,
            });
          await page.goto(server.url + path, { waitUntil: 'networkidle' });
          await page.waitForFunction(
            () => document.querySelector('.app') && !document.querySelector('[aria-busy=true]'),
          );
          found.push(await page.evaluate(() => window.probe.settledShift()));
          await page.context().close();
        }
      }
      row(
        `layout shift, ${name}: desk, desk slow, phone, phone slow`,
        found.map((value) => value.toFixed(3)).join(' '),
        '0',
      );
    }
  },

  async moves() {
    const long = await table({ game: 'gomoku', size: 19, rule: 'freestyle' });
    const { page } = await visit(long.path, {}, long.seat);
    await board(page).waitFor();
    await long.play(310, inPairs, async (ply) => {
      await page.waitForFunction((n) => window.probe.shown.length >= n, ply);
      await page.waitForTimeout(110); // Each player may say five things a second for long.
    });
    const shown = await page.evaluate(() => window.probe.shown);
    const of = (from, to, what) => shown.slice(from, to).map((one) => one[what]);
    row(
      "other's move: message received -> list and board show it",
      spread(of(0, 150, 'dom')),
      'p50 <= 2 ms, p95 <= 8 ms',
    );
    row('  of that, script of the message itself', spread(of(0, 150, 'script')), '<= 1 ms');
    row('the same, moves 10-60', spread(of(10, 60, 'dom')), '');
    row('the same, moves 255-305', spread(of(255, 305, 'dom')), '300 moves cost <= 1 ms more');
    long.close();
    await page.context().close();
  },

  async travel() {
    const pair = await table({ game: 'gomoku', size: 19, rule: 'freestyle' });
    const pages = [];
    for (const player of pair.players) {
      const { page } = await visit(pair.path, {}, (one) =>
        one.addInitScript((token) => localStorage.setItem('sanqi.user', token), player.welcome.token),
      );
      await board(page).waitFor();
      pages.push(page);
    }
    const [times, own] = [[], []];
    for (let ply = 0; ply < 60; ++ply) {
      const [mover, other] = [pages[ply % 2], pages[1 - (ply % 2)]];
      const { legal } = await pair.players[ply % 2].until(
        (state) => state.ply === ply && state.legal?.length > 0,
      );
      await mover.waitForFunction((n) => window.probe.shown.length >= n, ply);
      const square = inPairs(legal, ply);
      await mover.evaluate((at) => window.probe.watch(at), square);
      await other.evaluate((at) => window.probe.watch(at), square);
      await click(mover, square);
      const [pressed, drawn] = await (
        await mover.waitForFunction(() => window.probe.drawn && [window.probe.pressed, window.probe.drawn])
      ).jsonValue();
      const seen = await (await other.waitForFunction(() => window.probe.drawn)).jsonValue();
      times.push(seen - pressed);
      own.push(drawn - pressed);
    }
    row('own move: pointer released -> drawn', spread(own), 'same frame: <= 16.7 ms');
    row('pointer released in A -> drawn in B', spread(times), 'p50 <= 60 ms');
    pair.close();
    for (const page of pages) await page.context().close();
  },

  async memory() {
    const { page } = await visit('/');
    const debug = await page.context().newCDPSession(page);
    const heap = async () => {
      for (let i = 0; i < 3; ++i) await debug.send('HeapProfiler.collectGarbage');
      const { usedSize } = await debug.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await debug.send('Memory.getDOMCounters');
      return { usedSize, nodes, jsEventListeners };
    };
    const game = async (name) => {
      const one = await table({ game: name });
      await page.evaluate((path) => window.probe.go(path), one.path);
      await board(page).waitFor();
      await one.play(12, any);
      await one.players[0].act('resign');
      await page.locator('.status.result').waitFor();
      await page.evaluate(() => window.probe.go('/'));
      await page.locator('.lobby').waitFor();
      one.close();
    };
    const names = Object.keys(games);
    for (const name of names) await game(name);
    const before = await heap();
    for (let i = 0; i < 50; ++i) await game(names[i % names.length]);
    const after = await heap();
    const mb = (after.usedSize - before.usedSize) / 2 ** 20;
    row(
      'heap after 50 more games in one tab',
      `${mb >= 0 ? '+' : ''}${mb.toFixed(2)} MB (${(before.usedSize / 2 ** 20).toFixed(1)} -> ${(after.usedSize / 2 ** 20).toFixed(1)})`,
      '<= +5 MB',
    );
    row(
      '  nodes, listeners',
      `${before.nodes} -> ${after.nodes}, ${before.jsEventListeners} -> ${after.jsEventListeners}`,
      '',
    );
    await page.context().close();
  },
};

try {
  for (const [name, measure] of Object.entries(measures)) if (name.includes(only)) await measure();
} finally {
  await browser.close();
  await server.dispose();
}
