// Two people play one game after another for hours, and look for each other in between: one on a page that is always
// hidden, whose timers run once a minute, the other on a line that is lost at random. Nobody may lose a game by that,
// nor a search without a word.
//   node --experimental-websocket --no-warnings tests/system/browser/long_run.mjs [minutes, 120 unless told]
// Not a part of the tests: what it looks for takes long. SANQI_SEED repeats a run as far as a network can be repeated.
import assert from 'node:assert/strict';
import {
  assertSameBoards,
  click,
  ended,
  gameChoice,
  gameIdOf,
  labels,
  launch,
  plies,
  record,
  searching,
  turn,
  visitor,
  yourMove,
} from '../lib/browser.mjs';
import { Network } from '../lib/network.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { pick, random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';

const minutes = Number(process.argv[2] ?? 120);
const PATIENCE_MS = 180_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** In the page, before all else: nobody sees it, no frame is drawn, and timers wait for the next second, after five
 *  minutes of a real browser for the next minute. */
function hide() {
  Object.defineProperty(document, 'hidden', { get: () => true });
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  const [MINUTE, SECOND] = [60_000, 1_000];
  const late = (ms) => {
    const step = ms < SECOND ? SECOND : MINUTE;
    const due = performance.now() + ms;
    return Math.ceil(due / step) * step - performance.now();
  };
  const { setTimeout: wait } = window;
  window.setTimeout = (run, ms = 0, ...rest) => wait.call(window, run, late(ms), ...rest);
  window.setInterval = (run, ms = 0, ...rest) => {
    const timer = { stopped: false };
    const tick = () => {
      if (timer.stopped) return;
      wait.call(window, tick, late(ms));
      run(...rest);
    };
    wait.call(window, tick, late(ms));
    intervals.push(timer);
    return -intervals.length;
  };
  const intervals = [];
  const { clearInterval: stop } = window;
  window.clearInterval = (id) => {
    if (id < 0) intervals[-id - 1].stopped = true;
    else stop.call(window, id);
  };
  window.requestAnimationFrame = () => 0;
}

const counts = {
  games: 0,
  plies: 0,
  losses: 0,
  searches: 0,
  searchesRefused: 0,
  searchesEnded: 0,
  aborted: 0,
  byReason: {},
};

/** What happened last, to be read when something went wrong: messages but pings, losses of the line, what was
 *  pressed. */
const trace = [];
function note(who, what) {
  trace.push(`${new Date().toISOString().slice(11, 23)} ${who} ${what}`);
  if (trace.length > 200) trace.shift();
}
function listen(page, who) {
  page.on('websocket', (socket) => {
    note(who, 'a line opens');
    const on =
      (way) =>
      ({ payload }) => {
        const { t, ...rest } = JSON.parse(payload);
        if (!/^(ping|pong|ack|crowd|mini)$/.test(t) && rest.kind !== 'move')
          note(who, `${way} ${t} ${JSON.stringify(rest).slice(0, 150)}`);
      };
    socket.on('framesent', on('>'));
    socket.on('framereceived', on('<'));
    socket.on('close', () => note(who, 'a line closes'));
  });
  page.on('framenavigated', () => note(who, page.url()));
}

/** Loses the line of `page` again and again, until `ending.over`: with a word from the browser, cut, or gone silent. */
async function loseLines(page, network, ending) {
  const ways = {
    async offline() {
      await page.context().setOffline(true);
      await sleep(1_000 + random(20_000));
      await page.context().setOffline(false);
    },
    cut: () => network.links.forEach((link) => link.cut()),
    freeze: () => network.links.forEach((link) => link.freeze()),
  };
  while (!ending.over) {
    await sleep(3_000 + random(30_000));
    const way = pick(Object.keys(ways));
    note('line', way);
    await ways[way]();
    note('line', `${way} done`);
    ++counts.losses;
  }
}

const isSeated = (page) => page.locator('.room[data-layout]').first().isVisible(); // Its line of status may be empty.

