// One game of each kind in a second browser, from the lobby to the result, by clicks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KINDS } from '../lib/players.mjs';
import { Server } from '../lib/server.mjs';
import { Firefox, isThere } from './firefox.mjs';

const skip = isThere ? false : 'firefox-esr is not installed';
const server = new Server();
const firefox = new Firefox();

before(async () => {
  if (skip) return;
  await server.start();
  await firefox.start();
  console.log(`Firefox ${firefox.version}`);
});
after(async () => {
  if (skip) return;
  await firefox.close();
  await server.dispose();
});

for (const game of KINDS)
  test(`Firefox plays a whole game of ${game} against the computer`, { skip }, async () => {
    const page = await firefox.newPage();
    // The first, empty document of a page has no storage.
    await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('sanqi.name', ''));
    // A stronger level ends the game sooner against random moves.
    await page.playComputer(server.url, { game, level: 4 });
    await page.playToTheEnd(game, server);
    assert.deepEqual(firefox.complaints.splice(0), []);
    await page.close();
  });
