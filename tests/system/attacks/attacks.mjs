// The table of attacks: [name, async (siege) => ..., bounds]. `siege.world` names what there is to be attacked: a long
// game, an open room, accounts. `bounds` are what may be gained where that is not as gains.mjs has it of all attacks.
import { bombings } from './bombings.mjs';
import { LIMITS, each, exactly } from './gains.mjs';
import { close, frame, more, ping, pong, text } from '../lib/frames.mjs';
import { KEY, request } from '../lib/peer.mjs';
import { pause } from './attacker.mjs';
import {
  ACCOUNTS,
  ANALYSIS,
  CHAT,
  NOTHING,
  PAIRED,
  WAITING,
  imports,
  inRoom,
  message,
  once,
  repeatedly,
  route,
  rude,
} from './kinds.mjs';
import { trespasses } from './trespasses.mjs';
import { games, withdrawQuestions } from './games.mjs';

const import_ = (name, plies, body) =>
  route(`import: ${name}`, () => ['POST', '/api/import', body], imports(plies));
/** A game of Xiangqi in which the horses go out and come back. */
export const horses = (plies) =>
  Array.from({ length: plies }, (_, ply) => ['b0c2', 'b9c7', 'c2b0', 'c7b9'][ply % 4]);

/** A record of so many plies of which so many are then taken back, one by one; where none is left, of takebacks of
 *  nothing. */
export function recordWithTakebacks(plies, takebacks) {
  const events = [];
  const add = (kind, ply, rest) => events.push({ kind, ply, clock: [0, 0], periods: [0, 0], ...rest });
  add('start', 0);
  horses(plies).forEach((move, ply) => add('move', ply + 1, { by: ply % 2 ? 'second' : 'first', move }));
  for (let i = 0, ply = plies; i < takebacks; i++) {
    const next = Math.max(0, ply - 1);
    add('takeback', next, { by: next % 2 ? 'second' : 'first', detail: `${ply - next}` });
    ply = next;
  }
  return JSON.stringify({
    record: {
      game: 'xiangqi',
      rule: 'standard',
      players: [{ name: 'a' }, { name: 'b' }],
      time: {},
      ending: { status: 'finished' },
      events,
    },
  });
}