/** Presses the button that starts a search, until one has begun: without a line it is refused, in words. */
async function search(page) {
  const start = page.locator('.start');
  const refused = page.locator('.toast.bad');
  if (!(await start.isVisible()) || (await refused.count()) > 0) return;
  await page.getByRole('radio', { name: 'Anyone' }).check({ force: true });
  // It goes away when somebody is found meanwhile.
  const pressed = await start.click({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!pressed) return;
  await searching(page)
    .or(refused)
    .or(page.locator('.search-ended, .room[data-layout]'))
    .first()
    .waitFor({ timeout: 20_000 });
  page.sought = (await refused.count()) === 0;
  ++counts[page.sought ? 'searches' : 'searchesRefused'];
}

/** Whoever came to a game that was aborted was told so, and looks for another. */
async function lookAgain(page) {
  if ((await plies(page)) > 0) return;
  ++counts.aborted;
  note(page.who, 'told that the game was aborted');
  console.log(`aborted before the first move:\n${trace.splice(0).join('\n')}`);
  page.sought = false;
  await page.getByRole('link', { name: 'Play' }).first().click();
}

/** One looks for somebody, the other at once or later, until both sit at one board. A search that ended has said so,
 *  and goes on at a press. */
async function meet(pages) {
  const clock = pick(['10+5', '15+10']);
  for (const page of pages) {
    await page.getByRole('link', { name: 'Play' }).first().click();
    await gameChoice(page, 'gomoku').check({ force: true });
    await page.getByRole('radio', { name: clock }).check({ force: true });
    page.sought = false;
  }
  const [first] = pick([pages, pages.toReversed()]);
  const due = Date.now() + (pick([true, false]) ? random(45_000) : 0);
  await assertSoon(async () => {
    for (const page of pages) {
      if (await isSeated(page)) {
        // The other was away for all of the time that the first move may take.
        if ((await ended(page).count()) > 0) await lookAgain(page);
        continue;
      }
      const again = page.getByRole('button', { name: 'Search again' });
      if (await again.isVisible()) {
        ++counts.searchesEnded;
        note(page.who, 'told that the search ended, searches again');
        await again.click();
      } else if (!page.sought && (page === first || (first.sought && Date.now() > due))) {
        await search(page);
      }
    }
    for (const page of pages) assert.ok(await isSeated(page), 'nobody was found, and nobody was told');
    assert.equal(gameIdOf(pages[0]), gameIdOf(pages[1]));
  }, PATIENCE_MS);
}

/** Asked from here: a page that nobody sees draws no frames, on which a page would look itself. */
const heard = (page, ply) =>
  assertSoon(
    async () =>
      assert.ok((await ended(page).count()) > 0 || (await plies(page)) > ply, 'a move was not heard'),
    PATIENCE_MS,
  );

/** Random moves, then somebody resigns, unless there are five in a row. */
async function playGame(pages) {
  const most = 10 + random(30);
  await assertSoon(
    async () => assert.ok((await Promise.all(pages.map((page) => yourMove(page).count()))).some(Boolean)),
    PATIENCE_MS,
  );
  const order = (await yourMove(pages[0]).count()) > 0 ? pages : [pages[1], pages[0]];
  for (let ply = 0; ply < most; ++ply) {
    const mover = order[ply % 2];
    if ((await turn(mover, PATIENCE_MS)) === 'over') break;
    assert.equal(await plies(mover), ply);
    const free = Object.entries(await labels(mover))
      .filter(([, label]) => /empty/.test(label))
      .map(([square]) => square);
    await click(mover, pick(free));
    for (const page of order) await heard(page, ply);
    ++counts.plies;
  }
  const loser = pick(pages);
  await assertSoon(async () => {
    if ((await ended(loser).count()) > 0) return;
    await loser.getByRole('button', { name: 'Resign' }).click({ timeout: 2_000 });
    await loser.getByRole('button', { name: 'Yes' }).click({ timeout: 2_000 });
    await ended(loser).waitFor({ timeout: 20_000 });
  }, PATIENCE_MS);
  for (const page of pages) await ended(page).waitFor();
}

async function check(server, pages) {
  await assertSoon(() => assertSameBoards(server, ...pages), PATIENCE_MS);
  const { state } = await record(pages[0], server);
  assert.ok(['resign', 'five'].includes(state.reason), `a game ended by ${state.reason}`);
  counts.byReason[state.reason] = (counts.byReason[state.reason] ?? 0) + 1;
  ++counts.games;
}

const server = await new Server().start();
const network = await new Network().start(server);
const browser = await launch();
const ending = { over: false };
const until = Date.now() + minutes * 60_000;
try {
  const [hidden, unlucky] = [await visitor(browser), await visitor(browser)];
  await hidden.addInitScript(hide);
  await hidden.goto(server.url);
  await unlucky.goto(network.url);
  const pages = [hidden, unlucky];
  hidden.who = 'hidden';
  unlucky.who = 'unlucky';
  for (const page of pages) listen(page, page.who);
  for (const page of pages) page.setDefaultTimeout(PATIENCE_MS);
  const losing = loseLines(unlucky, network, ending);
  while (Date.now() < until) {
    await meet(pages);
    await playGame(pages);
    await check(server, pages);
    console.log(new Date().toISOString().slice(11, 19), JSON.stringify(counts));
  }
  ending.over = true;
  await losing;
  for (const page of pages)
    assert.deepEqual(
      page.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/.test(text)),
      [],
    );
  console.log(`nobody lost a game or a search unseen in ${minutes} minutes: ${JSON.stringify(counts)}`);
} catch (error) {
  console.log(JSON.stringify(counts));
  console.log(trace.join('\n'));
  for (const context of browser.contexts())
    for (const page of context.pages())
      console.log(page.url(), page.sought, (await page.locator('body').innerText()).replaceAll('\n', ' | '));
  throw error;
} finally {
  await browser.close();
  network.stop();
  await server.dispose();
}
process.exit();
