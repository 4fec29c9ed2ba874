// An evening on a local network: a tournament made at one press, joined on phones; a power cut in its first round, and
// the way to the next one.
//   SANQI_PHONES=29 tests/system/run tests/system/browser/lan_evening.test.mjs
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { board, gameChoice, launch, leave, phoneVisitor, visitor } from '../lib/browser.mjs';
import { Client, playRandomly } from '../lib/client.mjs';
import { eventually, inTime } from '../lib/patience.mjs';
import { size } from '../lib/players.mjs';
import { random } from '../lib/seed.mjs';
import { Server } from '../lib/server.mjs';
import { ask, games, post } from '../lib/tournaments.mjs';

/** A full hall: some in browsers, the others are sockets. */
const PLAYERS = 30;
const PHONES = size('SANQI_PHONES', 2);
const FLAGS = ['--lan'];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const tokenOf = (page) => page.evaluate(() => localStorage.getItem('sanqi.user'));

/** The host's lobby leads to the page for the hall. Gives that, and the path of the tournament. */
async function makeTournament(server) {
  const hall = await visitor(browser);
  await hall.goto(server.url);
  await gameChoice(hall, 'antireversi').check({ force: true });
  await hall.getByRole('button', { name: 'Make a tournament' }).click();
  await hall.getByText('Scan the code, or open').waitFor();
  const picture = await hall.locator('.hall-qr').evaluate((image) => image.decode().then(() => image.src));
  const [, path] = /\/tournaments(\/\w+)\/hall$/.exec(hall.url());
  assert.ok(picture.endsWith(`/api/qr/tournaments${path}.svg`));
  return { hall, path };
}

/** A guest with a phone, at the address of the code or the one that is typed. */
async function joinByPhone(url, name) {
  const phone = await phoneVisitor(browser);
  await phone.goto(url);
  await phone.getByLabel('Your name').fill(name);
  await phone.getByRole('button', { name: 'Join', exact: true }).click();
  await phone.getByText('you are in').waitFor();
  return phone;
}

/** In each game of the round two moves, then who begins resigns. */
async function playRound(server, shown, tokens) {
  const play = async ({ gameId, first, second }) => {
    const seats = await Promise.all(
      [first, second].map((number) => Client.connect(server, { token: tokens[number - 1] })),
    );
    for (const seat of seats) await seat.join(gameId);
    await Promise.all(seats.map((seat) => playRandomly(seat, random, { stopAt: 2 })));
    assert.equal((await seats[0].act('resign')).t, 'ack');
    for (const seat of seats) seat.close();
  };
  await Promise.all(games(shown).map(play));
}

test('one press, names on phones, boards, a power cut, and the next boards', async (t) => {
  const server = await Server.during(t, ...FLAGS);
  const { hall, path } = await makeTournament(server);
  const phones = [await joinByPhone(`${server.url}/t`, 'Lin')];
  while (phones.length < PHONES) phones.push(await joinByPhone(`${server.url}/tournaments${path}`, 'Lin'));
  const others = [];
  while (others.length < PLAYERS - phones.length) {
    const client = await Client.connect(server, { turns: true });
    await post(server, client.welcome, `${path}/join`);
    others.push(client);
  }
  t.after(() => others.forEach((client) => client.close()));
  const tokens = [...(await Promise.all(phones.map(tokenOf))), ...others.map(({ welcome }) => welcome.token)];
  await hall.getByText(`Players: ${PLAYERS}`).waitFor();
  const names = await hall.locator('.hall-names li').allTextContents();
  assert.deepEqual(names.slice(0, 2), ['Lin', 'Lin 2'], 'who has a name that is taken gets a number');
  assert.equal((await ask(server, others[0].welcome, 'POST', `${path}/start`)).status, 403);

  const began = performance.now();
  const told = others.map((client) => client.next((message) => message.tournamentId === path.slice(1)));
  await hall.getByRole('button', { name: 'Start', exact: true }).click();
  await Promise.all([...told, ...phones.map((phone) => board(phone).waitFor())]);
  console.log(
    `${PLAYERS} players, from Start to the last board: ${Math.round(performance.now() - began)} ms`,
  );
  await hall
    .locator('.hall-tables li')
    .nth(Math.floor(PLAYERS / 2) - 1)
    .waitFor();
  await hall.locator('.hall-player .clock').first().waitFor();
  assert.equal(await hall.getByRole('button').count(), 0, 'no controls any more');

  const director = { token: await tokenOf(hall) };
  const show = () => ask(server, director, 'GET', path);
  const before = await show();
  await server.kill();
  await server.start(...FLAGS);
  assert.deepEqual(games(await show()), games(before), 'the same games, once');
  await phones[1].reload();
  for (const phone of phones) await board(phone).waitFor();
  assert.equal((await show()).players.length, PLAYERS, 'a phone that comes back is the same player');

  await playRound(server, before, tokens);
  const over = await eventually('all results', async () => {
    const shown = await show();
    return games(shown).every(({ result }) => result === 'second') && shown;
  });
  await server.kill();
  await server.start(...FLAGS);
  assert.deepEqual((await show()).standings, over.standings, 'no result is lost');

  const ended = performance.now();
  await ask(server, director, 'POST', `${path}/next`); // On a busy machine it has begun by itself.
  const next = await show();
  assert.equal(next.round.number, 2);
  for (const [i, phone] of phones.entries()) {
    const { gameId } = games(next).find(({ first, second }) => [first, second].includes(i + 1));
    await phone.waitForURL(`${server.url}/${gameId}`);
    await board(phone).waitFor();
  }
  console.log(`from the next round to the boards: ${Math.round(performance.now() - ended)} ms`);
  const report = await fetch(`${server.url}/api/tournaments${path}/export?format=trf`, inTime());
  assert.match(await report.text(), /^132 .*\d\d\/\d\d\/\d\d {2}\d\d\/\d\d\/\d\d$/m, 'two rounds');
  await leave(hall, ...phones);
});
