import { backoff } from './backoff';
import type { ClientMessage, Hello } from './client_messages';
import type { ErrorMessage, ServerMessage, Welcome } from './server_messages';
import { bytesOf } from './utf8';

/** `connecting` at first, `lost` while it reconnects. The last three are final: the page is older than the server
 *  allows, the host of the room has kicked the visitor, or the user was logged out elsewhere. */
export type ConnectionStatus =
  'connecting' | 'open' | 'lost' | 'outdated' | 'kicked' | 'banned' | 'logged_out';

/**
 * A refusal by the server, or `connection_lost` when the answer can no longer come. Of HTTP, too. `message` is
 * English, for those who read it; pages say what `code` and `reason` mean. `retryMs`: ask again after that. The
 * reason `left` says that this page closed the connection itself: nothing is to be told then.
 */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly reason?: string,
    readonly retryMs?: number,
    readonly gameId?: string,
  ) {
    super(message);
  }

  /** `hello_first`: the server has refused the hello; the next connection brings the answer. */
  static from({ code, message, reason, retryMs, gameId }: ErrorMessage): Refusal {
    return new Refusal(code === 'hello_first' ? 'connection_lost' : code, message, reason, retryMs, gameId);
  }
}

/** What was asked for does not exist. */
export const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found';

/** The connection was lost before the answer came. The server may have acted: the next connection tells. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'connection_lost';

/** The part of WebSocket that is used here; tests have a fake one. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/**
 * What a connection asks of its owner. All callbacks come on the page's thread, within an event of the socket or a
 * timer, or within `wake`; `onStatus` comes in the constructor already.
 */
export interface ConnectionOptions {
  /** Asked for each time that a socket is opened. Another server of several may be asked for then. */
  readonly url: () => string;
  /** Asked for each time that a socket is open: the token may be another one by now. */
  readonly hello: () => Hello;
  /** Each message in its order, answers among them: those before what waits for their promise goes on. */
  readonly onMessage: (message: ServerMessage) => void;
  /** Whether the server names another one to be asked: then it reconnects at once, and `onMessage` is not called. */
  readonly isMisplaced?: (message: ServerMessage) => boolean;
  /** Called after each hello, for the first time or after a loss: from here on requests are sent. The server answers in
   *  order, after its welcome; to wait for that would cost a round trip. */
  readonly onGreeted: () => void;
  readonly onWelcome: (welcome: Welcome) => void;
  /** The same status may come several times. A final one comes once, and last; `close` tells none. */
  readonly onStatus: (status: ConnectionStatus) => void;
  /** Round trip of a ping, with both readings of the clocks: see ServerTime. */
  readonly onPong?: (sentAt: number, receivedAt: number, serverNow: number) => void;
  readonly openSocket?: (url: string) => Socket;
  /** Milliseconds, monotonic; for tests. */
  readonly now?: () => number;
}

/** Also keeps proxies from closing a silent connection. */
const PING_EVERY_MS = 5_000;
/** A request that is still not answered after so many pings ends the connection, although the pings are answered: it is
 *  rejected with `connection_lost`. Counted in pings, because timers are slow on hidden pages and stand still during
 *  sleep. */
const PINGS_AWAITED = 6;
/** A socket that has not answered a ping for this long is taken for dead: a phone that changed from WiFi to mobile data
 *  keeps its old socket "open" for minutes. Silence alone proves nothing: browsers run the timers of a hidden page once
 *  a minute, so nothing is asked, and nothing is answered, for long. */
const SILENCE_MS = 12_000;
/** After a wake-up (tab shown, network back) the answer must come sooner: the visitor is looking. */
const PROBE_MS = 3_000;
/** A timer that is this late says that the page itself slept: what was answered meanwhile may still lie unread. */
const SLEPT_MS = 2_000;

/** Close codes after which it does not reconnect. */
const FINAL: Readonly<Record<number, ConnectionStatus>> = {
  4001: 'outdated',
  4003: 'kicked',
  4004: 'banned',
  4005: 'logged_out',
};

/** Of a message, until the server tells its own limit: for a longer one it closes the connection, and would for the
 *  same one that is sent again after that. */
