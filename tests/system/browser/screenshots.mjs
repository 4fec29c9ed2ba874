// Takes the pictures of docs/screenshots from a real server, in both themes or one (or scripts/maintain/screenshots):
//   node tests/system/browser/screenshots.mjs [--language zh-Hans] [--theme light] [folder [scene ...]]
// The scenes are those of games between real clients; pages take the seat of one of them. Pictures in Chinese begin
// with zh-.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { board, click, launch, visitor } from '../lib/browser.mjs';
import { Client, moveInTurn, randomFrom, seatTwo } from '../lib/client.mjs';
import { Server } from '../lib/server.mjs';

const { values, positionals } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, theme: { type: 'string' } },
  allowPositionals: true,
});
const [folder = 'docs/screenshots', ...chosen] = positionals;
const themes = values.theme ? [values.theme] : ['dark', 'light'];
const chinese = values.language.startsWith('zh');
mkdirSync(folder, { recursive: true });
const desktop = { viewport: { width: 1440, height: 900 } };
const upright = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const across = { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true };
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** Of 100: letters are sharp, and the wood has no blocks. */
const QUALITY = 28;
const MINUTE = 60_000;
const games = {
  xiangqi: 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 c2d4 i8g8 g6f6 g7h5',
  gomoku: 'h8 g9 i9 g7 i10 h7 g10 i7 j7 f8 h10 f10 j8 k7 h9 h11',
  gomokuWon: 'h8 g9 i9 g7 i10 h7 g10 i7 j7 f8 h10 f10 j8 k7 h9 h11 f11 j10 i8',
  /** Legal moves that a fixed seed chooses. */
  antireversi: Array(22).fill('?').join(' '),
};
/** What people are called, and say, on the pages in Chinese. */
const inChinese = {
  lin_yue: '林月',
  chenzhi: '陈志',
  horseman: '踏雪马',
  pikaqiu: '皮卡丘',
  okabe: '冈部',
  misere_ana: '小安',
  renju_maya: '连珠阿玛',
  wukong: '悟空',
  TorontoPawn: '过河卒',
  go_ban: '棋盘山人',
  hakone: '箱根',
  yue_fei: '岳飞',
  Hana: '小花',
  Pavel: '老王',
  Ana: '安娜',
  Omar: '奥马',
  Tuan: '阿俊',
  '你好！ have fun': '你好！',
  'you too :)': '请多指教 :)',
  'Let the computer analyse': '让电脑分析',
};
const said = (words) => (chinese ? (inChinese[words] ?? words) : words);
const settings = { pieceSet: 'kai', notation: 'zh', theme: 'system' };

const server = await new Server().start();
const browser = await launch();

const tokens = new Map();

/** What somebody with an account, and so with a rating, says hello with; the same person for the same name. */
async function account(name) {
  if (!tokens.has(name)) {
    const answer = await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: said(name), password: `${name} plays here` }),
    });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    tokens.set(name, (await answer.json()).token);
  }
  return { token: tokens.get(name) };
}

const player = async (name) => Client.connect(server, await account(name));

/** Two of them at a table where `moves` were played. */
async function table([first, second], moves, options) {
  const time = { initial: 10 * MINUTE, increment: 5_000 };
  const { host, guest, created } = await seatTwo(server, { time, ...options }, [
    await account(first),
    await account(second),
  ]);
  const random = randomFrom(3);
  const any = (legal) => legal[random(legal.length)];
  for (const move of moves.split(' ')) await moveInTurn([host, guest], move === '?' ? any : move);
  return { host, guest, gameId: created.gameId };
}

/** A page of the holder of `token`; somebody new without one. */
async function pageOf(device, token, more = {}) {
  const page = await visitor(browser, { ...device, locale: values.language });
  await page.addInitScript(
    ([chosen, user]) => {
      localStorage.setItem('sanqi.settings', chosen);
      if (user) localStorage.setItem('sanqi.user', user);
    },
    [JSON.stringify({ ...settings, ...more }), token],
  );
  return page;
}

