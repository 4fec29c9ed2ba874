// An evening on the local network, without a way out of it: the server's machine and a friend's are two network
// namespaces that a pair of virtual cables joins. Neither has a default route, so that anything from outside would be
// missed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { board, chromiumPath, click, launch, visitor } from '../lib/browser.mjs';
import { Namespace } from '../lib/network_namespace.mjs';
import { nodeFlags } from '../lib/node_flags.mjs';
import { binary } from '../lib/server.mjs';
import { readQr } from './qr.mjs';

const ADDRESS = '192.168.77.1',
  PORT = 8080;
const device = fileURLToPath(new URL('./lan_device.mjs', import.meta.url));

let host, guest;

/** Why there can be no such networks here, or nothing. */
async function buildNetworks() {
  try {
    host = await Namespace.open();
    guest = await Namespace.open(host);
    host.ip('link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'lan0', 'netns', guest.pid);
    for (const [namespace, number] of [
      [host, 1],
      [guest, 2],
    ]) {
      namespace.ip('address', 'add', `192.168.77.${number}/24`, 'dev', 'lan0');
      namespace.ip('link', 'set', 'lan0', 'up');
    }
    return undefined;
  } catch (error) {
    return `this machine builds no networks: ${String(error.stderr ?? error.message).trim()}`;
  }
}

const running = [];
function run(namespace, ...command) {
  const [program, ...words] = [...namespace.prefix, ...command];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  return child;
}

/** A device in its network, joining by the code: the lines that it prints, as objects, one after another. */
function joinFrom(namespace, url, code, plies) {
  const child = run(namespace, process.execPath, ...nodeFlags, device, url, code, String(plies));
  const exited = new Promise((done) => child.once('exit', done));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    assert.ok(!done, 'the device gave up');
    return JSON.parse(value);
  };
  return { next, exited };
}

const skip = await buildNetworks();
const folder = mkdtempSync(join(tmpdir(), 'sanqi-lan-'));
let banner = [];
let code;

/** What is printed from the start to the last advice. */
async function startServer(...flags) {
  const server = run(
    host,
    binary,
    '--lan',
    '--port',
    String(PORT),
    '--database',
    join(folder, 'records.db'),
    ...flags,
  );
  const lines = [];
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    if (/firewall/.test(line)) break;
  }
  return { server, lines };
}

before(async () => {
  if (skip) return;
  ({ lines: banner } = await startServer('--qr', 'always'));
  code = /\/r\/([A-Z0-9]{5})$/.exec(banner.find((line) => line.includes('/r/')))?.[1];
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  host?.close();
  guest?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the server tells everybody where it is, in letters and as a picture', { skip }, () => {
  const url = `http://${ADDRESS}:${PORT}/r/${code}`;
  assert.ok(
    banner.some((line) => line.trim() === url),
    banner.join('\n'),
  );
  assert.match(code, /^[2-9A-HJKMNP-TV-Z]{5}$/);
  assert.ok(
    banner.some((line) => line.endsWith(` ${code}`)),
    'the code alone, to be read aloud',
  );
  const picture = banner.filter((line) => line.startsWith('\x1b[30;107m')).map((line) => line.slice(9, -4));
  assert.equal(readQr(picture), url.toUpperCase());
});

test('a friend joins by the code and moves', { skip }, async () => {
  const first = joinFrom(host, `http://127.0.0.1:${PORT}`, code, 4);
  const hostsRoom = await first.next();
  assert.deepEqual(hostsRoom, {
    gameId: hostsRoom.gameId,
    you: 'first',
    game: 'xiangqi',
    host: true,
    elsewhere: false,
  });
  const second = joinFrom(guest, `http://${ADDRESS}:${PORT}`, code.toLowerCase(), 4);
  assert.deepEqual(await second.next(), { ...hostsRoom, you: 'second', host: false });
  const { moves } = await first.next();
  assert.equal(moves.split(' ').length, 4);
  assert.deepEqual(await second.next(), { moves });
  await Promise.all([first.exited, second.exited]);
});

test('a browser without any other network shows the board, and a move by touch', { skip }, async () => {
  const wrapper = join(folder, 'chromium');
  writeFileSync(wrapper, `#!/bin/sh\nexec ${guest.prefix.join(' ')} ${chromiumPath()} "$@"\n`);
  chmodSync(wrapper, 0o755);
  const browser = await launch(wrapper);
  try {
    const page = await visitor(browser);
    const places = new Set();
    page.on('request', (request) => places.add(new URL(request.url()).host));
    const arrive = () => page.goto(`http://${ADDRESS}:${PORT}/R/${code}`); // In capitals, as the QR code has it.
    // What loads when Chromium first hears of the namespace's interfaces is given up.
    await arrive().catch((error) =>
      error.message.includes('ERR_NETWORK_CHANGED') ? arrive() : assert.fail(error),
    );
    await board(page).waitFor();
    const other = joinFrom(host, `http://127.0.0.1:${PORT}`, code, 2);
    assert.equal(
      (await other.next()).you,
      'second',
      'the code leads to a new room, for the last game is over',
    );
    await page.locator('.status').getByText('Your move', { exact: true }).waitFor();
    await click(page, 'h2');
    await click(page, 'e2');
    const { moves } = await other.next();
    assert.match(moves, /^h2e2 /);
    assert.deepEqual([...places], [`${ADDRESS}:${PORT}`], 'everything comes from the server itself');
    assert.deepEqual(page.complaints, []);
    await other.exited;
  } finally {
    await browser.close();
  }
});

test('the host takes all games home, the guests do not', { skip }, () => {
  const get = (namespace, url) =>
    namespace.run(
      process.execPath,
      '-e',
      `fetch(${JSON.stringify(url)}).then(async (r) => console.log(JSON.stringify([r.status, await r.text()])))`,
    );
  for (const address of ['127.0.0.1', ADDRESS]) {
    const [status, text] = JSON.parse(get(host, `http://${address}:${PORT}/api/games/all`));
    assert.equal(status, 200, text);
    assert.equal(JSON.parse(text).length, 2);
  }
  assert.equal(JSON.parse(get(guest, `http://${ADDRESS}:${PORT}/api/games/all`))[0], 403);
});

test('a port that is taken is followed by the next one', { skip }, async () => {
  const { lines } = await startServer('--memory', '--qr', 'auto', '--game', 'gomoku');
  assert.ok(lines.includes(`Port ${PORT} is taken; using ${PORT + 1}.`), lines.join('\n'));
  assert.ok(lines.some((line) => line.includes(`http://${ADDRESS}:${PORT + 1}/r/`)));
  assert.ok(!lines.some((line) => line.includes('▀')), 'this is no terminal');
});
