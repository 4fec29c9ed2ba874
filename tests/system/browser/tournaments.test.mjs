// Players of a tournament are led from each board to the next one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, ended, leave, play, yourMove } from '../lib/browser.mjs';
import { Client } from '../lib/client.mjs';
import { eventually } from '../lib/patience.mjs';
import { ask, games, post } from '../lib/tournaments.mjs';
import { openFixture } from './fixture.mjs';

const { server, visitor } = openFixture();
const FORM = { name: 'Evening', game: 'gomoku', format: 'roundRobin', cycles: 2, initialMs: 600_000 };

/** Two players on the page of a tournament of two rounds, which has just begun. */
async function evening() {
  const client = await Client.connect(server);
  client.close();
  const director = { token: client.welcome.token };
  const path = `/${(await post(server, director, '', FORM)).id}`;
  const pages = [await visitor(), await visitor()];
  for (const page of pages) {
    await page.goto(`${server.url}/tournaments${path}`);
    await page.getByText(FORM.name).first().waitFor();
    const token = await eventually('a user', () => page.evaluate(() => localStorage.getItem('sanqi.user')));
    await post(server, { token }, `${path}/join`);
  }
  await post(server, director, `${path}/start`);
  const running = async () => {
    const { round } = await ask(server, director, 'GET', path);
    return games({ round }).find(({ result, annulled }) => result === undefined && !annulled)?.gameId;
  };
  return { pages, running, direct: (act, body) => post(server, director, `${path}/${act}`, body) };
}

/** Both come to the board by themselves. */
async function arrive(pages, gameId) {
  for (const page of pages) await page.waitForURL((url) => url.pathname === `/${gameId}`);
  for (const page of pages) await board(page).waitFor();
}

/** Who is to move, and the other. */
async function inTurn(pages) {
  await Promise.any(pages.map((page) => yourMove(page).waitFor()));
  return (await yourMove(pages[0]).isVisible()) ? pages : pages.toReversed();
}

test('two rounds without a way back', async () => {
  const { pages, running, direct } = await evening();
  const first = await running();
  await arrive(pages, first);
  const [one, other] = await inTurn(pages);
  await play(pages, one, 'h8');
  await play(pages, other, 'h9');
  await one.getByRole('button', { name: 'Resign' }).click();
  await one.getByRole('button', { name: 'Yes' }).click();
  for (const page of pages) {
    await ended(page).waitFor();
    await page.getByRole('link', { name: 'Tournament', exact: true }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Rematch' }).count(), 0, 'it would be refused');
  }
  await eventually('the result', async () => (await running()) === undefined);
  await direct('next');
  const second = await running();
  assert.notEqual(second, first);
  await arrive(pages, second);
  await leave(...pages);
});

test('a board whose seats are exchanged leads both players to the other board', async () => {
  const { pages, running, direct } = await evening();
  const first = await running();
  await arrive(pages, first);
  const [one, other] = await inTurn(pages);
  await direct('exchange', { round: 1, table: 1, game: 1, note: 'wrong seats' });
  await arrive(pages, await running());
  await yourMove(other).waitFor();
  await play(pages, other, 'h8');
  await yourMove(one).waitFor();
  await leave(...pages);
});
