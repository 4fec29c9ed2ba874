// A network between clients and server that behaves like one: connections are cut, go silent, or carry one way only.
import { createServer, connect } from 'node:net';
import { Transform } from 'node:stream';

/** What a mobile network makes of one segment of TCP. */
const crumb = 120; // bytes

/** One direction of a line. Delivers what it is given `network.latency` ms later, in order, and in crumbs where there
 *  is a latency. */
class Lane extends Transform {
  #waiting = [];
  #emptied = null;

  constructor(network) {
    super();
    this.network = network;
  }

  _transform(chunk, encoding, done) {
    const { latency } = this.network;
    if (latency === 0 && this.#waiting.length === 0) return done(null, chunk);
    for (let at = 0; at < chunk.length; at += crumb) {
      this.#waiting.push(chunk.subarray(at, at + crumb));
      setTimeout(() => this.#deliver(), latency);
    }
    done();
  }

  #deliver() {
    const next = this.#waiting.shift();
    if (!this.destroyed) this.push(next);
    if (this.#waiting.length === 0) this.#emptied?.();
  }

  /** The end comes after all that was sent before it, also when the latency has changed meanwhile. */
  _flush(done) {
    if (this.#waiting.length === 0) done();
    else this.#emptied = done;
  }
}

class Link {
  constructor(client, server, network) {
    this.towardsClient = new Lane(network);
    Object.assign(this, { client, server });
    client.pipe(new Lane(network)).pipe(server);
    server.pipe(this.towardsClient).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }

  /** Both ends are told at once. */
  cut() {
    this.client.resetAndDestroy();
  }

  /** Nothing passes any more and nobody is told: a phone in a tunnel. The server sees a connection that is half
   *  open. */
  freeze() {
    this.client.unpipe().resume();
    this.server.unpipe().resume();
  }

  /** What the server sends waits, as if the client did not read; what the client sends arrives. */
  stopReading() {
    this.server.unpipe().pause();
  }
  readAgain() {
    this.server.pipe(this.towardsClient);
  }
}

export class Network {
  #listener;
  links = new Set();
  /** ms from one end to the other; what is on its way keeps the latency that it set out with. */
  latency = 0;

  async start(server) {
    this.#listener = createServer((client) => {
      const link = new Link(client, connect(server.port, '127.0.0.1'), this);
      this.links.add(link);
      client.on('close', () => this.links.delete(link));
    });
    await new Promise((done) => this.#listener.listen(0, '127.0.0.1', done));
    return this;
  }

  /** What a Client connects to instead of the server. */
  get socket() {
    return `${this.url.replace('http', 'ws')}/ws`;
  }
  get url() {
    return `http://127.0.0.1:${this.#listener.address().port}`;
  }

  stop() {
    for (const { client, server } of this.links) {
      client.destroy();
      server.destroy();
    }
    this.#listener.close();
  }
}