async function seated({ host, gameId }, device, more) {
  const page = await pageOf(device, host.welcome.token, more);
  await page.goto(`${server.url}/${gameId}`);
  await board(page).waitFor();
  await page.waitForTimeout(400); // The last move's animation, and whose page is here.
  return page;
}

/** A place kept for a scroll bar that headless browsers do not draw would be an empty strip. */
const withoutGutter = (page) =>
  page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = 'auto';
  });

/** As WebP, which Chromium writes and Playwright does not offer. */
async function save(page, name, theme) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(`${folder}/${chinese ? 'zh-' : ''}${name}-${theme}.webp`, Buffer.from(data, 'base64'));
}

async function photograph(page, name) {
  await withoutGutter(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(500); // The wood is painted anew.
    await save(page, name, colorScheme);
  }
  await page.context().close();
}

async function lobby() {
  await table(['horseman', 'pikaqiu'], games.xiangqi, { game: 'xiangqi', rated: true });
  await table(['okabe', 'misere_ana'], games.antireversi, { game: 'antireversi', rated: true });
  await table(['renju_maya', 'wukong'], games.gomoku, { game: 'gomoku', rated: true });
  const seeks = [
    ['chenzhi', 'xiangqi', 10, 5, true],
    ['TorontoPawn', 'xiangqi', 5, 3, false],
    ['go_ban', 'gomoku', 3, 2, true],
    ['hakone', 'antireversi', 5, 0, true],
    ['yue_fei', 'xiangqi', 15, 10, true],
  ];
  for (const [name, game, minutes, seconds, rated] of seeks) {
    const time = { initial: minutes * MINUTE, increment: seconds * 1_000 };
    await (await player(name)).ask({ t: 'seek', game, time, rated });
  }
  const page = await pageOf(
    { viewport: { width: 1440, height: 1020 } },
    (await player('lin_yue')).welcome.token,
  );
  await page.goto(server.url);
  await page.locator('.live .mini').nth(2).waitFor();
  await photograph(page, 'lobby');
}

async function xiangqi() {
  const scene = await table(['lin_yue', 'chenzhi'], games.xiangqi, { game: 'xiangqi' });
  const { host, guest, gameId } = scene;
  for (const name of ['Hana', 'Pavel', 'Ana', 'Omar', 'Tuan']) {
    const watcher = await Client.connect(server, { name: said(name) });
    await watcher.join(gameId, { as: 'spectator' });
  }
  const page = await seated(scene, desktop);
  await guest.ask({ t: 'chat', gameId, room: 'all', text: said('你好！ have fun') });
  await host.ask({ t: 'chat', gameId, room: 'all', text: said('you too :)') });
  await click(page, 'd4');
  await page.locator('.chat .spectators').waitFor();
  await photograph(page, 'xiangqi');
}

async function gomoku() {
  const scene = await table(['lin_yue', 'renju_maya'], games.gomokuWon, { game: 'gomoku' });
  await photograph(await seated(scene, desktop), 'gomoku');
}

async function antireversi() {
  const scene = await table(['okabe', 'misere_ana'], games.antireversi, { game: 'antireversi' });
  const page = await seated(scene, desktop);
  await board(page).locator('[data-square="c2"]').hover();
  await photograph(page, 'antireversi');
}

/** Moves that both might play from `line` on: the engine's, but for a slip where `slips` has the ply. */
async function likely(client, game, line, plies, slips) {
  const moves = [...line];
  while (moves.length < plies) {
    const { lines } = await client.ask({ t: 'explore', game, moves, think: 150, lines: 5 });
    const slip = slips.includes(moves.length);
    moves.push((slip ? lines.at(-1) : lines[0]).line[0]);
  }
  return moves;
}

