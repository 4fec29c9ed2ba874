// Frames of RFC 6455 as bytes, right and wrong ones: what no WebSocket library lets one send.
import { random } from './seed.mjs';

export const CONTINUATION = 0,
  TEXT = 1,
  BINARY = 2,
  CLOSE = 8,
  PING = 9,
  PONG = 10;

/** The length as the frame says it: in as few bytes as it needs, or in 2 or 8 of them, or another one than the
 *  payload's. */
function lengthField(length, bytes, masked) {
  const mask = masked ? 0x80 : 0;
  const wanted = bytes ?? (length < 126 ? 0 : length < 65536 ? 2 : 8);
  if (wanted === 0) return Buffer.from([mask | Number(length)]);
  const field = Buffer.alloc(1 + wanted);
  field[0] = mask | (wanted === 2 ? 126 : 127);
  if (wanted === 2) field.writeUInt16BE(Number(length), 1);
  else field.writeBigUInt64BE(BigInt(length), 1);
  return field;
}

const anyKey = () => Buffer.from(Array.from({ length: 4 }, () => random(256)));

/** One frame. `length` and `lengthBytes` may lie, `key` is the mask's and null leaves the frame unmasked. */
export function frame(
  opcode,
  payload = '',
  { fin = true, rsv = 0, key = anyKey(), length, lengthBytes } = {},
) {
  const body = Buffer.from(payload);
  const first = Buffer.from([(fin ? 0x80 : 0) | (rsv << 4) | opcode]);
  const size = lengthField(length ?? body.length, lengthBytes, key !== null);
  if (key === null) return Buffer.concat([first, size, body]);
  return Buffer.concat([first, size, key, body.map((byte, i) => byte ^ key[i % 4])]);
}

export const text = (payload, options) => frame(TEXT, payload, options);
export const binary = (payload, options) => frame(BINARY, payload, options);
export const ping = (payload, options) => frame(PING, payload, options);
export const pong = (payload, options) => frame(PONG, payload, options);
export const more = (payload, options) => frame(CONTINUATION, payload, { fin: false, ...options });
export const last = (payload, options) => frame(CONTINUATION, payload, options);

/** A close with a code and a reason; without a code it has no payload at all. */
export function close(code, reason = '', options) {
  if (code === undefined) return frame(CLOSE, '', options);
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame(CLOSE, Buffer.concat([payload, Buffer.from(reason)]), options);
}

/** A text in as many frames as there are parts. */
export function fragments(...parts) {
  return Buffer.concat(
    parts.map((part, i) => frame(i === 0 ? TEXT : CONTINUATION, part, { fin: i === parts.length - 1 })),
  );
}

/** Takes whole frames of a server (unmasked) from the beginning of `bytes`: the frames, and what is left. */
export function parse(bytes) {
  const frames = [];
  for (;;) {
    if (bytes.length < 2) break;
    let start = 2,
      length = bytes[1] & 0x7f;
    if (length === 126) {
      start = 4;
      if (bytes.length >= 4) length = bytes.readUInt16BE(2);
    } else if (length === 127) {
      start = 10;
      if (bytes.length >= 10) length = Number(bytes.readBigUInt64BE(2));
    }
    if (bytes.length < start || bytes.length < start + length) break;
    if (bytes[1] & 0x80) throw new Error('a server must not mask its frames');
    if (bytes[0] & 0x70) throw new Error('a reserved bit that nothing was agreed for');
    frames.push({
      fin: bytes[0] >= 0x80,
      opcode: bytes[0] & 0x0f,
      payload: bytes.subarray(start, start + length),
    });
    bytes = bytes.subarray(start + length);
  }
  return { frames, rest: bytes };
}
