// What attackers are made of: sockets and requests from an address that the trusted proxy names, as many and as fast as
// the limits let pass.
import http from 'node:http';
import { text } from '../lib/frames.mjs';
import { Peer, request } from '../lib/peer.mjs';

/** What answers tell an attacker, counted in their bytes: a parser would take the time of the attack. */
const TOLD = [['codes tried', Buffer.from('"bad_code"')]];
/** Where a password is tried: an answer that is neither a limit's nor one to a form that cannot be read. */
const ASKS_PASSWORD = ['/api/auth/login', '/api/me/password', '/api/me/close'];

const say = (message) => text(typeof message === 'string' ? message : JSON.stringify(message));
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let lastId = 0;
/** The answer, and what was told before it. */
export async function ask(peer, message) {
  const id = ++lastId;
  await peer.send(say({ ...message, id }));
  const told = [];
  do told.push(await peer.message());
  while (told.at(-1).id !== id);
  return { ...told.at(-1), told };
}

/** One attack under way: where, from which addresses, until when; counts what was done. */
export class Siege {
  constructor(server, { addresses, seconds, world }) {
    Object.assign(this, { server, addresses, seconds, world });
    this.counts = {};
    /** Of what cannot be read at the server afterwards. */
    this.got = {};
    /** What should not have happened, in words. */
    this.faults = [];
    this.until = Date.now() + seconds * 1000;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: 8 * addresses.length });
  }

  #agent;
  #peers = [];

  get goesOn() {
    return Date.now() < this.until;
  }
  count(what, by = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  gain(what, by = 1) {
    this.got[what] = (this.got[what] ?? 0) + Number(by);
  }
  /** Sockets that are open at this moment. */
  get held() {
    return this.#peers.filter((peer) => peer.welcome && !peer.ended).length;
  }

  /** An open TCP connection; null if there is none to be had. */
  async connect() {
    try {
      const peer = await Peer.connect(this.server.port);
      this.#peers.push(peer);
      return peer;
    } catch (error) {
      this.count(error.code ?? 'refused');
      return null;
    }
  }

  /** A WebSocket from an address, after its welcome; null if the server wants no more from there. */
  async enter(address, hello = {}) {
    const peer = await this.connect();
    if (!peer) return null;
    try {
      await peer.send(
        Buffer.concat([
          Buffer.from(request({ 'X-Forwarded-For': address })),
          say({ t: 'hello', v: 1, ...hello }),
        ]),
      );
      await peer.upgraded();
      peer.welcome = await peer.message();
      return peer;
    } catch {
      this.count('not let in');
      peer.destroy();
      return null;
    }
  }

  /** Sockets that say what `speak(n, i)` gives (n: of the socket, i: of the message), at the rate that the limits let
   *  pass: a burst, then evenly. */
  async talk(speak, { sockets = 20, burst = 95, perSecond = 5, prepare = async () => {} } = {}) {
    await this.#fromEach(sockets, async (address, n) => {
      while (this.goesOn) {
        const peer = await this.enter(address);
        if (!peer) {
          await pause(100);
          continue;
        }
        const context = await prepare(peer, n);
        peer.ignore((bytes) => this.hear(bytes));
        for (let i = 0; this.goesOn && !peer.ended; i++) {
          const message = speak(n, i, context);
          void peer.send(Buffer.isBuffer(message) ? message : say(message));
          this.count('messages');
          if (i >= burst) await pause(1000 / perSecond);
          else if (i % 20 === 19) await pause(1);
        }
        if (peer.ended) this.count('thrown out');
      }
    });
  }

  /** Counts what answers tell. */
  hear(bytes) {
    for (const [what, words] of TOLD)
      for (let at = 0; (at = bytes.indexOf(words, at) + 1) > 0;) this.gain(what);
  }

  /** So many at a time of each address. */
  #fromEach(count, act) {
    return Promise.all(
      this.addresses.flatMap((address) => Array.from({ length: count }, (_, n) => act(address, n))),
    );
  }

  /** A request; gives the status, 0 if the connection broke. */
  async ask(address, method, path, body, headers) {
    return (await this.call(address, method, path, body, headers)).status;
  }

  /** The same, with the text of the answer, or its beginning. */
  call(address, method, path, body, headers = {}) {
    return new Promise((done) => {
      const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const ask = http.request({
        port: this.server.port,
        host: '127.0.0.1',
        agent: this.#agent,
        method,
        path,
        headers: {
          'X-Forwarded-For': address,
          ...(payload === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
          ...headers,
        },
      });
      ask.on('response', (answer) => {
        let said = '';
        answer
          .on('data', (data) => {
            if (said.length < 65_536) said += data;
          })
          .on('end', () => {
            this.count(`${answer.statusCode}`);
            if ([200, 201].includes(answer.statusCode)) this.gain('granted');
            if (ASKS_PASSWORD.includes(path) && [200, 401].includes(answer.statusCode))
              this.gain('passwords tried');
            done({ status: answer.statusCode, text: said });
          });
      });
      ask.on('error', (error) => {
        this.count(error.code ?? 'broken');
        done({ status: 0, text: '' });
      });
      ask.end(payload);
    });
  }

  /** Requests one after another on eight connections of each address; who is refused waits a moment and goes on. */
  async request(make) {
    await this.#fromEach(8, async (address, n) => {
      for (let i = 0; this.goesOn; i++) {
        const [method, path, body, headers] = make(n, i);
        const status = await this.ask(address, method, path, body, headers);
        if (status === 0 || status === 429 || status === 503) await pause(20);
      }
    });
  }

  /** Of a new account. */
  async signUp(address, name, password) {
    const { status, text } = await this.call(address, 'POST', '/api/auth/register', { name, password });
    if (status !== 201) throw new Error(`no account ${name}: ${text}`);
    return JSON.parse(text).token;
  }

  end() {
    for (const peer of this.#peers) peer.destroy();
    this.#agent.destroy();
  }
}