const MOST_BYTES = 4_096;

interface PendingRequest {
  readonly resolve: (message: ServerMessage) => void;
  readonly reject: (reason: Refusal) => void;
  /** Pings since. */
  pings: number;
}

/**
 * A WebSocket that reconnects until `close`: it says hello, numbers requests, measures round trips, and finds out by
 * itself that a connection is dead. Pauses between attempts grow to eight seconds. It knows no games.
 *
 * Life: open, hello, welcome (requests may be sent before), pings every five seconds; then lost, and open again. Each
 * request ends: with its answer, with a refusal, or with `connection_lost` when its connection ends. Messages that
 * are sent without an answer may be lost without a word; nothing is queued for the next connection, because what was
 * meant may be wrong by then: the owner says it anew in `onGreeted`.
 *
 * Why the socket's own events are not enough: `onclose` may come minutes late, or never while a phone sleeps, and a
 * socket that a network change has cut stays "open". So silence is measured, but only after something was asked.
 */
export class Connection {
  #socket: Socket | null = null;
  #pending = new Map<number, PendingRequest>();
  #nextId = 1;
  /** Failed attempts since the last welcome; what makes the pauses longer. */
  #attempt = 0;
  /** Hello was sent on this socket. */
  #greeted = false;
  /** The welcome of this socket has come. */
  #welcomed = false;
  /** By `close` or by a final status: no socket is opened any more. */
  #closed = false;
  /** With which code the server has said that it will close. */
  #byeCode: number | null = null;
  /** When the server was asked for an answer that has not come; null while it owes none. */
  #awaitingSince: number | null = null;
  /** Bytes of a message, at most. */
  #longest = MOST_BYTES;
  /** When the next ping is due; much later, the page has slept. */
  #nextTick = 0;
  /** Runs between two sockets; the other two only while there is one. */
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #probeTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #now: () => number;

  constructor(private readonly options: ConnectionOptions) {
    this.#now = options.now ?? (() => performance.now());
    this.#open();
  }

