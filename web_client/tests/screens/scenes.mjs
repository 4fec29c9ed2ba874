// Moments of play, told by a server that is none: what the pictures of design.md show.
const now = () => Date.now();

const xiangqiMoves =
  'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 c2d4 i8g8 g6f6 g7h5'.split(' ');
const zh =
  '炮二平五 馬8進7 傌二進三 車9平8 俥一平二 馬2進3 兵七進一 卒7進1 俥二進六 砲8平9 俥二平三 砲9退1 傌八進七 士4進5 傌七進六 砲9平7 俥三平四 馬7進8'.split(
    ' ',
  );
const wxf = 'C2=5 H8+7 H2+3 R9=8 R1=2 H2+3 P7+1 P7+1 R2+6 C8=9 R2=3 C9-1 H8+7 A4+5 H7+6 C9=7 R3=4 H7+8'.split(
  ' ',
);
const startXiangqi = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
const midXiangqi = 'r1b1kabr1/4a1c2/1cn6/p1p1pR2p/6pn1/2PN5/P3P1P1P/1C2C1N2/9/R1BAKAB2 w';

const point = (square) => square.charCodeAt(0) - 97 + 15 * (Number(square.slice(1)) - 1);
function gomoku(moves) {
  const board = Array(225).fill('-');
  moves.forEach((square, ply) => (board[point(square)] = ply % 2 ? 'O' : 'X'));
  return `${board.join('')} ${moves.length % 2 ? 'O' : 'X'}`;
}
const gomokuMoves = 'h8 i9 i8 g8 h9 h10 g7 j10 k11 i7 f10 g9 i10 j11 j9 g6 h7 e5 k8 l7 l8 j7 j8'.split(' ');
const discs = 'OX-O----OOX--XO-OOXXXX---OXXOX----OOXX---OOOO--------O----------';

const clock = (first, second, running, spent = 0) => ({
  ms: [first, second],
  periods: [0, 0],
  running,
  at: now(),
  spent,
});
const person = (name, rating, online = true) => ({ name, rating, online });

const base = {
  t: 'gameFull',
  gameId: 'q7Xb2mKd',
  code: 'KXQMP',
  rule: 'standard',
  you: 'first',
  rated: true,
  spectators: 14,
  time: { initial: 600000, increment: 5000 },
  v: 20,
  chat: [
    { room: 'all', from: 'chenzhi', side: 'second', text: '你好！ have fun', at: 1 },
    { room: 'all', from: 'lin_yue', side: 'first', text: 'you too :)', at: 2 },
    { room: 'all', from: 'horseman', side: null, text: '过河车 again, sharp line', at: 3 },
  ],
};
const playing = { status: 'playing', result: null, reason: null, offers: {}, check: false };

const over = (room, result, reason) => ({
  ...room,
  state: {
    ...room.state,
    status: 'finished',
    result,
    reason,
    legal: [],
    clock: room.state.clock && { ...room.state.clock, running: null },
  },
});

