// A game from the lobby to its replay, as a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, leave, pieces, playComputer, playToTheEnd } from '../lib/browser.mjs';
import { randomFrom } from '../lib/client.mjs';
import { assertSoon } from '../lib/patience.mjs';
import { seed } from '../lib/seed.mjs';

/** `hand` moves the pieces, in the `way` that the test is named by. */
export function testWholeGame({ server, visitor }, game, way, hand, rule) {
  test(`a complete game of ${game} against the computer, ${way}, then its replay`, async () => {
    const page = await visitor();
    // A stronger level ends the game sooner against random moves.
    await playComputer(page, server, { game, rule, level: 4, side: game === 'xiangqi' ? 'Red' : 'Black' });
    await playToTheEnd(page, server, game, randomFrom(seed), hand);
    const last = await pieces(page);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForURL(/\/replay\//);
    await board(page).waitFor();
    await page.keyboard.press('End');
    await assertSoon(async () => assert.deepEqual(await pieces(page), last));
    await page.keyboard.press('Home');
    await assertSoon(async () => assert.notDeepEqual(await pieces(page), last));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await assertSoon(async () => assert.deepEqual(await pieces(page), last));
    await leave(page);
  });
}
