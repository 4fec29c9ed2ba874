// Kinds of attacks: [name, async (siege) => ..., bounds]. `bounds` are what may be gained where that is not as
// gains.mjs has it of all attacks.
import { text } from '../lib/frames.mjs';
import { ask, pause } from './attacker.mjs';
import { LIMITS, exactly, times } from './gains.mjs';

export const CHAT = '三'.repeat(140);

export const message = (name, speak, options, may) => [
  name,
  (siege) => siege.talk((n, i, context) => speak(siege.world, n, i, context), options),
  may,
];
export const route = (name, make, may) => [
  name,
  (siege) => siege.request((n, i) => make(siege.world, n, i)),
  may,
];
/** Nothing that is asked for. */
export const NOTHING = { granted: exactly(0) };
/** A game that waits for somebody; at most three events begin or end it. */
export const WAITING = {
  games: LIMITS.waitingGames,
  rooms: LIMITS.waitingGames,
  events: times(3, LIMITS.waitingGames),
};
/** Games of seeks: of each address that has one in it. */
export const PAIRED = { games: LIMITS.games, rooms: LIMITS.games, events: times(3, LIMITS.games) };
/** An account has its name and what looks like it, and knows whence it was made. */
export const ACCOUNTS = {
  accounts: LIMITS.accounts,
  account_names: times(4, LIMITS.accounts),
  login_sites: LIMITS.accounts,
  users: LIMITS.accounts,
  tokens: LIMITS.accounts,
};
/** Of a game there is one. */
export const ANALYSIS = { analyses: exactly(1) };
export const imports = (plies) => ({ games: LIMITS.imports, events: times(plies + 3, LIMITS.imports) });
const OWN = { game: 'gomoku', opponent: 'human', side: 'first', time: null };

/** Asks again, as long as the attack goes on, where it is one of too many. */
async function insist(siege, peer, message) {
  for (;;) {
    const answer = await ask(peer, message);
    if (answer.code !== 'rate_limited' || !siege.goesOn) return answer;
    siege.count('refused');
    await pause(Math.min(answer.retryMs ?? 50, 1000));
  }
}

/** Guests of an address at a board of their own, two of them, which waits for no clock, unless `game` says otherwise;
 *  `ask(n, message)` asks as one of them. */
export class Board {
  /** Null: there is none to be had. */
  static async of(siege, address, game = {}) {
    const count = game.opponent === 'ai' ? 1 : 2;
    const players = await Promise.all(Array.from({ length: count }, () => siege.enter(address)));
    if (!players.every(Boolean)) return null;
    const board = new Board(siege, players);
    const { gameId } = await board.ask(0, { t: 'create', ...OWN, ...game });
    if (gameId) await board.sitDown(gameId);
    return gameId ? board : null;
  }
  constructor(siege, players) {
    Object.assign(this, { siege, players });
  }
  ask(n, message) {
    return insist(this.siege, this.players[n], { gameId: this.gameId, ...message });
  }
  act(n, what, on = true) {
    return this.ask(n, { t: 'action', do: what, on });
  }
  move(n, ply, move) {
    return this.ask(n, { t: 'move', ply, move });
  }
  async sitDown(gameId) {
    this.gameId = gameId;
    for (const n of this.players.keys()) await this.ask(n, { t: 'join', as: 'player' });
  }
}

/** Boards of each address, with which something is done as long as the attack goes on. */
export const atBoards = (name, count, act, may) => [
  name,
  (siege) =>
    Promise.all(
      siege.addresses.flatMap((address) =>
        Array.from({ length: count }, async () => {
          try {
            const board = await Board.of(siege, address);
            if (board) await act(board, address);
          } catch (error) {
            if (siege.goesOn) throw error; // At its end the sockets close.
          }
        }),
      ),
    ),
  may,
];

/** In this socket's own room: created and joined before the attack. */
export const inRoom = (options = {}) => ({
  ...options,
  prepare: async (peer) => {
    peer.send(text(JSON.stringify({ t: 'create', id: 1, ...OWN })));
    for (let answer; (answer = await peer.message());) {
      if (answer.id !== 1) continue;
      peer.send(text(JSON.stringify({ t: 'join', id: 2, gameId: answer.gameId, as: 'player' })));
      return answer;
    }
  },
});

/** Sockets of each address that do something rude as long as they are let. */
export const rude = (name, act, sockets = 20) => [
  name,
  (siege) =>
    Promise.all(
      siege.addresses.flatMap((address) =>
        Array.from({ length: sockets }, async () => {
          while (siege.goesOn) {
            const peer = await siege.enter(address);
            if (!peer) {
              await pause(50);
              continue;
            }
            peer.ignore((bytes) => siege.hear(bytes));
            await act(siege, peer, address);
            if (peer.ended) siege.count('thrown out');
            peer.destroy();
          }
        }),
      ),
    ),
];
export const repeatedly = (bytes, batch) => async (siege, peer) => {
  const many = Buffer.concat(Array.from({ length: batch }, () => bytes));
  while (siege.goesOn && !peer.ended) {
    await peer.send(many);
    siege.count('frames', batch);
    await pause(1);
  }
};
export const once = (bytes) => async (siege, peer) => {
  peer.send(bytes);
  siege.count('frames');
  for (const until = Date.now() + 1000; Date.now() < until && siege.goesOn && !peer.ended;) await pause(5);
};
