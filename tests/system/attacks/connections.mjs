// Attacks by sockets: slow, silent, rude, and many.
import { close, frame, more, ping, pong, text } from '../lib/frames.mjs';
import { KEY, request } from '../lib/peer.mjs';
import { pause } from './attacker.mjs';
import { once, repeatedly, rude } from './kinds.mjs';

/** Opens connections that never finish what `beginning` begins, a byte each tenth of a second. */
const slow = (
  name,
  beginning,
  {
    byte = 'x',
    first = async (peer) => {
      if (beginning) await peer.send(beginning);
    },
  } = {},
) => [
  `slowloris: ${name}`,
  async (siege) => {
    const open = (
      await Promise.all(Array.from({ length: 170 * siege.addresses.length }, () => siege.connect()))
    ).filter(Boolean);
    await Promise.all(open.map((peer, n) => first(peer, siege.addresses[n % siege.addresses.length])));
    siege.count('connections', open.length);
    while (siege.goesOn) {
      await pause(100);
      if (byte) for (const peer of open) if (!peer.ended) peer.send(byte);
    }
    siege.count('closed by the server', open.filter((peer) => peer.ended).length);
  },
];

export const connections = [
  slow('silent after connecting', '', { byte: '' }),
  slow('the request line', 'GET /'),
  slow('headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '),
  slow(
    'a body',
    'POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
  ),
  slow(
    'an upgrade',
    `GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\nX: `,
  ),
  slow('no hello', request({ 'X-Forwarded-For': '203.0.113.77' }), { byte: '' }),
  slow(
    'a frame',
    Buffer.concat([Buffer.from(request({ 'X-Forwarded-For': '203.0.113.78' })), text('', { length: 4000 })]),
  ),
  slow('nothing is read', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', {
    byte: '',
    // From an address: those of the server's own machine are not counted.
    first: async (peer, address) => {
      peer.stopReading();
      await peer.send(
        `GET /api/server HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(90),
      );
    },
  }),
  rude('WebSockets that read nothing', async (siege, peer) => {
    peer.stopReading();
    for (let i = 0; i < 90; i++)
      peer.send(text(JSON.stringify({ t: 'join', gameId: siege.world.longGame, as: 'spectator' })));
    siege.count('messages', 90);
    for (const until = Date.now() + 3000; Date.now() < until && siege.goesOn && !peer.ended;) await pause(20);
  }),
  rude('pings without end', repeatedly(ping('x'), 200)),
  rude('pings of 125 bytes', repeatedly(ping(Buffer.alloc(125)), 100)),
  rude('pongs without end', repeatedly(pong('x'), 200)),
  rude('empty fragments without end', async (siege, peer) => {
    await peer.send(text('', { fin: false }));
    await repeatedly(more(''), 400)(siege, peer);
  }),
  rude(
    'frames of one byte',
    repeatedly(Buffer.concat([text('[', { fin: false }), more(' '), frame(0, ']')]), 60),
  ),
  rude('compressed frames', once(text('abc', { rsv: 4 }))),
  rude('frames that are too large', once(text(Buffer.alloc(70_000, 0x20)))),
  rude('frames that say they are endless', once(text('', { length: 2n ** 62n }))),
  rude('unmasked frames', once(text('{}', { key: null }))),
  rude('closes and goes on', once(Buffer.concat([close(1000), ...Array(200).fill(text('{}'))]))),
  // A close of the server's and one that a bad frame asks for, at once.
  [
    'bad text while being closed',
    (siege) =>
      Promise.all(
        siege.addresses.flatMap((address) =>
          Array.from({ length: 8 }, async () => {
            const half = Buffer.from('\x01\x84\0\0\0\0ab', 'latin1');
            while (siege.goesOn) {
              const peer = await siege.connect();
              if (!peer) {
                await pause(50);
                continue;
              }
              peer.ignore();
              await peer.send(request({ 'X-Forwarded-For': address }));
              await pause(5);
              await peer.send(Buffer.concat([text('{"t":"hello","v":0}'), half]));
              await pause(5);
              await peer.send(Buffer.from([255, 255]));
              siege.count('connections');
              await pause(20);
            }
          }),
        ),
      ),
  ],
  [
    'connect and vanish',
    (siege) =>
      Promise.all(
        Array.from({ length: 8 * siege.addresses.length }, async () => {
          while (siege.goesOn) {
            (await siege.connect())?.destroy();
            siege.count('connections');
            await pause(2);
          }
        }),
      ),
  ],
  [
    'a storm of reconnections',
    async (siege) => {
      // 5,000 in ten seconds, each from an address of its own.
      const wanted = Math.round(500 * siege.seconds);
      let next = 0;
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          for (let n; (n = next++) < wanted && siege.goesOn; await pause(150)) {
            const peer = await siege.enter(`100.64.${n >> 8}.${n & 255}`);
            if (!peer) continue;
            peer.send(text(JSON.stringify({ t: 'join', gameId: siege.world.longGame, as: 'spectator' })));
            siege.count('came back');
          }
        }),
      );
    },
    { users: ({ seconds }) => 500 * seconds, tokens: ({ seconds }) => 500 * seconds },
  ],
];
