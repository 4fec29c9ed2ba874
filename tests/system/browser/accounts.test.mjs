// Accounts as people use them: a guest becomes an account, leaves, comes back on two devices, ends a session of the
// other, and plays for points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertSameBoards,
  board,
  ended,
  gameChoice,
  leave,
  play,
  record,
  resultText,
  seek,
  toast,
  turn,
} from '../lib/browser.mjs';
import { openFixture } from './fixture.mjs';

console.log('seed: none, nothing here is left to chance');

const { server, visitor } = openFixture();

const password = 'correct horse';

/** Fills in the form of the account page. */
async function enter(page, way, name, word = password) {
  await page.goto(`${server.url}/account`);
  await page.getByRole('radio', { name: way }).check({ force: true });
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: way }).click();
}

const isIn = (page, name) => page.getByRole('link', { name: `Account of ${name}` }).waitFor();
const isGuest = (page) => page.getByRole('link', { name: 'Log in' }).waitFor();

async function registered(name) {
  const page = await visitor();
  await enter(page, 'Register', name);
  await page.waitForURL(`${server.url}/`);
  await isIn(page, name);
  return page;
}

test('register, log out, a wrong password, log in on two devices, end the session of one', async () => {
  const desk = await registered('Lin');
  await desk.goto(`${server.url}/account`);
  await desk.getByRole('button', { name: 'Log out', exact: true }).click();
  await isGuest(desk);

  // The wrong password is answered by 401, which the browser writes to its console.
  await enter(desk, 'Log in', 'Lin', 'wrong horse');
  await desk.getByRole('alert').getByText('Name or password is wrong.').waitFor();
  assert.match(desk.complaints.splice(0).join(), /401/);
  await enter(desk, 'Log in', 'Lin');
  await isIn(desk, 'Lin');

  const laptop = await visitor();
  await enter(laptop, 'Register', 'L_i_n');
  await laptop.getByRole('alert').getByText('This name is taken or reserved.').waitFor();
  assert.match(laptop.complaints.splice(0).join(), /409/);
  await enter(laptop, 'Log in', 'Lin');
  await isIn(laptop, 'Lin');

  await desk.goto(`${server.url}/account`);
  const rows = desk
    .locator('section', { has: desk.getByRole('heading', { name: 'Active sessions' }) })
    .getByRole('listitem');
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  await rows.getByText('This device').waitFor();
  await desk.getByRole('button', { name: 'End session' }).click();
  await rows.nth(1).waitFor({ state: 'detached' });

  // The other device is told, and is nobody's when it comes again.
  await laptop.getByText('You were logged out.').waitFor();
  await laptop.getByRole('button', { name: 'Reload' }).click();
  await isGuest(laptop);
  await isIn(desk, 'Lin');
  await leave(desk, laptop);
});

test('friends find each other online, until one blocks the other', async () => {
  const [anna, boris] = [await registered('Anna'), await registered('Boris')];
  const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
  const friends = async () => {
    await anna.goto(`${server.url}/account`);
    await anna.getByRole('heading', { name: 'Friends' }).click();
    await anna.getByText('can be followed').waitFor();
    return anna.getByRole('listitem').filter({ hasText: 'Boris' });
  };
  await anna.goto(`${server.url}/players/boris`);
  await press(anna, 'Follow');
  await anna.getByRole('button', { name: 'Unfollow' }).waitFor();
  await boris.goto(`${server.url}/players/Anna`);
  await boris.getByText('follows you').waitFor();
  await press(boris, 'Follow');
  await boris.getByRole('button', { name: 'Unfollow' }).waitFor();
  await (await friends()).getByText('online').waitFor();

  await press(boris, 'Block');
  await boris.getByRole('button', { name: 'Unblock' }).waitFor();
  assert.equal(await (await friends()).count(), 0);
  await leave(anna, boris);
});