const messages = [
  message('ping', () => ({ t: 'ping', at: 1 })),
  message('no JSON', () => '{'.repeat(4096)),
  message('a message of 4 KiB', () => ({ t: 'ping', at: 1, x: 'x'.repeat(4060) })),
  message('hello again and again', (_, n, i) => ({ t: 'hello', v: 1, name: `n${n}_${i}` })),
  message('lobby on and off', (_, n, i) => ({ t: 'lobby', on: i % 2 === 0 })),
  message(
    'seek and unseek',
    (_, n, i) =>
      i % 2
        ? { t: 'unseek', seekId: `s${i}` }
        : { t: 'seek', game: 'gomoku', time: { initial: 60_000 + i, increment: 0 } },
    {},
    PAIRED,
  ),
  message(
    'create rooms',
    () => ({ t: 'create', game: 'xiangqi', opponent: 'human', time: null }),
    {},
    WAITING,
  ),
  message('join a long game', ({ longGame }) => ({ t: 'join', gameId: longGame, as: 'spectator' })),
  message('join a long game again by what was missed', ({ longGame }) => ({
    t: 'join',
    gameId: longGame,
    as: 'spectator',
    since: 5,
  })),
  message('guess codes', (_, n, i) => ({
    t: 'join',
    code: `K${(n * 7919 + i).toString(36).toUpperCase().padStart(4, '2')}`,
    as: 'spectator',
  })),
  message('join games that are not', (_, n, i) => ({
    t: 'join',
    gameId: `x${String(n * 100_000 + i).padStart(7, '0')}`,
    as: 'spectator',
  })),
  message('moves out of turn', ({ openRoom }) => ({ t: 'move', gameId: openRoom, ply: 0, move: 'h8' })),
  message(
    "moves and takebacks of one's own",
    (_, n, i, { gameId }) =>
      i % 2 ? { t: 'action', gameId, do: 'takeback' } : { t: 'move', gameId, ply: 0, move: 'h8' },
    inRoom(),
    WAITING,
  ),
  message(
    'offers',
    (_, n, i, { gameId }) => ({ t: 'action', gameId, do: 'draw', on: i % 2 === 0 }),
    inRoom(),
    WAITING,
  ),
  message('chat', ({ openRoom }) => ({ t: 'chat', gameId: openRoom, room: 'all', text: CHAT }), {
    prepare: (peer) => peer.send(text('{"t":"join","gameId":"?","as":"spectator"}')),
  }),
  message(
    "chat in one's own room",
    (_, n, i, { gameId }) => ({ t: 'chat', gameId, room: 'all', text: CHAT }),
    inRoom(),
    WAITING,
  ),
  message('watch sixteen games', ({ longGame, openRoom }) => ({
    t: 'watch',
    ids: Array.from({ length: 16 }, (_, i) => (i % 2 ? longGame : openRoom)),
  })),
  message(
    'ask for an analysis',
    ({ longGame }, n, i) => ({ t: 'analysis', gameId: longGame, on: i % 2 === 0 }),
    {},
    ANALYSIS,
  ),
  message('explore 560 moves', () => ({ t: 'explore', game: 'xiangqi', moves: horses(560) })),
  message('host', ({ openRoom }) => ({ t: 'host', gameId: openRoom, do: 'close' })),
  message(
    'moves and look-ups in turns',
    (_, n, i, { gameId }) =>
      [
        { t: 'move', gameId, ply: 0, move: 'h8' },
        { t: 'join', gameId: `y${String(n * 100_000 + i).padStart(7, '0')}`, as: 'spectator' },
        { t: 'action', gameId, do: 'takeback' },
      ][i % 3],
    inRoom(),
    WAITING,
  ),
  message('spectators who come and go', ({ openRoom }, n, i) =>
    i % 2 ? { t: 'leave', gameId: openRoom } : { t: 'join', gameId: openRoom, as: 'spectator' },
  ),
  message(
    'report what one said oneself',
    (_, n, i, { gameId }) =>
      i % 2
        ? { t: 'report', gameId, from: `n${n}`, at: Date.now() }
        : { t: 'chat', gameId, room: 'all', text: `${i}` },
    inRoom(),
    WAITING,
  ),
  message('report', ({ openRoom }) => ({ t: 'report', gameId: openRoom, from: 'x', at: 1 })),
];

