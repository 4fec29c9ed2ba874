// What is sent over an open WebSocket, and what must come back: [name, step, ...]. A step is bytes to send, or what is
// awaited. After the last step the connection is closed by whoever has not closed it yet. The families are those of the
// Autobahn test suite.
import {
  BINARY,
  CLOSE,
  CONTINUATION,
  PING,
  PONG,
  TEXT,
  binary,
  close,
  fragments,
  frame,
  last,
  more,
  ping,
  pong,
  text,
} from '../lib/frames.mjs';

const PROTOCOL_ERROR = { close: 1002 },
  NOT_TEXT = { close: 1003 },
  NOT_UTF8 = { close: 1007 },
  TOO_BIG = { close: 1009 };
const LONGEST = 4096;
const answered = { message: 'pong' };
const refused = { message: 'error' };

/** A message that the server answers; `note` is text that it reads and does nothing with. */
const asked = (note = '') =>
  Buffer.concat([Buffer.from('{"t":"ping","at":7,"note":"'), Buffer.from(note), Buffer.from('"}')]);
/** The same with blanks up to a length. */
const askedIn = (length) => asked().toString().padEnd(length);
const bytes = (...values) => Buffer.from(values);
const hex = (text) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** In as many parts as there are bytes. */
const byBytes = (payload) => [...Buffer.from(payload)].map((byte) => Buffer.of(byte));

const framing = [
  ...[27, 28, 125, 126, 127, 128, 1000, 4095, LONGEST].map((n) => [
    `a text of ${n} bytes`,
    text(askedIn(n)),
    answered,
  ]),
  ['an empty text is no JSON', text(''), refused],
  ...[LONGEST + 1, 65535, 65536].map((n) => [`a text of ${n} bytes is too big`, text(askedIn(n)), TOO_BIG]),
  ['a text that only says that it is too big', text('', { length: 2n ** 40n }), TOO_BIG],
  ['a length with its highest bit set', text('', { length: 2n ** 63n }), { close: [1002, 1009] }],
  ...[0, 1, 125, 126, 127, 128, LONGEST].map((n) => [
    `${n} bytes that are no text`,
    binary(Buffer.alloc(n, 0xfe)),
    NOT_TEXT,
  ]),
  ['65536 bytes that are no text', binary(Buffer.alloc(65536)), { close: [1003, 1009] }],
  ['a short length in two bytes', text(asked(), { lengthBytes: 2 }), PROTOCOL_ERROR],
  ['a short length in eight bytes', text(asked(), { lengthBytes: 8 }), PROTOCOL_ERROR],
  ['a length of 126 in eight bytes', text(askedIn(126), { lengthBytes: 8 }), PROTOCOL_ERROR],
  [
    'ten texts in one piece',
    Buffer.concat(Array.from({ length: 10 }, () => text(asked()))),
    ...Array(10).fill(answered),
  ],
];

const masking = [
  ['a mask of zeros', text(asked(), { key: bytes(0, 0, 0, 0) }), answered],
  ['a mask of ones', text(asked(), { key: bytes(255, 255, 255, 255) }), answered],
  ['a text without a mask', text(asked(), { key: null }), PROTOCOL_ERROR],
  ['an empty text without a mask', text('', { key: null }), PROTOCOL_ERROR],
  ['a ping without a mask', ping('x', { key: null }), PROTOCOL_ERROR],
  ['a close without a mask', close(1000, '', { key: null }), PROTOCOL_ERROR],
  ['a continuation without a mask', text('{', { fin: false }), last('}', { key: null }), PROTOCOL_ERROR],
];

const longestControl = Buffer.alloc(125, 0x2a);
const pings = [
  ['an empty ping', ping(), { pong: '' }],
  ['a ping with a text', ping('Hello'), { pong: 'Hello' }],
  [
    'a ping with bytes that are no text',
    ping(bytes(0, 255, 254, 253, 0xc0, 0)),
    { pong: bytes(0, 255, 254, 253, 0xc0, 0) },
  ],
  ['a ping of 125 bytes', ping(longestControl), { pong: longestControl }],
  ['a ping of 126 bytes', ping(Buffer.alloc(126)), PROTOCOL_ERROR],
  ['a ping that says 126 bytes and brings none', ping('', { length: 126 }), PROTOCOL_ERROR],
  ['a ping whose short length has two bytes', ping('Hello', { lengthBytes: 2 }), PROTOCOL_ERROR],
  ['a ping in two frames', ping('He', { fin: false }), last('llo'), PROTOCOL_ERROR],
  [
    'ten pings are answered in order',
    Buffer.concat([...'0123456789'].map((n) => ping(n))),
    ...[...'0123456789'].map((n) => ({ pong: n })),
  ],
  ['a pong that nobody asked for', pong(), text(asked()), answered],
  ['a pong with a payload that nobody asked for', pong('Hello'), text(asked()), answered],
  ['a pong between pings', ping('1'), pong('x'), ping('2'), { pong: '1' }, { pong: '2' }],
  ['a pong of 125 bytes', pong(longestControl), text(asked()), answered],
  ['a pong of 126 bytes', pong(Buffer.alloc(126)), PROTOCOL_ERROR],
  ['a pong in two frames', pong('He', { fin: false }), last('llo'), PROTOCOL_ERROR],
];