export const rooms = {
  xiangqi: () => ({
    ...base,
    game: 'xiangqi',
    players: [person('lin_yue', 1846), person('chenzhi', 1874)],
    startPos: startXiangqi,
    state: {
      ...playing,
      moves: xiangqiMoves.join(' '),
      ply: 18,
      turn: 'first',
      pos: midXiangqi,
      legal: ['d4c6', 'd4e6', 'd4b5', 'd4f5', 'd4f3', 'd4c2', 'd4e2', 'f6f9', 'f6e6', 'e0e1', 'a3a4'],
      clock: clock(233000, 291000, 'first', 5000),
    },
  }),
  xiangqiLow: () => {
    const room = rooms.xiangqi();
    return { ...room, state: { ...room.state, clock: clock(17500, 291000, 'first') } };
  },
  gomokuOver: () => ({
    ...base,
    game: 'gomoku',
    rule: 'freestyle',
    players: [person('lin_yue', 1911), person('renju_maya', 2033)],
    startPos: gomoku([]),
    time: { initial: 300000, increment: 3000 },
    state: {
      ...playing,
      moves: gomokuMoves.join(' '),
      ply: 23,
      turn: 'second',
      pos: gomoku(gomokuMoves),
      clock: clock(82000, 58000, null),
      status: 'finished',
      result: 'first',
      reason: 'five',
    },
  }),
  gomoku: () => ({
    ...base,
    game: 'gomoku',
    rule: 'renju',
    players: [person('lin_yue', 1911), person('renju_maya', 2033)],
    startPos: gomoku([]),
    time: { initial: 300000, increment: 3000 },
    chat: [],
    spectators: 3,
    state: {
      ...playing,
      moves: gomokuMoves.slice(0, 12).join(' '),
      ply: 12,
      turn: 'first',
      pos: gomoku(gomokuMoves.slice(0, 12)),
      legal: Array.from(
        { length: 225 },
        (_, i) => `${'abcdefghijklmno'[i % 15]}${Math.floor(i / 15) + 1}`,
      ).filter((square) => !gomokuMoves.slice(0, 12).includes(square) && square !== 'f8'),
      forbidden: ['f8'],
      clock: clock(160000, 182000, 'first'),
    },
  }),
  antireversi: () => ({
    ...base,
    game: 'antireversi',
    players: [person('okabe', 1690), { name: 'Bot 4', ai: true, level: 4, online: true }],
    startPos: `${discs} X`,
    time: null,
    rated: false,
    spectators: 0,
    chat: [],
    state: {
      ...playing,
      moves: 'e3 b6 b1 b4 e6 g2 f2 f7',
      ply: 8,
      turn: 'first',
      pos: `${discs} X`,
      legal: ['h1', 'h2', 'a4', 'a5', 'b5', 'a7', 'b7', 'c7', 'd7', 'e7', 'g8'],
      clock: null,
    },
  }),
  waiting: () => ({
    ...base,
    game: 'xiangqi',
    players: [person('lin_yue', 1846), { name: null, online: false }],
    startPos: startXiangqi,
    spectators: 0,
    chat: [],
    v: 0,
    state: {
      ...playing,
      moves: '',
      ply: 0,
      turn: 'first',
      pos: startXiangqi,
      status: 'waiting',
      clock: clock(600000, 600000, null),
    },
  }),
  opening: () => {
    const room = rooms.gomoku();
    const moves = ['h8', 'i9', 'g6'];
    return {
      ...room,
      rule: 'freestyle',
      opening: 'swap2',
      state: {
        ...room.state,
        moves: moves.join(' '),
        ply: 3,
        pos: gomoku(moves),
        legal: [],
        forbidden: [],
        opening: { step: 'choose', by: 'first', options: ['keep', 'swap', 'more'] },
      },
    };
  },
  openingOfTheirs: () => {
    const room = rooms.opening();
    return { ...room, state: { ...room.state, opening: { ...room.state.opening, by: 'second' } } };
  },
  paused: () => {
    const room = rooms.xiangqi();
    return { ...room, rated: false, state: { ...room.state, paused: true, legal: [] } };
  },
  watched: () => ({ ...rooms.xiangqi(), you: null }),
  xiangqiOver: () => over(rooms.xiangqi(), 'first', 'checkmate'),
  /** Mate, told as the server tells it: whose clocks stand still, and what it made of the ratings. */
  mate: () => {
    const room = over(rooms.xiangqi(), 'first', 'checkmate');
    return {
      ...room,
      ratings: [
        { before: 1846, after: 1858 },
        { before: 1874, after: 1862 },
      ],
      state: {
        ...room.state,
        moves: `${room.state.moves} c7c9`,
        ply: 19,
        turn: 'second',
        check: true,
        pos: '2R1ka3/4a4/9/p1p5p/6b2/2P1P1p1c/4C4/8N/9/2BAKAB2 b',
        clock: clock(161000, 66000, null),
      },
    };
  },
  antireversiOver: () => over(rooms.antireversi(), 'second', 'fewest_discs'),
  offered: () => {
    const room = rooms.xiangqi();
    return { ...room, state: { ...room.state, offers: { draw: 'second' } } };
  },
};

const notations = zh.map((name, ply) => ({ zh: name, wxf: wxf[ply] }));

export function roomScript(room) {
  return {
    onMessage(message, say) {
      if (message.t === 'analysis' && message.on) say({ ...analysis(room()), id: message.id });
      if (message.t === 'explore') say(explored(message, room()));
      if (message.t !== 'join') return;
      say({ ...room(), id: message.id });
      say({
        t: 'crowd',
        gameId: 'q7Xb2mKd',
        online: [true, true],
        spectators: room().spectators,
        names: 'horseman pikaqiu Anna okabe Tom wukong Zoe mei'.split(' ').slice(0, room().spectators),
      });
    },
    http(url) {
      if (url.pathname.startsWith('/api/games/')) return { json: record(room()) };
      if (url.pathname.startsWith('/api/qr/')) return { contentType: 'image/svg+xml', body: qr };
      return { json: { games: [] } };
    },
  };
}

