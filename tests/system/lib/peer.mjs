// The other end of one TCP connection to the server, without any library that knows HTTP or WebSocket.
import { once } from 'node:events';
import { connect } from 'node:net';
import { CLOSE, PING, PONG, TEXT, parse } from './frames.mjs';
import { PATIENCE_MS, within } from './patience.mjs';

export const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='; // RFC 6455, 1.3.
export const ACCEPT = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

/** A request as text. A header with the value null is left out; one whose value is a list comes several times. */
export function request(headers = {}, { line = 'GET /ws HTTP/1.1' } = {}) {
  const all = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': KEY,
    'Sec-WebSocket-Version': '13',
    ...headers,
  };
  const fields = Object.entries(all).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return `${line}\r\n${fields.join('')}\r\n`;
}

export class Peer {
  #socket;
  #bytes = Buffer.alloc(0);
  #arrived = [];
  #wake = () => {};
  #failure;
  /** Each byte is sent by itself. */
  byByte = false;
  /** The server has closed its side. */
  ended = false;
  /** The head of the answer to the upgrade, once it is there. */
  head = '';

  static async connect(port, { host = '127.0.0.1', from } = {}) {
    const peer = new Peer();
    peer.#socket = connect({ port, host, localAddress: from, noDelay: true });
    await within(once(peer.#socket, 'connect'), () => `a connection to port ${port}`);
    peer.#socket.on('data', (bytes) => peer.#received(bytes));
    for (const event of ['end', 'close', 'error'])
      peer.#socket.on(event, () => {
        peer.ended = true;
        peer.#wake();
      });
    return peer;
  }

  #received(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.head === '') {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.head = this.#bytes.subarray(0, end + 2).toString('latin1');
      this.#bytes = this.#bytes.subarray(end + 4);
    }
    if (this.status === 101) this.#parse();
    this.#wake();
  }

  #parse() {
    try {
      const { frames, rest } = parse(this.#bytes);
      this.#bytes = Buffer.from(rest);
      this.#arrived.push(...frames.filter(({ opcode }) => opcode !== PING)); // It may ask whether we live, at any time.
    } catch (error) {
      this.#failure = error;
    }
  }

  get status() {
    return Number(this.head.slice(9, 12));
  }
  /** A field of the answer's head, or undefined. */
  header(name) {
    return new RegExp(`^${name}: (.*?)\r$`, 'im').exec(this.head)?.[1];
  }

  /** Sends all at once, or each byte by itself. What the server no longer takes is dropped. */
  async send(bytes) {
    if (!this.byByte) return void this.#write(bytes);
    for (const byte of Buffer.from(bytes)) {
      if (this.ended || this.#socket.destroyed) return;
      await this.#write(Buffer.of(byte));
    }
  }

  #write(bytes) {
    return new Promise((done) => this.#socket.write(bytes, () => done()));
  }

  /** Waits until `test` gives something. */
  async until(test, what, patience = PATIENCE_MS) {
    const deadline = Date.now() + patience;
    for (;;) {
      if (this.#failure) throw this.#failure;
      const found = test();
      if (found) return found;
      if (this.ended) throw new Error(`the connection ended without ${what}; ${this.unread()}`);
      if (Date.now() > deadline) throw new Error(`no ${what} in ${patience} ms; ${this.unread()}`);
      await new Promise((done) => {
        const timer = patience === Infinity ? undefined : setTimeout(done, deadline - Date.now() + 1);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  }

  #take(opcode, what, patience) {
    return this.until(
      () => {
        const index = this.#arrived.findIndex((frame) => frame.opcode === opcode);
        return index >= 0 && this.#arrived.splice(index, 1)[0].payload;
      },
      what,
      patience,
    );
  }

  async upgraded() {
    await this.until(() => this.head, 'answer to the upgrade');
    if (this.status !== 101) throw new Error(`the upgrade was answered by ${this.head}`);
  }

  /** The next message, whatever pongs came before it. */
  async message(patience) {
    return JSON.parse((await this.#take(TEXT, 'message', patience)).toString());
  }
  pong() {
    return this.#take(PONG, 'pong');
  }
  /** The code that the server closes with; 1005 if it says none. */
  async closeCode() {
    const payload = await this.#take(CLOSE, 'close frame');
    return payload.length >= 2 ? payload.readUInt16BE() : 1005;
  }

  /** The server closes the connection and has said nothing that was not asked for. */
  async end() {
    await this.until(() => this.ended, 'end of the connection');
    if (this.#arrived.length > 0) throw new Error(`besides: ${this.unread()}`);
  }
  unread() {
    return `unread: ${this.#arrived.map(({ opcode, payload }) => `${opcode} ${payload.subarray(0, 60)}`).join(', ') || 'nothing'}`;
  }
  /** Takes all that comes and keeps none of it; `hear` gets the bytes. */
  ignore(hear = () => {}) {
    this.#socket.removeAllListeners('data').on('data', hear);
  }
  /** Reads nothing any more, so that the server's way out fills up. */
  stopReading() {
    this.#socket.pause();
  }
  destroy() {
    this.#socket.destroy();
  }
}
