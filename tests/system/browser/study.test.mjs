// Learning from games: a hint, the analysis of a game, variations, files in and out, and links to a move.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  assertSameBoards,
  board,
  click,
  leave,
  passPly,
  pieces,
  piecesOf,
  playComputer,
  record,
  toast,
  turn,
} from '../lib/browser.mjs';
import { moveInTurn, playRandomly, randomFrom, seatTwo } from '../lib/client.mjs';
import { PATIENCE_MS, assertSoon } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();

/** A game between two people that ends by resignation; `playing` makes their moves. Gives its id. */
async function playedGame(game, playing) {
  const { host, guest, created } = await seatTwo(server, { game });
  await playing(host, guest);
  await host.act('resign');
  host.close();
  guest.close();
  return created.gameId;
}

/** Makes these moves in turns. */
const moves =
  (...list) =>
  async (host, guest) => {
    for (const move of list) await moveInTurn([host, guest], move);
  };

/** So few plies that no game is over. */
const shortly = (host, guest) => {
  const random = randomFrom(seed);
  return Promise.all([host, guest].map((client) => playRandomly(client, random, { stopAt: 6 })));
};

async function openReplay(page, gameId, ply) {
  await page.goto(`${server.url}/replay/${gameId}${ply === undefined ? '' : `#${ply}`}`);
  await board(page).waitFor();
}

test('the opening of a game is named above its replay, and games are found by it', async () => {
  const page = await visitor();
  const gameId = await playedGame('xiangqi', moves('h2e2', 'h7e7'));
  const other = await playedGame('xiangqi', moves('h2e2', 'b7e7'));
  await openReplay(page, gameId);
  await page.locator('.opening-name b', { hasText: 'D0 Same Direction Cannons' }).waitFor();
  await page.goto(`${server.url}/games`);
  const row = (id) => page.locator(`.rows a[href*="${id}"]`).first();
  await page.getByText('Xiangqi', { exact: true }).first().click();
  await row(other).waitFor();
  await page.locator('details > summary').click();
  await page.getByLabel('Opening').selectOption({ label: 'D0 Same Direction Cannons' });
  await row(other).waitFor({ state: 'detached' });
  assert.equal(await row(gameId).count(), 1);
  await page.getByLabel('Opening').selectOption('D');
  await row(other).waitFor();
  await leave(page);
});

test('a hint against the computer names a move that can be played', async () => {
  const page = await visitor();
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  assert.equal(await turn(page), 'move');
  await click(page, 'h8');
  await passPly(page, 1);
  assert.equal(await turn(page), 'move');
  await page.getByRole('button', { name: 'Hint' }).first().click();
  const tag = page.locator('.status .tag', { hasText: /^Hint: / });
  await tag.waitFor();
  const [, square] = /Hint: (\w+)/.exec(await tag.innerText());
  await click(page, square.toLowerCase());
  await passPly(page, 2);
  assert.equal((await record(page, server)).state.moves.split(' ')[2], square.toLowerCase());
  await leave(page);
});

test('what the computer thinks is shown to who wants to see it', async () => {
  const page = await visitor();
  await page.addInitScript(() =>
    localStorage.setItem('sanqi.settings', JSON.stringify({ thoughts: true, notation: 'wxf' })),
  );
  await playComputer(page, server, { game: 'xiangqi', side: 'Red' });
  const thought = page.locator('.thought');
  await thought.waitFor();
  assert.match(await thought.innerText(), /^The computer/);
  await click(page, 'h2');
  await click(page, 'e2');
  await passPly(page, 1);
  // Depth, worth, and a line in the notation of the list.
  await thought.filter({ hasText: /depth \d+ [+−]?[\d.#]+ [RHCEAKP+−-]\S+/ }).waitFor();
  await leave(page);
});

test('an analysis marks the blunder and says what was better; the engine looks on, and variations are tried', async () => {
  // Each cannon takes a horse, and is lost for it to a chariot that comes out by it.
  const gameId = await playedGame('xiangqi', moves('b2b9', 'a9b9', 'h2h9', 'i9h9'));
  const page = await visitor();
  await openReplay(page, gameId);
  await page.getByText('Step 4 of 4').waitFor();
  // On paper the whole list stands below the board, in dark words, whatever the theme.
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
  assert.ok(await page.getByRole('banner').isHidden());
  const list = page.locator('.replay-moves .moves');
  assert.equal(await list.evaluate((moves) => getComputedStyle(moves).overflowY), 'visible');
  assert.ok(await page.locator('.replay-deck').isHidden());
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Let the computer analyse' }).click();
  // It takes the time that others leave over: on a busy machine one part in fifty.
  await page.getByText('Analysed by the server: 5 positions').waitFor({ timeout: 5 * PATIENCE_MS });
  const { plies } = await server.json(`/api/games/${gameId}/analysis`);
  const marked = plies.filter(({ mark }) => mark);
  assert.ok(marked.length > 0, JSON.stringify(plies));
  assert.equal(await page.locator('.moves .move .sign').count(), marked.length);
  assert.equal(await page.locator('.graph .mark').count(), marked.length);
  await page
    .locator('.moves .move')
    .nth(marked[0].ply - 1)
    .click();
  await page.getByText(`Step ${marked[0].ply} of 4`).waitFor();
  await page.locator('.judgement', { hasText: 'Better:' }).waitFor();

  await page.getByRole('switch', { name: 'Engine' }).check({ force: true });
  await page.getByRole('switch', { name: /depth/ }).waitFor();
  await page.locator('.engine-lines li').nth(2).waitFor();

  await page.keyboard.press('Home');
  await page.getByText('Step 0 of 4').waitFor();
  // What may be moved is the server's word, which comes a moment after the position.
  await page.locator('[role=grid][aria-readonly=false]').waitFor();
  await click(page, 'h2');
  await click(page, 'e2');
  await page.locator('.variations', { hasText: 'Your variations' }).waitFor();
  await page.locator('.engine-lines li').nth(2).waitFor();
  assert.equal((await pieces(page)).e2, 'red cannon');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  const { positions } = await server.json(`/api/games/${gameId}`);
  await assertSoon(async () => assert.deepEqual(await pieces(page), piecesOf('xiangqi', positions[0])));
  await leave(page);
});

for (const game of ['xiangqi', 'gomoku', 'antireversi'])
  test(`every file of a game of ${game} is what the server writes, and opens as the same game again`, async () => {
    const gameId = await playedGame(game, shortly);
    const page = await visitor();
    await openReplay(page, gameId);
    const links = page.locator('.export a[download]');
    await links.nth(1).waitFor({ state: 'attached' });
    const files = [];
    for (const link of await links.all()) {
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      const written = Buffer.from(
        await (await fetch(new URL(await link.getAttribute('href'), server.url))).arrayBuffer(),
      );
      assert.deepEqual(readFileSync(await download.path()), written, await link.innerText());
      files.push({
        name: download.suggestedFilename(),
        mimeType: 'application/octet-stream',
        buffer: written,
      });
    }
    const before = await server.json(`/api/games/${gameId}`);
    for (const file of files) {
      await page.goto(`${server.url}/games`);
      await page.getByRole('button', { name: 'Import a game' }).click();
      await page.locator('dialog input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      if (game === 'antireversi' && file.name.endsWith('.transcript')) {
        await page.getByText(/not name (its|their) game/).waitFor(); // It may be Othello's.
        await page.getByRole('button', { name: 'Open the game' }).click();
      }
      await page.waitForURL(/\/replay\//);
      await page.getByText('Step 6 of 6').waitFor();
      const imported = await server.json(`/api/games/${new URL(page.url()).pathname.split('/')[2]}`);
      assert.equal(imported.state.moves, before.state.moves, file.name);
      assert.deepEqual(await pieces(page), piecesOf(game, before.state.pos));
    }
    await leave(page);
  });

test('a file that is no game is answered by the line and the reason', async () => {
  const page = await visitor();
  await page.goto(`${server.url}/games`);
  await page.getByRole('button', { name: 'Import a game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('[Red "Lin"]\n\n1. 炮二平五 马8进7\n2. 炮二平五\n');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog
    .getByRole('alert')
    .getByText('line 4: move 2 炮二平五: No piece can make that move.')
    .waitFor();
  // The browser writes the 400 to its console.
  assert.match(page.complaints.splice(0).join(), /400/);
  await leave(page);
});

test('a position is set up on a board as large as that on which it is then analysed', async () => {
  const page = await visitor();
  await page.goto(`${server.url}/analysis`);
  await board(page).waitFor();
  const { width } = await board(page).boundingBox();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.locator('.palette').waitFor();
  assert.equal((await board(page).boundingBox()).width, width);
  await page.getByRole('button', { name: 'Clear' }).click();
  const put = async (piece, square) => {
    await page
      .getByRole('group', { name: 'Pieces' })
      .getByRole('button', { name: piece, exact: true })
      .click();
    await click(page, square);
  };
  const analyse = page.getByRole('button', { name: 'Analyse', exact: true });
  await put('red chariot', 'a0');
  await analyse.click();
  await page.getByRole('alert').filter({ hasText: 'This position cannot be played' }).waitFor(); // There is no general.
  // The browser may write the refusal to its console.
  page.complaints.splice(0);
  await put('red general', 'd0');
  await put('black general', 'e9');
  await analyse.click();
  // The server has said what may be moved.
  await page.locator('.replay:has(.replay-deck) [role=grid][aria-readonly=false]').waitFor();
  await click(page, 'a0');
  await click(page, 'a8');
  await assertSoon(async () =>
    assert.deepEqual(await pieces(page), piecesOf('xiangqi', '4k4/R8/9/9/9/9/9/9/9/3K5 b')),
  );
  await leave(page);
});

test('the analysis board is as it was after a reload and a set-up, and is played on against the computer', async () => {
  const page = await visitor();
  await page.goto(`${server.url}/analysis?game=gomoku`);
  await page.getByLabel('Rule').selectOption('renju');
  const usable = page.locator('.replay:has(.replay-deck) [role=grid][aria-readonly=false]');
  await usable.waitFor();
  await click(page, 'h8');
  await usable.waitFor();
  await click(page, 'i9');
  await page.waitForURL(/rule=renju.*moves=h8%2Ci9/);
  await page.reload();
  await page.getByText('Step 2 of 2').waitFor();
  const shown = async () => assert.deepEqual(await pieces(page), { h8: 'black', i9: 'white' });
  await assertSoon(shown);
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.locator('.palette').waitFor();
  await assertSoon(shown);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Step 2 of 2').waitFor();
  await page.getByRole('button', { name: 'Play on against the computer' }).click();
  await page.waitForURL((url) => url.pathname !== '/analysis');
  await board(page).waitFor();
  await assertSoon(shown);
  assert.equal(await turn(page), 'move');
  assert.equal((await record(page, server)).rule, 'renju');
  await page.goBack();
  await page.getByText('Step 2 of 2').waitFor();
  await leave(page);
});

test('a link to a move opens at that move', async () => {
  const gameId = await playedGame('antireversi', shortly);
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openReplay(page, gameId);
  await page.getByText('Step 6 of 6').waitFor();
  for (const ply of [5, 4]) {
    await page.keyboard.press('ArrowLeft');
    await page.getByText(`Step ${ply} of 6`).waitFor();
  }
  await page.getByRole('button', { name: 'Copy link to this move' }).click();
  await toast(page, 'Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${server.url}/replay/${gameId}#4`);
  const other = await visitor();
  await other.goto(link);
  await other.getByText('Step 4 of 6').waitFor();
  const { positions } = await server.json(`/api/games/${gameId}`);
  await assertSoon(async () => assert.deepEqual(await pieces(other), piecesOf('antireversi', positions[4])));
  // A game that was played by people leads from its room to the same replay.
  await other.goto(`${server.url}/${gameId}`);
  assert.equal(await turn(other), 'over');
  await assertSameBoards(server, other);
  await leave(page, other);
});