/** After the other player has left for so long that the game may be claimed. */
export function leftScript(room) {
  const script = roomScript(room);
  return {
    ...script,
    onMessage(message, say) {
      if (message.t !== 'join') return script.onMessage(message, say);
      const { gameId } = room();
      say({ ...room(), id: message.id });
      say({ t: 'crowd', gameId, online: [true, false], spectators: 0, names: [] });
      say({ t: 'gone', gameId, side: 'second', gone: true, claimInMs: 0 });
    },
  };
}

/** As whoever keeps order sees it; somebody found fault with what another said. */
export function hostScript(room) {
  const script = roomScript(room);
  return {
    ...script,
    welcome: { host: true },
    onMessage(message, say) {
      script.onMessage(message, say);
      if (message.t === 'join') say({ t: 'reported', gameId: 'q7Xb2mKd', ...room().chat[2] });
    },
  };
}

/** A game that leans to and fro, with a mistake of each kind. */
function analysis(room) {
  const total = room.state.ply + 1;
  const marks = { 5: 'inaccuracy', 8: 'mistake', 14: 'blunder', 17: 'inaccuracy' };
  const plies = Array.from({ length: total }, (_, ply) => {
    const win = 0.5 + 0.32 * Math.sin(ply / 3) * (ply / total);
    const line = room.game === 'xiangqi' ? ['d4e6', 'g7e8', 'f6e6'] : ['h8', 'i9'];
    const mark = marks[ply];
    return {
      ply,
      eval: { kind: 'eval', value: Math.round(400 * (win - 0.5)) },
      win,
      best: line[0],
      line,
      ...(mark && { mark }),
    };
  });
  return {
    t: 'analysis',
    gameId: room.gameId,
    status: 'done',
    done: total,
    total,
    plies,
    accuracy: [91, 84],
  };
}

function explored({ id, game, moves }, room) {
  const pos = room?.state.pos ?? starts[game];
  return {
    t: 'explored',
    id,
    pos,
    turn: 'first',
    legal: room?.state.legal ?? [],
    check: false,
    outcome: null,
    moves,
    lastMove: moves.at(-1) ?? null,
    notation: {},
  };
}

const starts = {
  xiangqi: startXiangqi,
  gomoku: gomoku([]),
  antireversi: '---------------------------OX------XO--------------------------- X',
};

