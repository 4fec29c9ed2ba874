// RFC 6455 against a real server: every case is sent in one piece and byte by byte.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from '../lib/server.mjs';
import { families } from './frame_cases.mjs';
import { close, ping, text } from '../lib/frames.mjs';
import { handshakes } from './handshake_cases.mjs';
import { Peer, request } from '../lib/peer.mjs';

const AT_ONCE = 16;
const HELLO = text(JSON.stringify({ t: 'hello', v: 1, name: 'Conformance' }));
const server = new Server();
before(() => server.start('--memory'));
after(() => server.dispose());

const isOneOf = (values, value) => [values].flat().includes(value);

async function follow(peer, step) {
  if (Buffer.isBuffer(step)) return peer.send(step);
  if ('message' in step) return assert.equal((await peer.message()).t, step.message);
  if ('pong' in step) return assert.deepEqual(await peer.pong(), Buffer.from(step.pong));
  const code = await peer.closeCode();
  assert.ok(isOneOf(step.close, code), `closed with ${code} instead of ${step.close}`);
}

async function checkFrames(peer, steps, byByte) {
  await peer.send(Buffer.concat([Buffer.from(request()), HELLO]));
  await peer.upgraded();
  assert.equal((await peer.message()).t, 'welcome');
  peer.byByte = byByte;
  for (const step of steps) await follow(peer, step);
  if (!('close' in steps.at(-1))) {
    await peer.send(close(1000));
    assert.equal(await peer.closeCode(), 1000);
  }
  await peer.end();
}

/** A request, and at once what would be the first frames: the server takes them for nothing else. */
async function checkHandshake(peer, [request, expected], byByte) {
  peer.byByte = byByte;
  const { status, ...fields } =
    typeof expected === 'number' || Array.isArray(expected) ? { status: expected } : expected;
  await peer.send(Buffer.concat([Buffer.from(request), ...(status === 101 ? [HELLO, ping('early')] : [])]));
  await peer.until(() => peer.head, 'answer');
  assert.ok(isOneOf(status, peer.status), peer.head);
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof RegExp) assert.match(peer.header(name) ?? '', value, name);
    else assert.equal(peer.header(name), value, name);
  }
  if (status !== 101) return;
  assert.deepEqual(await peer.pong(), Buffer.from('early'));
  assert.equal((await peer.message()).t, 'welcome');
}

/** Every case in both ways, some at once; the test fails with the list of those that did not pass. */
async function run(cases, check) {
  const waiting = cases.flatMap(([name, ...steps]) =>
    [false, true].map((byByte) => ({ name, steps, byByte })),
  );
  const failed = [];
  const work = async () => {
    for (let next; (next = waiting.pop());) {
      let peer;
      try {
        peer = await Peer.connect(server.port);
        await check(peer, next.steps, next.byByte);
      } catch (error) {
        failed.push(`${next.name} (${next.byByte ? 'byte by byte' : 'whole'}): ${error.message}`);
      } finally {
        peer?.destroy();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(`${cases.length} cases, whole and byte by byte: ${failed.length} failures`);
  assert.deepEqual(failed, []);
}

for (const [name, cases] of Object.entries(families)) test(name, () => run(cases, checkFrames));
test('handshake', () => run(handshakes, checkHandshake));

test('the table is not shorter than it was', () => {
  const cases = [...Object.values(families).flat(), ...handshakes];
  assert.equal(new Set(cases.map(([name]) => name)).size, cases.length, 'each name is of one case');
  assert.ok(cases.length >= 240, `${cases.length} cases`);
});
