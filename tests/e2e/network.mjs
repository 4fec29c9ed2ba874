// A network between clients and server that behaves like one: connections are cut, go silent, or carry one way only.
import { createServer, connect } from 'node:net';

class Link {
  constructor(client, server) {
    Object.assign(this, { client, server });
    client.pipe(server);
    server.pipe(client);
    for (const [one, other] of [[client, server], [server, client]]) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }

  /** Both ends are told at once. */
  cut() { this.client.resetAndDestroy(); }

  /** Nothing passes any more and nobody is told: a phone in a tunnel. The server sees a connection that is half open. */
  freeze() {
    this.client.unpipe().resume();
    this.server.unpipe().resume();
  }

  /** What the server sends waits, as if the client did not read; what the client sends arrives. */
  stopReading() { this.server.unpipe().pause(); }
  readAgain() { this.server.pipe(this.client); }
}

export class Network {
  #listener;
  links = new Set();

  async start(server) {
    this.#listener = createServer((client) => {
      const link = new Link(client, connect(server.port, '127.0.0.1'));
      this.links.add(link);
      client.on('close', () => this.links.delete(link));
    });
    await new Promise((done) => this.#listener.listen(0, '127.0.0.1', done));
    return this;
  }

  /** What a Client connects to instead of the server. */
  get socket() { return `ws://127.0.0.1:${this.#listener.address().port}/ws`; }

  stop() {
    for (const { client, server } of this.links) { client.destroy(); server.destroy(); }
    this.#listener.close();
  }
}
