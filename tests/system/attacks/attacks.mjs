// The table of attacks: [name, async (siege) => ..., bounds]. `siege.world` names what there is to be attacked: a long
// game, an open room, accounts. `bounds` are what may be gained where that is not as gains.mjs has it of all attacks.
import { accounts } from './accounts.mjs';
import { bombings } from './bombings.mjs';
import { collections } from './collections.mjs';
import { connections } from './connections.mjs';
import { LIMITS, exactly } from './gains.mjs';
import { games, withdrawQuestions } from './games.mjs';
import { files, horses } from './imports.mjs';
import { ANALYSIS, CHAT, NOTHING, PAIRED, WAITING, imports, inRoom, message, route } from './kinds.mjs';
import { moderation } from './moderation.mjs';
import { push } from './push.mjs';
import { studies } from './studies.mjs';
import { begunTournaments, tournaments } from './tournaments.mjs';
import { trespasses } from './trespasses.mjs';

const messages = [
  message('ping', () => ({ t: 'ping', at: 1 })),
  message('no JSON', () => '{'.repeat(4096)),
  message('a message of 4 KiB', () => ({ t: 'ping', at: 1, x: 'x'.repeat(4060) })),
  message('hello again and again', (_, n, i) => ({ t: 'hello', v: 1, name: `n${n}_${i}` })),
  message('new names without end', (_, n, i, token) => ({ t: 'hello', v: 1, token, name: `n${n}_${i}` }), {
    prepare: (peer) => peer.welcome.token,
  }),
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
  message('chat', ({ openRoom }, n, i) =>
    i === 0
      ? { t: 'join', gameId: openRoom, as: 'spectator' }
      : { t: 'chat', gameId: openRoom, room: 'all', text: CHAT },
  ),
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
  route(
    'a search and a game to import in turns',
    (_, n, i) =>
      i % 2
        ? ['POST', '/api/import', { text: '1. d3 c3 2. c4 e3' }]
        : ['GET', `/api/games?game=antireversi&player=p${i}&limit=100`],
    imports(4),
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
  ),
  route('a body that is too large', () => ['POST', '/api/import', 'x'.repeat(400_000)], NOTHING),
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
  ...files,
  ...collections,
  ...studies,
  ...accounts,
  ...push,
  ...moderation,
  ...games,
  ...tournaments,
  ...bombings,
  ...connections,
  ...trespasses,
  ...thinking,
  ...begunTournaments,
];
