// A player whose connections fail: he comes back for ever, with what he knows, and sends his move again until it is
// acknowledged. This is what docs/protocol.md asks of clients, in as few lines as it takes.
import assert from 'node:assert/strict';
import { patience } from './patience.mjs';

const SILENCE = 5_000 * patience; // ms without an answer to a ping: the connection is dead, whatever the socket says.
const FOLLOWED = { most: 2, within: 4000 };

export class RetryingClient {
  #socket = null;
  #network;
  #random;
  #stopped = false;
  #timers = new Set();
  #heard = 0;
  #inside = false; // This connection has joined the room.
  #node = null; // The one of several servers that is said to keep it.
  #followed = []; // When it was gone to.
  #outsideSince = null;
  /** What he was told: the room, and which of his moves are on the server's disk. */
  room = null;
  acknowledged = new Map();
  pending = null;
  counts = { connections: 0, resent: 0, stale: 0, elsewhere: 0 };
  /** The longest time in ms from the loss of a room until it was entered again. */
  longestAbsence = 0;
  silence = SILENCE;

  /** `room` is {gameId, token}: of `created`, or without a token to take the free seat. */
  constructor(network, random, name, room) {
    Object.assign(this, {
      name,
      gameId: room.gameId,
      seatToken: room.token,
      thinking: () => 20 + random(200),
    });
    this.#network = network;
    this.#random = random;
  }

  connect() {
    if (this.#stopped) return;
    this.counts.connections++;
    const asked = new URLSearchParams({
      room: this.gameId,
      ...(this.#node !== null && { node: this.#node }),
    });
    const socket = new WebSocket(`${this.#network.socket}?${asked}`);
    this.#socket = socket;
    this.#goOut();
    this.#heard = Date.now();
    socket.onopen = () =>
      this.#send({ t: 'hello', v: 1, ...(this.token ? { token: this.token } : { name: this.name }) });
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#received(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#node = null;
      this.#goOut();
      this.#later(() => this.connect(), 10 + this.#random(100));
    };
    socket.onerror = () => {};
    this.#watch(socket);
  }

  /** Leaves the page politely; the next one is opened at once. */
  close() {
    this.#socket?.close();
  }

  stop() {
    this.#stopped = true;
    this.#timers.forEach(clearTimeout);
    this.#socket?.close();
  }

  get isInside() {
    return this.#inside;
  }
  get over() {
    return this.room && this.room.state.status !== 'playing' && !this.room.state.waiting;
  }

  /** Nothing once it was stopped: what still arrives until the connection is closed is answered no more. */
  #later(what, ms) {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#stopped) what();
    }, ms);
    this.#timers.add(timer);
  }

  #watch(socket) {
    this.#later(() => {
      if (socket !== this.#socket) return;
      if (Date.now() - this.#heard > this.silence) {
        this.#node = null;
        this.connect(); // The old socket is left where it hangs, as a phone does.
      } else {
        this.#send({ t: 'ping', at: 0 });
        this.#watch(socket);
      }
    }, this.silence / 3);
  }

  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #received(message) {
    this.#heard = Date.now();
    if (message.t === 'welcome') this.#enter(message.token);
    if (message.gameId !== this.gameId) return;
    if (message.t === 'error' && message.code === 'elsewhere') return this.#follow(message);
    if (message.t === 'gameFull' || message.v !== undefined) this.#comeIn();
    if (message.t === 'gameFull') this.room = message;
    if (message.t === 'ack' && message.v !== undefined)
      assert.ok(message.v >= this.room.v, 'the server does not forget');
    if (message.t === 'ack' && message.ply !== undefined) this.#acknowledge(message.ply - 1);
    if (message.t === 'event' && message.v > this.room.v) {
      assert.equal(message.v, this.room.v + 1, `${this.gameId}: events are numbered without gaps`);
      this.room = { ...this.room, v: message.v, state: message.state };
    }
    if (message.t === 'error' && message.code === 'stale_ply') this.counts.stale++;
    if (message.t === 'error')
      assert.match(
        message.code,
        /^(stale_ply|game_over|busy|shutting_down|not_allowed)$/,
        JSON.stringify(message),
      );
    if (message.t === 'gameFull' || message.t === 'event' || message.v !== undefined) this.#decide();
  }

  /** Not before the welcome: a seat that is taken by a user whose token was lost on the way is lost, too. */
  #enter(token) {
    this.token = token;
    this.#send({
      t: 'join',
      gameId: this.gameId,
      as: 'player',
      ...(this.seatToken && { token: this.seatToken }),
      ...(this.room && { since: this.room.v }),
    });
  }

  /** To the server that keeps the room, unless it has just been looked for there: then this one is asked again. */
  #follow({ node, retryMs }) {
    this.counts.elsewhere++;
    const socket = this.#socket;
    this.#followed = this.#followed.filter((at) => at > Date.now() - FOLLOWED.within);
    if (this.#followed.length >= FOLLOWED.most)
      return this.#later(() => {
        if (socket === this.#socket) this.#enter(this.token);
      }, retryMs);
    this.#followed.push(Date.now());
    this.#node = node === this.#node ? null : node;
    this.connect();
    socket.close();
  }

  #goOut() {
    if (this.#inside) this.#outsideSince = Date.now();
    this.#inside = false;
  }

  #comeIn() {
    if (this.#outsideSince !== null)
      this.longestAbsence = Math.max(this.longestAbsence, Date.now() - this.#outsideSince);
    this.#outsideSince = null;
    this.#followed = [];
    this.#inside = true;
  }

  #acknowledge(ply) {
    if (this.pending?.ply !== ply) return;
    this.acknowledged.set(ply, this.pending.move);
    this.pending = null;
  }

  /** A move that is under way is sent again after a return; if it is on the board it needs no acknowledgement any
   *  more. */
  #decide() {
    const { state, you } = this.room;
    if (this.pending && state.ply > this.pending.ply) {
      assert.equal(
        state.moves.split(' ')[this.pending.ply],
        this.pending.move,
        `${this.gameId}: nobody else moves for me`,
      );
      this.#acknowledge(this.pending.ply);
    }
    if (state.status !== 'playing' || state.turn !== you) return;
    if (this.pending) {
      this.counts.resent++;
      this.#send({ t: 'move', gameId: this.gameId, ...this.pending });
    } else if (state.legal) {
      const move = { ply: state.ply, move: state.legal[this.#random(state.legal.length)] };
      this.#later(() => {
        if (this.pending || this.acknowledged.has(move.ply) || this.room.state.ply !== move.ply) return;
        this.pending = move;
        if (this.#inside) this.#send({ t: 'move', gameId: this.gameId, ...move });
      }, this.thinking());
    }
  }
}