  /** Resolves with the answer of the same id; rejects with a `Refusal`, at once where there is no connection, and with
   *  `too_large` where the server takes no such long message. */
  request(message: ClientMessage): Promise<ServerMessage> {
    if (!this.#greeted) return Promise.reject(new Refusal('connection_lost', ''));
    const id = this.#nextId++;
    if (this.#isTooLong({ ...message, id }))
      return Promise.reject(new Refusal('too_large', `A message has at most ${this.#longest} bytes.`));
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, pings: 0 });
      this.#transmit({ ...message, id });
    });
  }

  /** Sends without an answer; does nothing where there is no connection, or the server takes no such long message. */
  send(message: ClientMessage): void {
    if (this.#greeted && !this.#isTooLong(message)) this.#transmit(message);
  }

  /** Whether requests can be made: hello has been said. */
  get isGreeted(): boolean {
    return this.#greeted;
  }

  /** To be called when the network changes or the tab is shown: asks for a sign of life, or reconnects now. */
  wake(): void {
    if (this.#closed) return;
    if (this.#welcomed) {
      this.#probe();
    } else {
      // A socket that is being opened may never answer.
      this.#drop();
      this.#attempt = 0;
      this.#open();
    }
  }

  /** For good. Requests that are out are rejected with the reason `left`; no callback is called any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    this.#drop('left');
  }

  /** Opens a socket in the place of the last one, whose events are detached already. */
  #open(): void {
    clearTimeout(this.#retryTimer);
    this.options.onStatus(this.#attempt === 0 ? 'connecting' : 'lost');
    const openSocket = this.options.openSocket ?? ((url: string): Socket => new WebSocket(url) as Socket);
    const socket = openSocket(this.options.url());
    this.#socket = socket;
    this.#byeCode = null;
    // The server owes a welcome from now on: an opening that hangs is given up like a silent connection.
    this.#awaitingSince = this.#now();
    this.#nextTick = this.#now() + PING_EVERY_MS;
    socket.onopen = () => this.#sendHello();
    socket.onmessage = (event) => this.#receive(String(event.data));
    // `onerror` is not heard: it says nothing, and `onclose` follows it always.
    socket.onclose = (event) => this.#reconnectAfter(this.#byeCode ?? event.code);
    this.#pingTimer = setInterval(() => this.#ping(), PING_EVERY_MS);
  }

  #sendHello(): void {
    this.#transmit(this.options.hello());
    this.#greeted = true;
    this.options.onGreeted();
  }

  #transmit(message: ClientMessage & { id?: number }): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #isTooLong(message: ClientMessage & { id?: number }): boolean {
    return bytesOf(JSON.stringify(message)) > this.#longest;
  }

  #ping(): void {
    // Judged when the timer runs, which browsers put off on hidden pages and in sleep.
    const slept = this.#now() > this.#nextTick + SLEPT_MS;
    this.#nextTick = this.#now() + PING_EVERY_MS;
    const silent = this.#awaitingSince !== null && this.#now() - this.#awaitingSince > SILENCE_MS;
    let isOwed = false;
    for (const one of this.#pending.values()) isOwed = ++one.pings > PINGS_AWAITED || isOwed;
    if (isOwed) this.#reconnectAfter(0);
    else if (!silent) this.#sendPing();
    // Asleep, the page could not read: it asks once more before it calls the connection dead.
    else if (slept) this.#probe();
    else this.#reconnectAfter(0);
  }

  /** Whole milliseconds: the protocol knows no others. */
  #sendPing(): void {
    if (!this.#welcomed) return;
    this.#awaitingSince ??= this.#now();
    this.#transmit({ t: 'ping', at: Math.round(this.#now()) });
  }

  /** Pings once more, and waits three seconds for the answer. */
  #probe(): void {
    const asked = (this.#awaitingSince = this.#now());
    this.#sendPing();
    clearTimeout(this.#probeTimer);
    this.#probeTimer = setTimeout(() => {
      // The ping of a later moment has time yet.
      if (this.#awaitingSince === asked) this.#reconnectAfter(0);
    }, PROBE_MS);
  }

  #receive(text: string): void {
    // Any message is a sign of life, not only the answer that is awaited.
    this.#awaitingSince = null;
    const message = JSON.parse(text) as ServerMessage & { id?: number };
    if (this.options.isMisplaced?.(message)) {
      this.#drop();
      this.#open();
      return;
    }
    if (message.t === 'welcome') this.#welcome(message);
    // Its owner has found another user there.
    if (this.#closed) return;
    // A proxy may swallow the code of the close that follows.
    if (message.t === 'bye') this.#byeCode = message.code;
    if (message.t === 'pong') this.options.onPong?.(message.at, this.#now(), message.now);
    this.#answer(message);
    this.options.onMessage(message);
  }

  /** From here on the attempts count anew. The first ping goes at once: its round trip sets the clock. */
  #welcome(welcome: Welcome): void {
    this.#welcomed = true;
    this.#attempt = 0;
    this.#longest = welcome.limits?.message ?? MOST_BYTES;
    this.options.onStatus('open');
    this.options.onWelcome(welcome);
    this.#sendPing();
  }

  /** An answer that is not awaited any more is dropped here; its message is still told to `onMessage`. */
  #answer(message: ServerMessage & { id?: number }): void {
    if (message.id === undefined) return;
    const waiting = this.#pending.get(message.id);
    if (!waiting) return;
    this.#pending.delete(message.id);
    if (message.t === 'error') waiting.reject(Refusal.from(message));
    else waiting.resolve(message);
  }

  /** The connection has ended, with the server's code, or with 0 where this page gave it up. */
  #reconnectAfter(code: number): void {
    const final = FINAL[code];
    this.#drop(final && 'left');
    if (this.#closed) return;
    if (final) {
      this.#closed = true;
      this.options.onStatus(final);
      return;
    }
    this.options.onStatus('lost');
    this.#retryTimer = setTimeout(() => this.#open(), backoff(this.#attempt++));
  }

  /** Closes the socket without another event of it, and rejects all requests. */
  #drop(reason?: 'left'): void {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#probeTimer);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = this.#welcomed = false;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const lost = new Refusal('connection_lost', '', reason);
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const one of waiting) one.reject(lost);
  }
}
