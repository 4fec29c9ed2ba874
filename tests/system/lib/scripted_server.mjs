// A server of one test, which says by WebSocket what the test wants it to.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { TEXT, text } from './frames.mjs';

/** The first frame of a client and what follows it; null: it is not whole. */
function take(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & 0x7f;
  const mask = short === 126 ? 4 : 2;
  if (bytes.length < mask + 4) return null;
  const begin = mask + 4;
  const end = begin + (short === 126 ? bytes.readUInt16BE(2) : short);
  if (bytes.length < end) return null;
  const payload = Buffer.from(bytes.subarray(begin, end).map((byte, i) => byte ^ bytes[mask + (i % 4)]));
  return { opcode: bytes[0] & 0x0f, payload, rest: bytes.subarray(end) };
}

/** Until the test is over. `answer(message, say)` is called for each message, of 64 KiB at most. */
export async function scriptedServer(t, answer) {
  const server = createServer();
  const sockets = new Set();
  server.on('upgrade', ({ headers }, socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`; // RFC 6455, 1.3.
    const accept = createHash('sha1').update(key).digest('base64');
    const fields = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n`;
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n`);
    const say = (message) => socket.write(text(JSON.stringify(message), { key: null }));
    let bytes = Buffer.alloc(0);
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more]);
      for (let frame; (frame = take(bytes)); bytes = frame.rest)
        if (frame.opcode === TEXT) answer(JSON.parse(frame.payload), say);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}` };
}