const kinds = {
  text: TEXT,
  binary: BINARY,
  continuation: CONTINUATION,
  close: CLOSE,
  ping: PING,
  pong: PONG,
};
const reserved = [
  ...[1, 2, 3, 4, 5, 6, 7].map((rsv) => [
    `reserved bits ${rsv} on a text`,
    text(asked(), { rsv }),
    PROTOCOL_ERROR,
  ]),
  ...Object.entries(kinds).map(([name, opcode]) => [
    `a reserved bit on an empty ${name}`,
    frame(opcode, '', { rsv: 4 }),
    PROTOCOL_ERROR,
  ]),
  [
    'what came before a reserved bit is answered',
    text(asked()),
    answered,
    text(asked(), { rsv: 2 }),
    PROTOCOL_ERROR,
  ],
  [
    'a reserved bit in the middle of a message',
    text('{', { fin: false }),
    last('}', { rsv: 4 }),
    PROTOCOL_ERROR,
  ],
  [
    'nothing after a reserved bit is answered',
    Buffer.concat([text(asked(), { rsv: 4 }), ping('x'), text(asked())]),
    PROTOCOL_ERROR,
  ],
];

const unknown = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15];
const opcodes = [
  ...unknown.map((opcode) => [`the unknown opcode ${opcode}, empty`, frame(opcode), PROTOCOL_ERROR]),
  ...unknown.map((opcode) => [
    `the unknown opcode ${opcode} after a text`,
    text(asked()),
    answered,
    frame(opcode, 'payload'),
    PROTOCOL_ERROR,
  ]),
  ['an unknown opcode in the middle of a message', text('{', { fin: false }), frame(3, '}'), PROTOCOL_ERROR],
];

const half = asked().length >> 1;
const [front, back] = [asked().subarray(0, half), asked().subarray(half)];
const fragmentation = [
  ['a text in two frames', fragments(front, back), answered],
  ['a text in three frames', fragments(front, back.subarray(0, 3), back.subarray(3)), answered],
  ['a text of frames of one byte', fragments(...byBytes(asked())), answered],
  ['an empty first frame', fragments('', asked()), answered],
  ['an empty last frame', fragments(asked(), ''), answered],
  ['empty frames between', fragments(front, '', '', back), answered],
  ['nothing but empty frames', fragments('', '', ''), refused],
  ['a ping between two frames', text(front, { fin: false }), ping('p'), { pong: 'p' }, last(back), answered],
  [
    'five pings between frames',
    text(front, { fin: false }),
    ...[...'01234'].map((n) => Buffer.concat([ping(n), more('')])),
    last(back),
    ...[...'01234'].map((n) => ({ pong: n })),
    answered,
  ],
  [
    'a ping of 125 bytes between two frames',
    text(front, { fin: false }),
    ping(longestControl),
    last(back),
    { pong: longestControl },
    answered,
  ],
  ['a pong between two frames', text(front, { fin: false }), pong('p'), last(back), answered],
  [
    'two messages in fragments, one after the other',
    fragments(front, back),
    fragments(front, back),
    answered,
    answered,
  ],
  ['a last frame without a first one', last(asked()), PROTOCOL_ERROR],
  ['a frame in the middle without a first one', more(asked()), PROTOCOL_ERROR],
  ['an empty continuation of nothing', last(''), PROTOCOL_ERROR],
  ['a continuation of a message that was whole', text(asked()), answered, last('x'), PROTOCOL_ERROR],
  ['a text in the middle of a text', text(front, { fin: false }), text(asked()), PROTOCOL_ERROR],
  [
    'an unfinished text in the middle of a text',
    text(front, { fin: false }),
    text(back, { fin: false }),
    PROTOCOL_ERROR,
  ],
  ['binary in the middle of a text', text(front, { fin: false }), binary('x'), PROTOCOL_ERROR],
  ['a text in the middle of binary', binary('x', { fin: false }), text(asked()), PROTOCOL_ERROR],
  ['binary in two frames', binary('x', { fin: false }), last('y'), NOT_TEXT],
  [
    'the longest text in two frames',
    fragments(askedIn(LONGEST).slice(0, 2000), askedIn(LONGEST).slice(2000)),
    answered,
  ],
  ['a text that is too big by its second frame', fragments(askedIn(LONGEST), ' '), TOO_BIG],
  [
    'frames without end',
    text(askedIn(2000), { fin: false }),
    Buffer.concat(Array.from({ length: 40 }, () => more(' '.repeat(100)))),
    TOO_BIG,
  ],
  ['a close in the middle of a message', text(front, { fin: false }), close(1000), { close: 1000 }],
  ['a close in two frames', close(1000, '', { fin: false }), last('x'), PROTOCOL_ERROR],
];

