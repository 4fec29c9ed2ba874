// Honest players, in a process of their own so that no attacker's work is measured as the server's: pairs who make
// random legal moves, each of them from an address of his own. Told "begin" and "end" over IPC; says what happened
// between them.
import { text } from '../lib/frames.mjs';
import { Peer, request } from '../lib/peer.mjs';
import { patience } from '../lib/patience.mjs';
import { random } from '../lib/seed.mjs';

const [port, pairs, everyMs] = process.argv.slice(2).map(Number);
const KINDS = ['xiangqi', 'gomoku', 'antireversi'];
/** Between two games, in ms: without it people who move without end send more than one connection may. */
const REST = 1_000;
/** An answer that takes longer counts as this, in ms. */
const LONGEST = 16_000 * patience;
/**
 * What happened since "begin": times of acknowledgements, refusals by their codes, connections that the server ended;
 * and the answers that are still awaited. A move belongs to the time in which it was sent, so that no delay is hidden
 * by the end of an attack.
 */
const nothing = () => ({ acks: [], refused: {}, dropped: 0, awaited: new Set() });
let seen = nothing();

class Player {
  static async enter(name, address) {
    const player = new Player();
    player.peer = await Peer.connect(port);
    await player.peer.send(request({ 'X-Forwarded-For': address }));
    await player.peer.upgraded();
    void player.read();
    const answer = await player.ask({ t: 'hello', v: 1, name });
    if (answer.t !== 'welcome') throw new Error(`an honest player is not welcome: ${JSON.stringify(answer)}`);
    return player;
  }

  #answers = new Map();
  #id = 0;
  room = null;

  async read() {
    try {
      for (;;) this.#take(await this.peer.message(Infinity));
    } catch {
      if (!this.left) seen.dropped++;
      for (const done of this.#answers.values()) done({ t: 'gone' });
    }
  }

  #take(message) {
    if (message.t === 'gameFull' || message.t === 'event') this.room = { ...this.room, ...message };
    this.#answers.get(message.id)?.(message);
    this.#answers.delete(message.id);
    this.changed?.();
  }

  ask(message) {
    const id = ++this.#id;
    const answer = new Promise((done) => this.#answers.set(id, done));
    this.peer.send(text(JSON.stringify({ ...message, id })));
    return answer;
  }

  /** Until the state of the room passes the test; false when the connection is gone. */
  async until(test) {
    while (!test(this.room?.state)) {
      if (this.peer.ended) return false;
      await new Promise((done) => {
        this.changed = done;
        setTimeout(done, 1000);
      });
    }
    return true;
  }
}

const timesUp = (due) => new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));

/** One pair: a game, and another when it is over, a move each `everyMs`. */
async function play(n) {
  const players = await Promise.all(
    [0, 1].map((side) => Player.enter(`Honest-${n}-${side}`, `198.51.${100 + n}.${1 + side}`)),
  );
  process.send({ seated: n });
  for (let game = n; ; game++) {
    const [host] = players;
    const created = await host.ask({
      t: 'create',
      game: KINDS[game % 3],
      opponent: 'human',
      side: 'first',
      time: null,
    });
    if (created.t === 'gone') return;
    if (created.t !== 'created') {
      seen.refused[created.code] = (seen.refused[created.code] ?? 0) + 1;
      await timesUp(performance.now() + 500);
      continue;
    }
    for (const player of players)
      await player.ask({
        t: 'join',
        gameId: created.gameId,
        as: 'player',
        token: player === host ? created.token : undefined,
      });
    if (!(await playOut(players, created.gameId))) return;
    for (const player of players) await player.ask({ t: 'leave', gameId: created.gameId });
    await timesUp(performance.now() + REST);
  }
}

async function playOut(players, gameId) {
  let due = performance.now() + random(everyMs);
  for (let ply = 0; ;) {
    await timesUp(due);
    due = Math.max(due + everyMs, performance.now());
    for (const player of players)
      if (
        !(await player.until(
          (s) => s && player.room.gameId === gameId && (s.ply >= ply || s.status !== 'playing'),
        ))
      )
        return false;
    const mover = players.find(({ room }) => room.state.turn === room.you && room.state.legal);
    if (!mover) return true;
    const { legal } = mover.room.state;
    const sent = performance.now();
    const { acks, refused, awaited } = seen;
    const answering = mover.ask({
      t: 'move',
      gameId,
      ply: mover.room.state.ply,
      move: legal[random(legal.length)],
    });
    awaited.add(answering);
    const answer = await answering;
    awaited.delete(answering);
    if (answer.t === 'gone') return false;
    if (answer.t === 'ack') {
      acks.push(performance.now() - sent);
      ply++;
    } else refused[answer.code] = (refused[answer.code] ?? 0) + 1; // And made again.
  }
}

process.on('message', async (order) => {
  const { awaited, ...told } = seen;
  seen = nothing(); // What is sent from now on is none of what has ended, however long its answers take.
  if (order === 'begin') return;
  await Promise.race([Promise.all([...awaited]), timesUp(performance.now() + LONGEST)]);
  process.send({ seen: { ...told, acks: [...told.acks, ...Array.from(awaited, () => LONGEST)] } });
});
process.on('disconnect', () => process.exit());
for (let n = 0; n < pairs; n++) void play(n);
