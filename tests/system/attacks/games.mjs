// Attacks by what a game may lead to, and by how much there may be of one.
import { ask, pause } from './attacker.mjs';
import { LIMITS, each, times } from './gains.mjs';
import { ANALYSIS, Board, atBoards, route } from './kinds.mjs';

const BOARDS = 4;

/** A game, given up at once, leads to the next one. */
async function playAgain(board) {
  while (board.siege.goesOn) {
    await board.act(0, 'resign');
    await board.act(0, 'rematch');
    const { told } = await board.act(1, 'rematch');
    let next = told.find(({ kind }) => kind === 'rematch');
    while (next?.kind !== 'rematch') next = await board.players[1].message();
    await board.sitDown(next.nextId);
    board.siege.count('rematches');
  }
}

/** Three events, after which the board is empty; the second player never moves, so that no game is kept for good. */
async function moveAndTakeBack(board) {
  await board.move(0, 0, 'h8');
  await board.act(0, 'takeback');
  await board.act(1, 'takeback');
}

/** Nearly as many events as may be between two moves. */
async function bargain(board) {
  await board.move(0, 0, 'h8');
  for (const what of ['draw', 'takeback', 'pause'])
    for (const n of [0, 1])
      for (const on of Array.from({ length: 8 }, (_, i) => i % 2 === 0))
        if (board.siege.goesOn) await board.act(n, what, on);
  await board.act(0, 'takeback');
  await board.act(1, 'takeback');
}

/** Of a game that one has played oneself, when it is over. */
const readings = (gameId) => [
  ['GET', `/api/games/${gameId}`],
  ['GET', `/api/games/${gameId}/export?format=json`],
  ['GET', `/api/games/${gameId}/export?format=sgf`],
  ['POST', `/api/games/${gameId}/analysis`, {}],
];

async function bargainAndRead(board, address) {
  const { siege } = board;
  const half = siege.until - 500 * siege.seconds;
  while (siege.goesOn && Date.now() < half) await bargain(board);
  const { v } = await board.ask(0, { t: 'join', as: 'player' });
  siege.count('events', v);
  await board.act(0, 'resign');
  for (let i = 0; siege.goesOn; i++) {
    const status = await siege.ask(address, ...readings(board.gameId)[i % 4]);
    if (status !== 200) await pause(20);
  }
}

/** Of 128 events what was missed is told as it was; of more, the game as it is. */
const SHORT = 96;
const LONGEST = 126;

/** Spectators say that they know less and less, while each new event makes worthless what was replayed for them. */
async function knowLessAndLess(siege) {
  const boards = (await Promise.all(siege.addresses.map((address) => Board.of(siege, address)))).filter(
    Boolean,
  );
  const grow = async (board, events) => {
    for (board.events ??= 1; board.events < events && siege.goesOn; board.events += 3)
      await moveAndTakeBack(board);
  };
  try {
    await Promise.all(boards.map((board) => grow(board, SHORT)));
    const spectators = siege.talk(
      (n, i) => {
        const { gameId, events } = boards[n % boards.length];
        return { t: 'join', gameId, as: 'spectator', since: events - 1 - (i % 32) };
      },
      { sockets: 16 },
    );
    while (siege.goesOn) {
      await Promise.all(boards.map((board) => grow(board, Math.min(board.events + 1, LONGEST))));
      await pause(500);
    }
    await spectators;
  } catch (error) {
    if (siege.goesOn) throw error;
  }
}

/** Somebody else looks for a bot to play with. */
async function playWithBots(siege) {
  const peer = await siege.enter('192.0.2.7');
  while (siege.goesOn && siege.faults.length === 0) {
    const game = { game: 'gomoku', opponent: 'ai', level: 1, side: 'first', time: null };
    const { t, code, gameId } = await ask(peer, { t: 'create', ...game });
    if (t === 'error' && code === 'busy') siege.faults.push('no bot plays with others');
    await ask(peer, { t: 'join', gameId, as: 'player' });
    await ask(peer, { t: 'action', gameId, do: 'abort' });
    await pause(500);
  }
}

/** One address asks strong bots: one thinks for some time, and two are asked again and again. */
export async function withdrawQuestions(siege) {
  const strong = { game: 'xiangqi', opponent: 'ai', level: 8, time: { initial: 600_000, increment: 0 } };
  const askOften = async (wait) => {
    const board = await Board.of(siege, siege.addresses[0], strong);
    while (board && siege.goesOn) {
      await board.move(0, 0, 'i3i4'); // No opening of the book.
      await pause(wait);
      await board.act(0, 'takeback');
      siege.count('questions');
    }
  };
  await Promise.all([...[4000, 0, 0].map(askOften), playWithBots(siege)]);
}

export const games = [
  // A rematch takes five messages, and makes four events.
  atBoards('rematch upon rematch', BOARDS, playAgain, {
    games: times(1 / 5, LIMITS.messages),
    rooms: times(1 / 5, LIMITS.messages),
    events: LIMITS.messages,
  }),
  atBoards('offers and takebacks of one game', BOARDS, bargainAndRead, {
    games: each(BOARDS),
    rooms: each(BOARDS),
    events: LIMITS.messages,
    analyses: each(BOARDS),
  }),
  [
    'spectators who know less and less',
    knowLessAndLess,
    { games: each(1), rooms: each(1), events: times(LONGEST + 4, each(1)) },
  ],
  route('read a game of many takebacks', ({ heavyGame }, n, i) => readings(heavyGame)[i % 4], ANALYSIS),
];
