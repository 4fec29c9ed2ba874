// Kinds of attacks: [name, async (siege) => ..., bounds]. `bounds` are what may be gained where that is not as
// gains.mjs has it of all attacks.
import { text } from '../lib/frames.mjs';
import { pause } from './attacker.mjs';
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
/** In this socket's own room: created and joined before the attack. */
export const inRoom = (options = {}) => ({
  ...options,
  prepare: async (peer) => {
    peer.send(
      text(
        JSON.stringify({ t: 'create', id: 1, game: 'gomoku', opponent: 'human', side: 'first', time: null }),
      ),
    );
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