test('one challenges the other, who declines, then accepts', async () => {
  const [clara, david] = [await registered('Clara'), await registered('David')];
  const challenge = async () => {
    await clara.goto(`${server.url}/players/David`);
    await clara.getByRole('button', { name: 'Challenge', exact: true }).click();
    const dialog = clara.getByRole('dialog', { name: 'Challenge David' });
    await dialog.getByRole('radio', { name: 'Gomoku' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Send the challenge' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const notice = david.locator('.challenges section').filter({ hasText: 'Clara challenges you' });
  await challenge();
  await notice.waitFor();
  await david.goto(`${server.url}/games`);
  await notice.waitFor();
  await notice.getByLabel('Reason').selectOption({ label: 'Not now.' });
  await notice.getByRole('button', { name: 'Decline' }).click();
  await toast(clara, 'David declines. Not now.');
  await notice.waitFor({ state: 'detached' });

  await challenge();
  await notice.getByRole('button', { name: 'Accept' }).click();
  await Promise.all([clara, david].map((page) => page.waitForURL(/\/[\w-]{8}$/)));
  assert.equal(clara.url(), david.url());
  await Promise.all([clara, david].map((page) => board(page).waitFor()));
  await leave(clara, david);
});

test('a rated game tells both what it did to their ratings, also after a reload and on their profiles', async () => {
  const [mei, wang] = [await registered('Mei'), await registered('Wang')];
  for (const page of [mei, wang]) {
    await gameChoice(page, 'gomoku').check({ force: true });
    await page.getByRole('radio', { name: 'Anyone' }).check({ force: true });
    await page.getByRole('switch', { name: 'Rated game' }).check({ force: true });
    await seek(page, '3+2');
  }
  await Promise.all([mei, wang].map((page) => page.waitForURL(/\/\w{8}$/)));
  await Promise.all([mei, wang].map((page) => board(page).waitFor()));
  const { players } = await record(mei, server);
  const [black, white] = players[0].name === 'Mei' ? [mei, wang] : [wang, mei];
  for (const [page, square] of [
    [black, 'h8'],
    [white, 'a1'],
  ]) {
    assert.equal(await turn(page), 'move');
    await play([black, white], page, square);
  }
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('button', { name: 'Yes' }).click();
  await Promise.all([mei, wang].map((page) => ended(page).waitFor()));

  // The figures of the event, and the same of the snapshot after a reload.
  const { ratings } = await record(black, server);
  assert.ok(
    ratings[0].after > ratings[0].before && ratings[1].after < ratings[1].before,
    JSON.stringify(ratings),
  );
  const told = async (page, { before, after }) =>
    assert.match(await resultText(page), new RegExp(`${before} → ${after}`));
  for (const again of [false, true]) {
    if (again) for (const page of [black, white]) await page.reload();
    for (const page of [black, white]) assert.equal(await turn(page), 'over');
    await told(black, ratings[0]);
    await told(white, ratings[1]);
  }
  // One game says little: the figure is doubted.
  await black.locator('.player.bottom .dim', { hasText: `${ratings[0].after}?` }).waitFor();
  await assertSameBoards(server, black, white);
  await black.goto(`${server.url}/players/${players[0].name}`);
  await black.getByText(String(ratings[0].after)).first().waitFor();
  await leave(mei, wang);
});

test('another password ends the sessions of other devices; a deleted account is gone, and its name goes to nobody', async () => {
  const [desk, phone] = [await registered('Zhao'), await visitor()];
  await enter(phone, 'Log in', 'Zhao');
  await isIn(phone, 'Zhao');
  await desk.goto(`${server.url}/account`);
  const form = (page, title) => page.locator('details', { has: page.getByText(title) });
  const change = form(desk, 'Change the password');
  await change.locator('summary').click();
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel('New password').fill('battery staple');
  await change.getByRole('button').click();
  await toast(desk, 'Password changed; other devices are logged out.');
  await phone.getByText('You were logged out.').waitFor();
  await phone.getByRole('button', { name: 'Reload' }).click();
  await isGuest(phone);

  const close = form(desk, 'Delete the account');
  await close.locator('summary').click();
  await close.getByLabel('Current password').fill(password);
  await close.getByRole('button').click();
  await close.getByRole('alert').getByText('The current password is wrong.').waitFor();
  assert.match(desk.complaints.splice(0).join(), /401/);
  await close.getByLabel('Current password').fill('battery staple');
  await close.getByRole('button').click();
  await desk.waitForURL(`${server.url}/`);
  await toast(desk, 'Account deleted.');
  await isGuest(desk);
  await enter(desk, 'Log in', 'Zhao', 'battery staple');
  await desk.getByRole('alert').getByText('Name or password is wrong.').waitFor();
  await enter(phone, 'Register', 'Zhao');
  await phone.getByRole('alert').getByText('This name is taken or reserved.').waitFor();
  await desk.goto(`${server.url}/players/Zhao`);
  await desk.getByText('There is no account or public game of Zhao.').waitFor();
  for (const page of [desk, phone]) assert.match(page.complaints.splice(0).join(), /40[149]/);
  await leave(desk, phone);
});

test('on phones the widest name widens no page, and in the lobby no game is under the button', async () => {
  const name = 'W'.repeat(20);
  const page = await registered(name);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${server.url}/players/${name}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const beyond = await page.evaluate(
    ({ scrollWidth, clientWidth } = document.documentElement) => scrollWidth - clientWidth,
  );
  assert.equal(beyond, 0);

  await page.setViewportSize({ width: 568, height: 320 });
  await page.goto(server.url);
  await page.locator('.start').waitFor();
  const games = await page.evaluate(() =>
    [...document.querySelectorAll('.tile')].map((tile) => {
      const { left, right, top, bottom } = tile.querySelector('.tile-name').getBoundingClientRect();
      return tile.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }),
  );
  assert.deepEqual(games, [true, true, true]);
  await leave(page);
});