const good = {
  'of Greek': 'κόσμε',
  'of Chinese': '三棋',
  'of emoji': '😀🀄',
  'with a combining mark': 'é',
  'with a zero-width joiner': '👩‍💻',
  'U+0080, U+07FF': '\u0080\u07ff',
  'U+0800, U+D7FF': '\u0800\ud7ff',
  'U+E000, U+FFFD': '\ue000\ufffd',
  'U+FFFE, U+FFFF': '\ufffe\uffff',
  'U+10000, U+10FFFF': '\u{10000}\u{10ffff}',
};
const bad = {
  'a continuation byte alone': '80',
  'two continuation bytes alone': '80bf',
  'an overlong slash of two bytes': 'c0af',
  'an overlong slash of three bytes': 'e080af',
  'an overlong slash of four bytes': 'f08080af',
  'an overlong zero': 'c080',
  'U+07FF in three bytes': 'e09fbf',
  'U+FFFF in four bytes': 'f08fbfbf',
  'the surrogate U+D800': 'eda080',
  'the surrogate U+DFFF': 'edbfbf',
  'a pair of surrogates': 'eda081edb080',
  'U+110000': 'f4908080',
  'a lead byte F5': 'f5808080',
  'five bytes': 'f888808080',
  'six bytes': 'fc8480808080',
  'a byte FE': 'fe',
  'a byte FF': 'ff',
  'a lead byte and a letter': 'c341',
  'three of four bytes and a letter': 'f09f9841',
};
const unfinished = {
  'one of two bytes': 'c3',
  'two of three bytes': 'e4b8',
  'three of four bytes': 'f09f98',
};
/** The text of a message broken inside the character in it, after its n-th byte. */
const brokenAfter = (n, character) => {
  const whole = asked(character),
    at = whole.indexOf(Buffer.from(character)) + n;
  return fragments(whole.subarray(0, at), '', whole.subarray(at));
};
const utf8 = [
  ...Object.entries(good).map(([name, note]) => [`a text ${name}`, text(asked(note)), answered]),
  ...Object.entries(good).map(([name, note]) => [
    `a text ${name}, in frames of one byte`,
    fragments(...byBytes(asked(note))),
    answered,
  ]),
  ...['é', '三', '😀'].flatMap((character) =>
    Array.from({ length: Buffer.byteLength(character) - 1 }, (_, i) => [
      `${character} broken after byte ${i + 1}`,
      brokenAfter(i + 1, character),
      answered,
    ]),
  ),
  ...Object.entries(bad).map(([name, value]) => [`no text: ${name}`, text(asked(hex(value))), NOT_UTF8]),
  ...Object.entries(bad).map(([name, value]) => [
    `no text, in frames of one byte: ${name}`,
    fragments(...byBytes(asked(hex(value)))),
    NOT_UTF8,
  ]),
  ...Object.entries(unfinished).map(([name, value]) => [
    `a text that ends with ${name}`,
    text(hex(value)),
    NOT_UTF8,
  ]),
  ...Object.entries(unfinished).map(([name, value]) => [
    `a last frame that ends with ${name}`,
    fragments('{', hex(value)),
    NOT_UTF8,
  ]),
  ['no text is told at once: the message goes on', text(asked(hex('ff')), { fin: false }), NOT_UTF8],
  [
    'no text is told at once: a character that cannot become one',
    text(hex('f490'), { fin: false }),
    NOT_UTF8,
  ],
  [
    'a character that may still become one is waited for',
    text(hex('7b22f48f'), { fin: false }),
    ping('?'),
    { pong: '?' },
    last(hex('bfbf')),
    refused,
  ],
  ['no text in the second frame of three', text('{"', { fin: false }), more(hex('c0af')), NOT_UTF8],
];

const closeCodes = {
  good: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999],
  bad: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999],
};
const closing = [
  ['a close without a code', close(), { close: [1000, 1005] }],
  ['a close with a reason', close(1000, 'done 完'), { close: 1000 }],
  ['a close with the longest reason', close(1000, 'x'.repeat(123)), { close: 1000 }],
  ['a close whose reason is too long', close(1000, 'x'.repeat(124)), PROTOCOL_ERROR],
  ['half a code', frame(CLOSE, bytes(3)), PROTOCOL_ERROR],
  ['a reason that is no text', close(1000, hex('ceba e1bdb9 cf83 ceb5 eda080')), { close: [1002, 1007] }],
  ['a reason that ends within a character', close(1000, hex('e4b8')), { close: [1002, 1007] }],
  ...closeCodes.good.map((code) => [`the close code ${code}`, close(code), { close: code }]),
  ...closeCodes.bad.map((code) => [`the close code ${code} is none`, close(code), PROTOCOL_ERROR]),
  ...[5000, 65535].map((code) => [
    `the close code ${code}, of which the RFC says nothing`,
    close(code),
    { close: [code, 1002] },
  ]),
  [
    'nothing is answered after a close',
    Buffer.concat([close(1000), ping('x'), text(asked()), close(1001)]),
    { close: 1000 },
  ],
  [
    'what came before a close is answered',
    text(asked()),
    answered,
    ping('x'),
    { pong: 'x' },
    close(1001),
    { close: 1001 },
  ],
];

export const families = {
  framing,
  masking,
  pings,
  'reserved bits': reserved,
  opcodes,
  fragmentation,
  'UTF-8': utf8,
  closing,
};
