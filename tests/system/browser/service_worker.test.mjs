// Two builds of the pages, one after the other: what is open goes on, what opens is whole, with and without a network.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, leave, play, playComputer, visitor } from '../lib/browser.mjs';
import { eventually } from '../lib/patience.mjs';
import { Server } from '../lib/server.mjs';
import { Firefox, isThere } from './firefox.mjs';

const dist = fileURLToPath(new URL('../../../web_client/dist', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sanqi-builds-'));
const pages = (build) => ['--web-root', join(folder, build)];

/** What `dist` has, with other names of files, as another build would have them; its page says which one it is. */
function make(build) {
  const root = join(folder, build);
  cpSync(dist, root, { recursive: true });
  const files = readdirSync(join(root, 'assets')).filter((name) => name.endsWith('.js'));
  const renamed = new Map(
    files.map((name) => [name, name.replace(/-[^-]*(?=\.js$)/, `-${build}`.padEnd(9, '_'))]),
  );
  // Words of each language, for one, differ in their hash only.
  for (const [n, name] of files.entries()) renamed.set(name, renamed.get(name).replace('.js', `${n}.js`));
  const rewrite = (path) => {
    let text = readFileSync(path, 'utf8');
    for (const [name, other] of renamed) text = text.replaceAll(name, other);
    text = text.replace('<html ', `<html data-build="${build}" `);
    writeFileSync(path, text.replace(/const BUILD = '.*'/, `const BUILD = '${build}'`));
  };
  for (const name of files) {
    rewrite(join(root, 'assets', name));
    renameSync(join(root, 'assets', name), join(root, 'assets', renamed.get(name)));
  }
  for (const name of ['index.html', 'sw.js']) rewrite(join(root, name));
}

let browser;
before(async () => {
  for (const build of ['one', 'two']) make(build);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// What runs in pages.
const build = () => document.documentElement.dataset.build;
const isControlled = () => navigator.serviceWorker.controller !== null;
const caches = async () => (await window.caches.keys()).join();
/** The end of an attempt to install the worker that the server has now. */
const endOfUpdate = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration.waiting) return registration.waiting.state;
  const ended = new Promise((done) => {
    const watch = (worker) =>
      worker?.addEventListener('statechange', () => worker.state === 'installing' || done(worker.state));
    registration.addEventListener('updatefound', () => watch(registration.installing));
    watch(registration.installing);
  });
  await registration.update().catch(() => {});
  return ended;
};

const heading = (page) => page.getByRole('heading', { name: 'Play', exact: true }).waitFor();

async function restart(server, name) {
  await server.stop();
  await server.start(...pages(name));
}

test('a game goes on with the build that it began with; the next one is there, whole, when all its pages are closed', async (t) => {
  const server = await Server.during(t, ...pages('one'));
  const page = await visitor(browser);
  const context = page.context();
  await playComputer(page, server, { game: 'gomoku', side: 'Black' });
  await page.waitForFunction(isControlled);
  await page.evaluate(() => (window.isSame = true));
  await restart(server, 'two');

  const second = await context.newPage();
  await second.goto(server.url);
  assert.equal(await second.evaluate(build), 'two', 'pages come from the network');
  assert.equal(await second.evaluate(endOfUpdate), 'installed');
  // A file that this page has not asked for so far, and that the server has no more.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await play([page], page, 'a1');
  assert.deepEqual(await page.evaluate(() => [window.isSame, document.documentElement.dataset.build]), [
    true,
    'one',
  ]);

  await context.setOffline(true);
  const third = await context.newPage();
  await third.goto(server.url);
  await heading(third);
  assert.equal(await third.evaluate(build), 'one', 'while a page of it is open');
  await context.setOffline(false);
  for (const one of [page, second, third]) await one.close();

  const fourth = await context.newPage();
  await fourth.goto(server.url);
  await eventually(
    'only the second build is kept',
    async () => (await fourth.evaluate(caches)) === 'sanqi two',
  );
  await context.setOffline(true);
  await fourth.reload();
  await heading(fourth);
  assert.equal(await fourth.evaluate(build), 'two');
  await context.close();
});

test('a full disk costs the new build its installation, and no answer', async (t) => {
  const server = await Server.during(t, ...pages('one'));
  const page = await visitor(browser);
  await page.goto(server.url);
  await page.waitForFunction(isControlled);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
  await restart(server, 'two');
  await page.goto(`${server.url}/games`);
  await page.getByRole('heading', { name: 'Games' }).waitFor();
  assert.equal(await page.evaluate(build), 'two');
  assert.equal(await page.evaluate(endOfUpdate), 'redundant');
  assert.equal(await page.evaluate(caches), 'sanqi one');
  await page.context().setOffline(true);
  await page.goto(server.url);
  await heading(page);
  assert.equal(await page.evaluate(build), 'one', 'whole as it was');
  // What it asks the server is not answered offline, whether that is told before the page goes or not.
  page.complaints = page.complaints.filter((text) => !text.endsWith('net::ERR_FAILED'));
  await leave(page);
});

test(
  'the same change of builds in Firefox',
  { skip: isThere ? false : 'firefox-esr is not installed' },
  async (t) => {
    const server = await Server.during(t, ...pages('one'));
    const firefox = new Firefox();
    t.after(() => firefox.close());
    await firefox.start();
    const page = await firefox.newPage();
    await page.goto(server.url);
    await eventually('a worker answers', () => page.evaluate(isControlled));
    await restart(server, 'two');
    await page.goto(`${server.url}/games`);
    assert.equal(await page.evaluate(build), 'two', 'pages come from the network');
    await eventually('the second build is kept', async () =>
      (await page.evaluate(caches)).includes('sanqi two'),
    );
    await page.goto('about:blank');
    await page.goto(server.url);
    await eventually('and nothing else', async () => (await page.evaluate(caches)) === 'sanqi two');
    await server.stop();
    await page.goto(server.url);
    assert.equal(await page.evaluate(build), 'two', 'without a network');
    await eventually('the lobby is drawn', () =>
      page.evaluate(() => document.querySelector('.lobby h1') !== null),
    );
  },
);
