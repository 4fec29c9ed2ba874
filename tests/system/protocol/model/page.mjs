// One connection of one person. It keeps what it is told of one room, in order.
import { admitted, within } from '../../lib/patience.mjs';
import { whole } from './delta.mjs';

export class Page {
  #socket;
  #nextId = 1;
  #waiting = new Map(); // By id of the request: {done, fail}.
  #state = null; // As the last message of the room had it: what deltas differ from.
  #news = new Set(); // Functions to call at the next message.
  /** In order of arrival: {message} or {answer, to, since, until}, each with `v` as it was then. */
  inbox = [];
  /** Of the room, as gameFull and events tell it. */
  v = null;
  open = false;
  /** ms that an answer took at most, to any page. */
  static slowest = 0;

  static async connect(server, hello) {
    const page = new Page();
    page.#socket = new WebSocket(server.socket);
    page.#socket.addEventListener('message', (e) => page.#received(JSON.parse(e.data)));
    page.#socket.addEventListener('close', (e) => page.#closed(e.code));
    await within(
      new Promise((done, fail) => {
        page.#socket.addEventListener('open', done);
        page.#socket.addEventListener('error', () => fail(new Lost('no connection')));
      }),
      () => `a connection to ${server.socket}`,
    );
    page.open = true;
    page.welcome = await admitted(() => page.ask({ t: 'hello', v: 1, ...hello }));
    return page;
  }

  /** The answer; Lost if the connection ends before. */
  ask(message) {
    if (!this.open) return Promise.reject(new Lost('closed'));
    const id = this.#nextId++;
    const asked = { message, since: Date.now() };
    const answer = within(
      new Promise((done, fail) => this.#waiting.set(id, { asked, done, fail })),
      () => `the answer to ${JSON.stringify(message)}`,
    );
    answer.catch(() => {}); // Whoever has given up does not listen.
    this.#socket.send(JSON.stringify({ ...message, id }));
    return answer;
  }

  close() {
    this.#socket.close();
  }

  /** Resolves once the page knows version `v`, and fails when the connection ends before. */
  async reach(v) {
    await within(
      new Promise((done, fail) => {
        const look = () => {
          if (this.v !== null && this.v >= v) done();
          else if (!this.open) fail(new Lost('closed'));
          else return;
          this.#news.delete(look);
        };
        this.#news.add(look);
        look();
      }),
      () => `version ${v}; the page is at ${this.v}`,
    );
  }

  #received(told) {
    const message = told.t === 'event' ? whole(told, this.#state) : told;
    if (message.t === 'event' || message.t === 'gameFull') this.#state = message.state;
    if (message.t === 'gameFull') this.v = message.v;
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (waiting) {
      this.#waiting.delete(message.id);
      const { asked } = waiting;
      Page.slowest = Math.max(Page.slowest, Date.now() - asked.since);
      if (message.code === 'shutting_down') return void waiting.fail(new Lost('the server goes down'));
      if (message.t === 'ack' && message.v !== undefined) this.v = asked.message.since;
      this.inbox.push({
        answer: message,
        to: asked.message,
        since: asked.since,
        until: Date.now(),
        v: this.v,
      });
      waiting.done(message);
    } else {
      this.inbox.push({ message, v: this.v, at: Date.now() });
    }
    if (message.t === 'event') this.v = message.v;
    for (const look of [...this.#news]) look();
  }

  #closed(code) {
    this.open = false;
    this.closeCode = code;
    for (const { fail } of this.#waiting.values()) fail(new Lost(`closed with ${code}`));
    this.#waiting.clear();
    for (const look of [...this.#news]) look();
  }
}

/** The connection ended: with a restart of the server that is no fault. */
export class Lost extends Error {}
