// The protocol spoken by hand: what a bot or another client program sees.
import assert from 'node:assert/strict';
import { PATIENCE_MS, pause, within } from './patience.mjs';

/** Of this process. */
let clients = 0;

/** What a message is told as when another one was waited for. */
const brief = (message) => JSON.stringify(message).slice(0, 200);

export class Client {
  #socket;
  #nextId = 1;
  #waiting = new Set(); // {test, done, fail}: the first message that passes a test goes to it.
  #unread = [];
  #ended = null; // Why nothing comes any more.
  /** The room as gameFull and the events since describe it. */
  room = null;
  closed = null;

  static async connect(server, hello = {}) {
    const client = new Client();
    client.#socket = new WebSocket(server.socket, { headers: server.headers });
    client.closed = new Promise((done) =>
      client.#socket.addEventListener('close', ({ code, reason }) => {
        done({ code, reason });
        client.#end(`the connection was closed with ${code} ${reason}`);
      }),
    );
    client.#socket.addEventListener('message', (e) => client.#received(JSON.parse(e.data)));
    const opened = new Promise((open, fail) => {
      client.#socket.addEventListener('open', open);
      client.#socket.addEventListener('error', () => fail(new Error(`no connection to ${server.socket}`)));
    });
    await within(opened, () => `a connection to ${server.socket}`);
    client.welcome = await client.ask({ t: 'hello', v: 1, name: `Tester${++clients}`, ...hello });
    assert.equal(client.welcome.t, 'welcome', JSON.stringify(client.welcome));
    return client;
  }

  sendText(text) {
    this.#socket.send(text);
  }
  send(message) {
    this.sendText(JSON.stringify(message));
  }
  close() {
    this.#socket.close();
  }

  /** Sends a message and waits for the answer with its id. */
  ask(message) {
    const id = this.#nextId++;
    const answer = this.next((m) => m.id === id, { what: `the answer to ${brief(message)}` });
    this.send({ ...message, id });
    return answer;
  }

  /** The next message, from those not yet read on, that passes the test; an error when it does not come, or the
   *  connection ends. */
  next(test, { what = `a message that passes ${test}`, ms = PATIENCE_MS } = {}) {
    const index = this.#unread.findIndex(test);
    if (index >= 0) return Promise.resolve(this.#unread.splice(index, 1)[0]);
    let waiting;
    const told = new Promise((done, fail) => {
      waiting = { test, done, fail: (why) => fail(new Error(`${why}: ${what}; ${this.#state()}`)) };
    });
    told.catch(() => {}); // What is not waited for any more may fail.
    if (this.#ended) waiting.fail(this.#ended);
    else this.#await(waiting, ms);
    return told;
  }

  #await(waiting, ms) {
    this.#waiting.add(waiting);
    if (ms === Infinity) return;
    waiting.timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      waiting.fail(`not in ${ms} ms`);
    }, ms);
    waiting.timer.unref();
  }

  /** What came instead, for who waits in vain. */
  #state() {
    const { ply, status, turn } = this.room?.state ?? {};
    const room = this.room
      ? `the room is at version ${this.room.v}, ply ${ply}, ${status}, ${turn} to move`
      : 'no room';
    return `${room}; ${this.#unread.length} messages unread: ${this.#unread.slice(-5).map(brief).join(' ')}`;
  }

  #end(why) {
    this.#ended = why;
    for (const waiting of this.#waiting) {
      clearTimeout(waiting.timer);
      waiting.fail(why);
    }
    this.#waiting.clear();
  }

  /** Waits until the room's state passes the test. */
  async until(test) {
    const what = `a state that passes ${test}`;
    while (!(this.room && test(this.room.state)))
      await this.next((m) => m.t === 'gameFull' || m.t === 'event', { what });
    return this.room.state;
  }

  #received(message) {
    if (message.t === 'gameFull') this.room = message;
    if (message.t === 'event' && this.room && message.v > this.room.v) {
      assert.equal(message.v, this.room.v + 1, 'events of a room are numbered without gaps');
      const you =
        message.kind === 'swap'
          ? ({ first: 'second', second: 'first' }[this.room.you] ?? null)
          : this.room.you;
      this.room = { ...this.room, v: message.v, you, state: message.state };
    }
    const waiting = [...this.#waiting].find(({ test }) => test(message));
    if (!waiting) return void this.#unread.push(message);
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
    waiting.done(message);
  }

  async create(options) {
    const created = await this.ask({ t: 'create', time: null, ...options });
    assert.equal(created.t, 'created', JSON.stringify(created));
    await this.join(created.gameId, { token: created.token });
    return created;
  }

  async join(gameId, options = {}) {
    const answer = await this.ask({ t: 'join', gameId, as: 'player', ...options });
    assert.notEqual(answer.t, 'error', JSON.stringify(answer));
    await this.until(() => this.room.gameId === gameId);
    return this.room;
  }

  move(move, ply = this.room.state.ply) {
    return this.ask({ t: 'move', gameId: this.room.gameId, ply, move });
  }

  act(what, more = {}) {
    return this.ask({ t: 'action', gameId: this.room.gameId, do: what, ...more });
  }
}

/** Numbers from a seed, so that a failing run can be repeated. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Two clients in a new room; whoever opened it is the first to move. */
export async function seatTwo(server, options, hellos = [{}, {}]) {
  const [host, guest] = await Promise.all(hellos.map((hello) => Client.connect(server, hello)));
  const created = await host.create({ opponent: 'human', side: 'first', ...options });
  await guest.join(created.gameId);
  await host.until((s) => s.status === 'playing' && s.legal);
  return { host, guest, created };
}

/** Makes the next move of two people's game, and waits until both have heard of it; `move` may choose from the legal
 *  ones. */
export async function moveInTurn([host, guest], move) {
  const { ply } = host.room.state;
  const mover = ply % 2 === 0 ? host : guest;
  const { legal } = await mover.until((s) => s.ply === ply && s.legal?.length > 0);
  const answer = await mover.move(typeof move === 'function' ? move(legal, ply) : move, ply);
  assert.equal(answer.t, 'ack', JSON.stringify(answer));
  for (const client of [host, guest]) await client.until((s) => s.ply > ply || isOver(s));
}

const isOver = (state) => state.status === 'finished' || state.status === 'aborted';

/**
 * Plays random legal moves whenever it is this client's turn, until the game is over. Those acknowledged are kept by
 * their ply. A quick server lets a client send faster than it may: it is told so, waits and sends the move again.
 */
export async function playRandomly(client, random, { stopAt = Infinity, acknowledged = [] } = {}) {
  for (;;) {
    const state = await client.until(
      (s) => isOver(s) || s.ply >= stopAt || (s.turn === client.room.you && s.legal?.length > 0),
    );
    if (isOver(state) || state.ply >= stopAt) return;
    const move = state.legal[random(state.legal.length)];
    const answer = await client.move(move, state.ply);
    if (answer.code === 'rate_limited') {
      await pause(answer.retryMs);
      continue;
    }
    assert.deepEqual([answer.t, answer.ply], ['ack', state.ply + 1], JSON.stringify(answer));
    acknowledged[state.ply] = move;
    await client.until((s) => s.ply > state.ply || isOver(s));
  }
}