async function replay() {
  const line = await likely(await player('horseman'), 'xiangqi', games.xiangqi.split(' '), 40, [24, 29, 31]);
  const scene = await table(['lin_yue', 'chenzhi'], line.join(' '), { game: 'xiangqi' });
  await scene.guest.act('resign');
  const page = await pageOf(desktop, scene.host.welcome.token);
  await page.goto(`${server.url}/replay/${scene.gameId}#18`);
  await page.getByRole('button', { name: said('Let the computer analyse') }).click();
  await page.getByText('computed by the server').waitFor({ timeout: 120_000 });
  await page.locator('.lines input[type=checkbox]').check();
  await page.locator('.engine-lines li').nth(2).waitFor();
  await photograph(page, 'replay');
}

/** Three phones side by side: a clock that runs out, a stone that waits for its second tap, and a game against the
 *  computer. */
async function phones() {
  const low = await table(['lin_yue', 'chenzhi'], games.xiangqi, {
    game: 'xiangqi',
    time: { initial: MINUTE, increment: 0 },
  });
  for (let i = 0; i < 16; ++i) await low.host.act('addTime');
  await low.guest.ask({ t: 'chat', gameId: low.gameId, room: 'all', text: said('你好！ have fun') });
  const first = await seated(low, phone);
  await first.locator('[data-square="d4"]').tap();

  const placing = await table(['lin_yue', 'renju_maya'], games.gomoku, {
    game: 'gomoku',
    time: { initial: 5 * MINUTE, increment: 3_000 },
  });
  const second = await seated(placing, phone);
  await second.locator('[data-square="k9"]').tap();

  const host = await player('okabe');
  const { gameId } = await host.create({ game: 'antireversi', opponent: 'ai', level: 4, side: 'first' });
  const random = randomFrom(5);
  for (let ply = 0; ply < 16; ply += 2) {
    const { legal } = await host.until((s) => s.ply >= ply && s.turn === 'first' && s.legal?.length > 0);
    await host.move(legal[random(legal.length)]);
  }
  await host.until((s) => s.ply >= 16 && s.turn === 'first');
  const third = await seated({ host, gameId }, phone);
  await first.locator('.clock.low').waitFor({ timeout: MINUTE });
  await photographTogether([first, second, third], 'phones');
}

/** A tablet held both ways. */
async function tablets() {
  const scene = await table(['lin_yue', 'chenzhi'], games.xiangqi, { game: 'xiangqi' });
  const pages = [await seated(scene, upright), await seated(scene, across)];
  for (const page of pages) await page.locator('[data-square="d4"]').tap();
  await photographTogether(pages, 'tablets');
}

const MARGIN = 32;

/** One picture of several pages, with a margin. */
async function photographTogether(pages, name) {
  const sizes = pages.map((page) => page.viewportSize());
  const width = sizes.reduce((sum, size) => sum + size.width + MARGIN, MARGIN);
  const frame = await visitor(browser, {
    viewport: { width, height: Math.max(...sizes.map(({ height }) => height)) + 2 * MARGIN },
  });
  for (const colorScheme of themes) {
    const pictures = [];
    for (const page of pages) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(500);
      pictures.push((await page.screenshot()).toString('base64'));
    }
    await frame.setContent(`<body style="margin:0;padding:${MARGIN}px;display:flex;align-items:start;gap:${MARGIN}px;background:${colorScheme === 'dark' ? '#2b3238' : '#d9cfbb'}">
      ${pictures.map((data) => `<img style="border-radius:20px" src="data:image/png;base64,${data}">`).join('')}`);
    await frame.waitForFunction(() => [...document.images].every((image) => image.complete));
    await save(frame, name, colorScheme);
  }
  for (const page of [...pages, frame]) await page.context().close();
}

const scenes = { lobby, xiangqi, gomoku, antireversi, replay, phones, tablets };
try {
  for (const scene of chosen.length > 0 ? chosen : Object.keys(scenes)) await scenes[scene]();
} finally {
  await browser.close();
  await server.dispose();
}
