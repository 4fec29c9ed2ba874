// Players of a tournament are led from each board to the next one, and the host of a simul to those that wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, ended, gameIdOf, leave, play, yourMove } from '../lib/browser.mjs';
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

/** A simul that has begun: the host at its page, and three guests who sit at their boards. */
async function simul() {
  const host = await visitor();
  await host.goto(`${server.url}/tournaments`);
  await host.getByRole('button', { name: 'New tournament' }).click();
  await host.getByLabel('Name', { exact: true }).fill('Simul');
  for (const name of ['Gomoku', 'Simul']) await host.getByRole('radio', { name }).check({ force: true });
  await host.getByRole('combobox', { name: 'Who begins' }).selectOption('first');
  await host.getByRole('combobox', { name: 'More minutes for the host' }).selectOption('10');
  await host.getByRole('button', { name: 'Create' }).click();
  await host.waitForURL((url) => /^\/tournaments\/\w+$/.test(url.pathname));
  const [path] = /\/\w+$/.exec(host.url());
  const guests = [];
  while (guests.length < 3) guests.push(await Client.connect(server));
  for (const { welcome } of guests) await post(server, welcome, `${path}/join`);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  const show = () => ask(server, guests[0].welcome, 'GET', path);
  const { round } = await eventually('the boards', async () => {
    const shown = await show();
    return shown.round && shown;
  });
  // The host is player 1.
  for (const { gameId, second } of games({ round })) await guests[second - 2].join(gameId);
  return { host, guests, show };
}

/** By the link above a board. */
async function toNextBoard(host) {
  const left = host.url();
  await host.locator('.your-move').click();
  await host.waitForURL((url) => url.href !== left);
  await yourMove(host).waitFor();
}

test('a host plays three guests at once, and goes round the boards that wait', async () => {
  const { host, guests, show } = await simul();
  for (const { room } of guests) assert.deepEqual(room.state.clock.ms, [900_000, 300_000]);
  await host.getByRole('link', { name: /^To my board, / }).click();
  await yourMove(host).waitFor();
  const seen = new Set();
  for (;;) {
    await play([host], host, 'h8');
    seen.add(gameIdOf(host));
    if (seen.size === guests.length) break;
    await toNextBoard(host);
  }
  const answering = guests.find(({ room }) => room.gameId !== gameIdOf(host));
  await answering.until(({ ply }) => ply === 1);
  assert.equal((await answering.move('h9')).t, 'ack');
  await toNextBoard(host);
  assert.equal(gameIdOf(host), answering.room.gameId);
  for (const guest of guests) assert.equal((await guest.act('resign')).t, 'ack');
  await ended(host).waitFor();
  await host.getByRole('link', { name: 'Tournament', exact: true }).first().click();
  await host.getByText('Finished', { exact: true }).waitFor();
  const { standings } = await show();
  const results = standings.map(({ rank, player, points }) => [rank, player, points]);
  assert.deepEqual(results, [
    [1, 1, 3],
    [2, 2, 0],
    [2, 3, 0],
    [2, 4, 0],
  ]);
  for (const guest of guests) guest.close();
  await leave(host);
});
