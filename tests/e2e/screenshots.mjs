// Takes the pictures of docs/screenshots from a real server: node tests/e2e/screenshots.mjs [folder]   (or scripts/screenshots)
import { mkdirSync } from 'node:fs';
import { board, click, launch, visitor } from './browser.mjs';
import { Client, randomFrom } from './client.mjs';
import { Server } from './server.mjs';

const folder = process.argv[2] ?? 'docs/screenshots';
mkdirSync(folder, { recursive: true });
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** Two people in a room of `game` who have played `moves`; the page belongs to the first. */
const games = {
  xiangqi: 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 b7a7 h6g6 a7a3 b0c2 a9b9 c2d4 c9e7 g6f6 d9e8',
  gomoku: 'h8 g9 i9 g7 i10 h7 g10 i7 j7 f8 h10 f10 j8 k7 h9',
  antireversi: Array(22).fill('?').join(' '), // Legal moves that a fixed seed chooses.
};
const time = { initial: 600000, increment: 5000 };

async function table(server, browser, game, options) {
  const page = await visitor(browser, options);
  await page.addInitScript((theme) => localStorage.setItem('sanqi.settings', JSON.stringify({ theme })), options.colorScheme);
  await page.goto(server.url);
  const host = await Client.connect(server, { name: 'Lin' });
  const created = await host.create({ game, opponent: 'human', side: 'first', time });
  const guest = await Client.connect(server, { name: 'Chen' });
  await guest.join(created.gameId);
  const random = randomFrom(3);
  let ply = 0;
  for (const move of games[game].split(' ')) {
    const client = ply % 2 === 0 ? host : guest;
    const { legal } = await client.until((s) => s.ply === ply && s.legal?.length > 0);
    const answer = await client.move(move === '?' ? legal[random(legal.length)] : move, ply++);
    if (answer.t !== 'ack') throw new Error(`${game} ${ply} ${move}: ${JSON.stringify(answer)}`);
  }
  // The page takes the seat of the first player by its token, as a reopened browser does.
  await page.evaluate((token) => localStorage.setItem('sanqi.user', token), host.welcome.token);
  await page.goto(`${server.url}/${created.gameId}`);
  await board(page).waitFor();
  await page.waitForTimeout(400); // The last move's animation.
  return { page, host, guest, gameId: created.gameId };
}

const server = await new Server().start();
const browser = await launch();
try {
  for (const colorScheme of ['dark', 'light']) {
    for (const game of Object.keys(games)) {
      const { page, host, guest, gameId } = await table(server, browser, game, { ...desktop, colorScheme });
      if (game === 'xiangqi') await click(page, 'd4');
      await page.screenshot({ path: `${folder}/${game}-${colorScheme}.png` });
      if (game === 'xiangqi') {
        await host.act('resign');
        await page.goto(`${server.url}/replay/${gameId}#12`);
        await board(page).waitFor();
        await page.waitForTimeout(400);
        await page.screenshot({ path: `${folder}/replay-${colorScheme}.png` });
      }
      await page.context().close();
      const onPhone = await table(server, browser, game, { ...phone, colorScheme });
      await onPhone.page.screenshot({ path: `${folder}/phone-${game}-${colorScheme}.png` });
      await onPhone.page.context().close();
      for (const client of [host, guest, onPhone.host, onPhone.guest]) client.close();
    }
    const page = await visitor(browser, { ...desktop, colorScheme });
    await page.goto(server.url);
    await page.locator('svg').nth(3).waitFor();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/lobby-${colorScheme}.png` });
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.dispose();
}
