// Requests to become a WebSocket, and how each is answered: [name, request, expected]. `expected` is a status, or
// fields of the answer.
import { ACCEPT, KEY, request } from '../lib/peer.mjs';

const accepted = {
  status: 101,
  'Sec-WebSocket-Accept': ACCEPT,
  Upgrade: /^websocket$/i,
  Connection: /^upgrade$/i,
  'Sec-WebSocket-Extensions': undefined,
  'Sec-WebSocket-Protocol': undefined,
};
const wrongVersion = { status: 426, 'Sec-WebSocket-Version': '13', Upgrade: /^websocket$/i };

export const handshakes = [
  ['the least that is needed', request(), accepted],
  [
    'names of headers in any case',
    request({ Host: null, Upgrade: null, HOST: 'localhost', uPGRADE: 'WebSocket' }),
    accepted,
  ],
  ['Connection: keep-alive, Upgrade', request({ Connection: 'keep-alive, Upgrade' }), accepted],
  ['two lines of Connection', request({ Connection: ['keep-alive', 'Upgrade'] }), accepted],
  ['a query', request({}, { line: 'GET /ws?room=K7QMX HTTP/1.1' }), accepted],
  [
    'no compression is agreed',
    request({ 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' }),
    accepted,
  ],
  ['no subprotocol is agreed', request({ 'Sec-WebSocket-Protocol': 'chat, superchat' }), accepted],
  ['a page of ours', request({ Origin: 'http://localhost' }), accepted],
  [
    'a page of ours, by its address and port',
    request({ Host: '127.0.0.1:8080', Origin: 'http://127.0.0.1:8080' }),
    accepted,
  ],
  ['a page of another site', request({ Origin: 'http://evil.example' }), 403],
  ['a page of another port', request({ Host: 'localhost:8080', Origin: 'http://localhost:8081' }), 403],
  ['a page without an origin of its own', request({ Origin: 'null' }), 403],
  [
    'two origins, one of them ours',
    request({ Origin: ['http://evil.example', 'http://localhost'] }),
    [400, 403],
  ],
  [
    'two origins, the first of them ours',
    request({ Origin: ['http://localhost', 'http://evil.example'] }),
    [400, 403],
  ],
  [
    'a name that is not ours (DNS rebinding)',
    request({ Host: 'evil.example', Origin: 'http://evil.example' }),
    403,
  ],
  ['no Host', request({ Host: null }), [400, 403]],
  ['an empty Host', request({ Host: '' }), [400, 403]],
  ['two Hosts', request({ Host: ['localhost', 'evil.example'] }), 400],
  ['no key', request({ 'Sec-WebSocket-Key': null }), [400, 426]],
  ['an empty key', request({ 'Sec-WebSocket-Key': '' }), 400],
  ['two keys', request({ 'Sec-WebSocket-Key': [KEY, 'AAAAAAAAAAAAAAAAAAAAAA=='] }), 400],
  ['a key of 15 bytes', request({ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAA' }), 400],
  ['a key of 17 bytes', request({ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAAA=' }), 400],
  ['a key that is no base64', request({ 'Sec-WebSocket-Key': '!!!!!!!!!!!!!!!!!!!!!!==' }), 400],
  ['no version', request({ 'Sec-WebSocket-Version': null }), wrongVersion],
  ...['8', '12', '14', '0', '13, 8', '13x', ''].map((version) => [
    `version ${version || 'of no number'}`,
    request({ 'Sec-WebSocket-Version': version }),
    wrongVersion,
  ]),
  ['two versions', request({ 'Sec-WebSocket-Version': ['13', '8'] }), [400, 426]],
  ['no Upgrade', request({ Upgrade: null }), 426],
  ['an upgrade to something else', request({ Upgrade: 'h2c' }), 426],
  ['no Connection', request({ Connection: null }), 426],
  ['Connection: close', request({ Connection: 'close' }), 426],
  ['HTTP/1.0', request({}, { line: 'GET /ws HTTP/1.0' }), [400, 426]],
  ['POST', request({}, { line: 'POST /ws HTTP/1.1' }), [400, 405, 426]],
  ['another address', request({}, { line: 'GET /wss HTTP/1.1' }), 404],
  ['no HTTP', request({}, { line: 'GET /ws HTP/1.1' }), 400],
  ['a header of more than 8 KiB', request({ Cookie: 'x'.repeat(9000) }), 431],
];