const routes = [
  route('the page', () => ['GET', '/']),
  route('GET a long game', ({ longGame }) => ['GET', `/api/games/${longGame}`]),
  route('export a long game', ({ longGame }, n, i) => [
    'GET',
    `/api/games/${longGame}/export?format=${['json', 'pgn&notation=zh', 'dhtmlxq'][i % 3]}`,
  ]),
  route('list with a filter that matches nothing', () => [
    'GET',
    '/api/games?game=xiangqi&status=finished&result=draw&player=nobody&opponent=ai&from=2001-01-01&to=2001-01-02&limit=100',
  ]),
  route('list pages', (_, n, i) => ['GET', `/api/games?limit=100&cursor=${1e12 + i}-aaaaaaaa`]),
  route('people', (_, n, i) => [
    'GET',
    [
      `/api/players/p${i}`,
      '/api/leaderboard/xiangqi?speed=blitz',
      `/api/players/p${i}/history?game=gomoku&speed=blitz`,
      `/api/players/p${i}/results`,
    ][i % 4],
  ]),
  route('POST an analysis', ({ longGame }) => ['POST', `/api/games/${longGame}/analysis`, {}], ANALYSIS),
  route('QR codes', (_, n, i) => ['GET', `/api/qr/K${i % 9999}.svg`]),
  route('metrics and the pages of the host', (_, n, i) => [
    'GET',
    ['/metrics', '/api/reports', '/api/games/all?format=json'][i % 3],
  ]),
  import_(
    '680 plies and as many takebacks',
    2 * 680,
    JSON.stringify({ text: recordWithTakebacks(680, 680), format: 'json' }),
  ),
  import_(
    'no ply and 600 takebacks',
    600,
    JSON.stringify({ text: recordWithTakebacks(0, 600), format: 'json' }),
  ),
  import_(
    '1,000 plies',
    1000,
    JSON.stringify({
      text: JSON.stringify({ game: 'xiangqi', moves: horses(1000).join(' ') }),
      format: 'json',
    }),
  ),
  import_('200 KB of nonsense', 0, JSON.stringify({ text: '1. h2e2 {'.repeat(22_000) })),
  import_('deeply nested', 0, JSON.stringify({ text: '['.repeat(200_000), format: 'json' })),
  route(
    'register',
    (_, n, i) => [
      'POST',
      '/api/auth/register',
      { name: `u${n}x${i}x${Date.now() % 1e6}`, password: 'a long password' },
    ],
    ACCOUNTS,
  ),
  route(
    'log in with wrong passwords',
    (_, n, i) => ['POST', '/api/auth/login', { name: `attacker${i % 50}`, password: 'not the password' }],
    NOTHING,
    PAIRED,
  ),
  route(
    'log in with the right password',
    () => ['POST', '/api/auth/login', { name: 'Attacker', password: 'correct horse' }],
    { tokens: exactly(LIMITS.sessions), login_sites: each(1) },
  ),
  route(
    'change the password',
    ({ token }, n, i) => [
      'POST',
      '/api/me/password',
      { old: `not the password ${i}`, new: 'another password' },
      { Authorization: `Bearer ${token}` },
    ],
    { ...NOTHING, 'passwords tried': exactly(LIMITS.passwordsOfSession) },
  ),
  route("one's sessions", ({ token }, n, i) =>
    i % 2
      ? ['GET', '/api/me/sessions', undefined, { Authorization: `Bearer ${token}` }]
      : ['DELETE', `/api/me/sessions/s${i}`, undefined, { Authorization: `Bearer ${token}` }],
  ),
  route(
    'a search and a game to import in turns',
    (_, n, i) =>
      i % 2
        ? ['POST', '/api/import', { text: '1. d3 c3 2. c4 e3' }]
        : ['GET', `/api/games?game=antireversi&player=p${i}&limit=100`],
    imports(4),
  ),
  route(
    'guess tokens',
    (_, n, i) => ['GET', '/api/me', undefined, { Authorization: `Bearer guess${n}${i}` }],
    NOTHING,
    PAIRED,
  ),
  route(
    'paths out of the server',
    (_, n, i) => [
      'GET',
      [
        '/../../etc/passwd',
        '/..%2f..%2f..%2fetc%2fpasswd',
        '/assets/..%5c..%5cwin.ini',
        '/%2e%2e/%2e%2e/etc/shadow',
        '//etc/passwd',
        '/assets/%c0%ae%c0%ae/x',
      ][i % 6],
    ],
    NOTHING,
    PAIRED,
  ),
  route('a body that is too large', () => ['POST', '/api/import', 'x'.repeat(400_000)], NOTHING),
];

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
    await Promise.all(open.map(first));
    siege.count('connections', open.length);
    while (siege.goesOn) {
      await pause(100);
      if (byte) for (const peer of open) if (!peer.ended) peer.send(byte);
    }
    siege.count('closed by the server', open.filter((peer) => peer.ended).length);
  },
];

const connections = [
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
    first: async (peer) => {
      peer.stopReading();
      await peer.send('GET /api/server HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(90));
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

/** Bots go on thinking when the attack is over, so these come last. */
const thinking = [
  [
    'questions to bots that are withdrawn',
    withdrawQuestions,
    { games: exactly(50), rooms: exactly(50), events: LIMITS.messages },
  ],
  message(
    'create games against bots',
    () => ({
      t: 'create',
      game: 'xiangqi',
      opponent: 'aivsai',
      level: 8,
      time: null,
    }),
    {},
    { games: LIMITS.gamesWithBots, rooms: LIMITS.gamesWithBots, room_orders: LIMITS.gamesWithBots },
  ),
  message('hints', (_, n, i, { gameId }) => ({ t: 'action', gameId, do: 'hint' }), inRoom(), WAITING),
  message('explore 560 moves and think', () => ({
    t: 'explore',
    game: 'xiangqi',
    moves: horses(560),
    think: 2000,
    lines: 5,
  })),
];

export const attacks = [
  ...messages,
  ...routes,
  ...games,
  ...bombings,
  ...connections,
  ...trespasses,
  ...thinking,
];
