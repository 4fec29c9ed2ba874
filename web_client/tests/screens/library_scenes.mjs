// Collections as a server without one tells of them: usual names, and the widest.
import { NAMES } from './hostile.mjs';
import { lobbyScript, rooms } from './scenes.mjs';

const WIDEST = `${NAMES[0]} ${NAMES[1]} ${'W'.repeat(20)}`;

const script = (name, players, event) => {
  const { state, startPos } = rooms.xiangqi();
  const moves = state.moves.split(' ');
  const collection = { id: 'cUp2019x', name, visibility: 'unlisted', games: 412, indexed: 400, own: true };
  const game = (number, result) => ({
    number,
    game: 'xiangqi',
    rule: 'standard',
    players,
    plies: 143,
    result,
    event,
    date: '2019-05-31',
    openingCode: 'C04',
    pos: state.pos,
  });
  const imported = (id, status, more) => ({
    id,
    collection: collection.id,
    file: `${event}.pgn`,
    bytes: 1 << 20,
    status,
    next: 412,
    added: 400,
    bad: 2,
    problems: [],
    ...more,
  });
  const problems = [{ game: 7, line: 91, reason: 'illegal', message: 'line 91: move 12 h2h9: no such move' }];
  const explored = moves.slice(0, 3).map((move, at) => ({
    move,
    games: 200 >> at,
    first: 90 >> at,
    draws: 60 >> at,
    second: 50 >> at,
    rating: 2105,
    lastYear: 2019,
  }));
  const answers = [
    [/^\/api\/me\/collections$/, { collections: [collection], bytes: 3 << 20 }],
    [/^\/api\/me\/imports$/, { imports: [imported('i1', 'done', { problems }), imported('i2', 'full')] }],
    [/^\/api\/collections$/, { collections: [collection, { ...collection, id: 'oTher12x' }], cursor: null }],
    [/\/explorer$/, { moves: explored, ended: 1, more: true, games: [{ ...game(3, 'draw'), ply: 17 }] }],
    [/\/search$/, { games: [{ ...game(3, 'draw'), ply: 17 }], looked: 250, cursor: '0-162' }],
    [/\/games$/, { games: [game(1, 'first'), game(2, 'draw'), game(3, null)], cursor: '3-' }],
    [
      /\/games\/\d+$/,
      { ...game(1, 'first'), plies: moves.length, startPos, moves, positions: [], notations: [] },
    ],
    [/^\/api\/collections\/\w+$/, collection],
  ];
  return {
    ...lobbyScript,
    http(url) {
      const found = answers.find(([path]) => path.test(url.pathname));
      return found ? { json: found[1] } : lobbyScript.http(url);
    },
  };
};

const named = (first, second) => [{ name: first, rating: 2480 }, { name: second }];

export const libraryScript = script(
  '全国象棋锦标赛 2019',
  named('胡荣华', '柳大华'),
  'National Championship',
);
export const hostileLibraryScript = script(WIDEST, named(NAMES[1], 'W'.repeat(40)), WIDEST);