const qr = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path d="M0 0h7v7H0zM14 0h7v7h-7zM0 14h7v7H0zM9 3h2v4h3v3h4v2h-6v5h-3zM16 15h3v4h-3z"/></svg>`;

function record(room) {
  const plies = room.state.ply;
  return {
    ...room,
    t: undefined,
    you: null,
    notations: room.game === 'xiangqi' ? notations : [],
    positions: [],
    spent: Array.from({ length: plies }, (_, ply) => 900 + ((ply * 7919) % 17) ** 2 * 90),
    at: Date.parse('2026-03-12'),
    state: {
      ...room.state,
      status: 'finished',
      result: 'first',
      reason: room.game === 'gomoku' ? 'five' : 'resign',
    },
  };
}

const summary = (gameId, game, names, ply) => ({
  gameId,
  game,
  rule: 'standard',
  time: { initial: 300000, increment: 3000 },
  rated: true,
  players: names.map(([name, rating]) => person(name, rating)),
  status: 'playing',
  ply,
  spectators: 12,
});

const profile = {
  name: 'lin_yue',
  created: Date.parse('2026-01-08'),
  ratings: {
    xiangqi: {
      blitz: { rating: 1846, deviation: 42, games: 211, provisional: false },
      rapid: { rating: 1871, deviation: 120, games: 7, provisional: true },
    },
    gomoku: { blitz: { rating: 1911, deviation: 55, games: 96, provisional: false } },
  },
  games: { played: 314, won: 160, lost: 141, drawn: 13 },
};

const leaders = [
  ['pikaqiu', 2240, 512],
  ['horseman', 2198, 803],
  ['renju_maya', 2033, 96],
].map(([name, rating, games]) => ({ name, rating, games }));

const sessions = [
  {
    id: 's1',
    client: 'sanqi-web/0.1',
    created: Date.parse('2026-03-01'),
    seen: Date.parse('2026-03-12'),
    current: true,
  },
  { id: 's2', client: 'sanqi-web/0.1', created: Date.parse('2026-02-01'), seen: Date.parse('2026-03-10') },
];

const trophies = () => ({
  tournaments: ['swiss', 'arena', 'simul'].map((format, i) => ({
    id: `tRn2026${i}`,
    name: 'Friday evening',
    game: 'xiangqi',
    format,
    started: Date.parse('2026-03-06'),
    rank: 1 + 3 * i,
    players: 12,
  })),
  cursor: null,
});

export const lobbyScript = {
  onMessage(message, say) {
    if (message.t === 'lobby' && message.on)
      say({
        t: 'lobby',
        id: message.id,
        seeks: [
          ['s1', 'chenzhi', 1874, 'xiangqi', 10, 5, true],
          ['s2', 'TorontoPawn', 1512, 'xiangqi', 5, 3, false],
          ['s3', 'renju_maya', 2033, 'gomoku', 3, 2, true],
          ['s4', 'okabe', 1690, 'antireversi', 5, 0, true],
          ['s5', 'wukong', 1921, 'xiangqi', 15, 10, true],
        ].map(([seekId, name, rating, game, minutes, seconds, rated]) => ({
          seekId,
          name,
          rating,
          game,
          rule: game === 'gomoku' ? 'renju' : 'standard',
          rated,
          side: 'random',
          time: { initial: minutes * 60000, increment: seconds * 1000 },
        })),
        games: [
          summary(
            'g1',
            'xiangqi',
            [
              ['pikaqiu', 2240],
              ['horseman', 2198],
            ],
            18,
          ),
          summary(
            'g2',
            'antireversi',
            [
              ['misere_ana', 1955],
              ['okabe', 1690],
            ],
            27,
          ),
          summary(
            'g3',
            'gomoku',
            [
              ['renju_maya', 2033],
              ['wukong', 1921],
            ],
            20,
          ),
        ],
        featured: 'g1',
        players: 318,
        rooms: 97,
      });
    if (message.t === 'watch' && message.ids.length > 0) {
      const mini = (gameId, pos, lastMove, clock) =>
        say({ t: 'mini', gameId, pos, lastMove, clock, status: 'playing' });
      mini('g1', midXiangqi, 'g7h5', clock(238000, 252000, 'first'));
      mini('g2', `${discs} X`, 'f7', clock(47000, 121000, 'second'));
      mini('g3', gomoku(gomokuMoves.slice(0, 20)), 'l7', clock(82000, 58000, 'first'));
    }
    if (message.t === 'explore') say(explored(message, null));
    if (message.t === 'seek') say({ t: 'ack', id: message.id, seekId: 's9' });
  },
  http(url) {
    if (/^\/api\/players\/[^/]+\/tournaments$/.test(url.pathname)) return { json: trophies() };
    if (url.pathname.startsWith('/api/players/')) return { json: profile };
    if (url.pathname === '/api/me/inbox') return { json: { items: [], unread: 12, cursor: null } };
    if (url.pathname === '/api/me/sessions') return { json: { sessions } };
    if (url.pathname.startsWith('/api/leaderboard/')) return { json: { players: leaders } };
    // For a host.
    if (url.pathname === '/api/tournaments') return { json: { open: [], running: [], finished: [] } };
    if (url.pathname !== '/api/games') return undefined;
    const over = (id, game, names, result, reason, ply, you) => ({
      ...summary(id, game, names, ply),
      you,
      status: 'finished',
      result,
      reason,
      at: Date.parse('2026-03-12'),
    });
    return {
      json: {
        games: [
          over(
            'h1',
            'xiangqi',
            [
              ['lin_yue', 1846],
              ['chenzhi', 1874],
            ],
            'first',
            'checkmate',
            43,
          ),
          over(
            'h2',
            'gomoku',
            [
              ['renju_maya', 2033],
              ['lin_yue', 1911],
            ],
            'second',
            'five',
            31,
            'first',
          ),
          over(
            'h3',
            'antireversi',
            [
              ['okabe', 1690],
              ['misere_ana', 1955],
            ],
            'draw',
            'fewest_discs',
            60,
          ),
        ],
        cursor: null,
      },
    };
  },
};

/** The lobby of a server on which nobody else is. */
export const quietScript = {
  ...lobbyScript,
  onMessage(message, say) {
    if (message.t === 'lobby' && message.on)
      say({ t: 'lobby', seeks: [], games: [], players: 1, rooms: 0, featured: null });
  },
};

/** The same for somebody who has an account, and a game that is not over. */
export const memberScript = {
  ...lobbyScript,
  welcome: {
    user: { id: 'u1', name: 'lin_yue', guest: false },
    playing: [{ gameId: 'q7Xb2mKd', game: 'xiangqi', opponent: 'chenzhi', yourTurn: true }],
  },
};
