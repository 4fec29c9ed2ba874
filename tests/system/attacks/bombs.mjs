// Texts that are made to hurt who reads them, of nearly any size. tests/server/bombs.h has the same in C++.
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const many = (part, bytes) => part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))));
/** Different members of an object. */
function members(bytes) {
  let all = '';
  for (let i = 0; all.length < bytes - 12; i++) all += `"${i}":0,`;
  return all;
}

/** As JSON, or nearly; `first` begins an object with members that make it something else than a bomb at first sight. */
const KINDS = [
  (bytes, first) => `${first}${members(bytes)}"z":0}`,
  (bytes, first) => `${first}"x":[{${members(bytes)}"z":0}]}`,
  (bytes, first) => `${first}${many('"t":0,', bytes)}"z":0}`,
  (bytes, first) => `${first}${['a', 'b', 'c', 'd'].map((end) => `"${many('k', bytes / 5)}${end}":0`)}}`,
  (bytes, first) => `${first}"x":${many('[', bytes)}`,
  (bytes, first) => `${first}"x":${many('{"a":', bytes)}`,
  (bytes, first) => `${first}"x":[${many('{"a":{"b":[]},"c":0},', bytes)}0]}`,
  (bytes, first) => `${first}"x":[${many('[],', bytes)}0]}`,
  (bytes, first) => `${first}"x":[${many('1e9,', bytes)}0]}`,
  (bytes, first) => `${first}"x":${many('9', bytes)}}`,
  (bytes, first) => `${first}"x":0.${many('0', bytes)}1}`,
  (bytes, first) => `${first}"x":1e${many('9', bytes)}}`,
  (bytes, first) => `${first}"x":"${many('\\ud83d\\ude00', bytes)}"}`,
  (bytes, first) => `${first}"x":"${many('三', bytes)}"}`,
  (bytes) => many('x', bytes),
  (bytes) => many(' ', bytes),
];

/** Makes a value hurt and leaves it what it is. */
function swollen(value, bytes) {
  if (typeof value === 'string') return many('\u0001三\u{1f600}', bytes / 2);
  if (typeof value === 'number') return 1e300;
  if (Array.isArray(value)) return Array.from({ length: bytes / 8 }, (_, i) => `${i}`);
  return value;
}

/** What can be sent in place of an object: every kind of bomb, alone and behind its members, and each of its fields
 *  made large. */
export function bombs(object, bytes) {
  const first = `${JSON.stringify(object).slice(0, -1)}${Object.keys(object).length > 0 ? ',' : ''}`;
  const room = bytes - Buffer.byteLength(first) - 16;
  return [
    ...KINDS.flatMap((kind) => [kind(bytes - 16, '{'), kind(room, first)]),
    ...Object.entries(object)
      .filter(([name]) => name !== 't')
      .map(([name, value]) => JSON.stringify({ ...object, [name]: swollen(value, room / 4) })),
  ];
}

/** Every message that a client may send, as tests/protocol/samples has them. */
export const clientMessages = JSON.parse(read('tests/protocol/samples/client_messages.json')).map(
  ({ message }) => message,
);

/** Every route of docs/protocol.md, with something in place of what it leaves open. One told without a method of
 *  its own is asked by both. */
const found = [...read('docs/protocol.md').matchAll(/`(?:(GET|POST|DELETE) )?(\/[^`?\s]*)/g)];
export const routes = found.flatMap(([, method, path]) =>
  (method ? [method] : ['GET', 'POST']).map((one) => [one, path.replace(/{[^}]*}/g, 'abcd1234')]),
);
const FEWEST_ROUTES = 110;
if (routes.length < FEWEST_ROUTES) throw new Error(`only ${routes.length} routes in docs/protocol.md`);
/** What is posted to a route that reads a body. */
const FORMS = {
  '/api/auth/register': { name: 'Bomb', password: 'a long password', client: 'x' },
  '/api/auth/login': { name: 'Bomb', password: 'a long password', client: 'x' },
  '/api/auth/logout': { everywhere: true },
  '/api/me/password': { old: 'a long password', new: 'another password' },
  '/api/me/close': { password: 'a long password' },
  '/api/import/preview': { text: '1. h2e2 h9g7', format: 'pgn', game: 'xiangqi' },
  '/api/import': { text: '1. h2e2 h9g7', format: 'pgn', game: 'xiangqi' },
};
export const forms = routes
  .filter(([method]) => method === 'POST')
  .map(([, path]) => [path, FORMS[path] ?? {}]);

/** Paths, queries and headers, nearly as long as they may be, for one path: [path, headers]. */
export function heads(path) {
  const long = 7000;
  return [
    [`${path}/${many('a/', long)}`, {}],
    [`${path}/${many('%2e%2e%2f', long)}`, {}],
    [`${path}/${many('%e4%b8%89', long)}`, {}],
    [`${path}?${many('a=b&', long)}`, {}],
    [`${path}?player=${many('%f0%9f%98%80', long)}`, {}],
    [`${path}?limit=${many('9', long)}&cursor=${many('9', 100)}-a`, {}],
    [
      path,
      Object.fromEntries(Array.from({ length: 180 }, (_, i) => [`X-Header-Number-${i}`, many('x', 20)])),
    ],
    [path, { Authorization: `Bearer ${many('x', long)}` }],
    [path, { Accept: many('text/html;q=0.1,', long), 'Accept-Encoding': 'gzip' }],
    [path, { 'If-None-Match': many('"x",', long) }],
  ];
}
