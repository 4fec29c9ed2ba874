import { signal } from '@preact/signals';
import { Connection, Refusal, type ConnectionStatus } from '../../protocol/connection';
import type { ClientMessage } from '../../protocol/client_messages';
import type { GameOffer, ServerMessage, Welcome } from '../../protocol/server_messages';
import { NodeHint } from '../../protocol/node_hint';
import type { Account } from '../../state/account';
import { ServerTime } from '../../state/server_time';

export interface SocketListener {
  /** Requests can be sent: called at once if they can already, and again after each loss of the connection. */
  onConnected(): void;
  onMessage(message: ServerMessage): void;
  /** Whether a clock of the visitor's game runs on while the line is lost. */
  clockRuns?(): boolean;
}

/**
 * The client's one connection to the server, for as long as the client runs. A room has a connection of its own
 * (`/ws?room=ID`), so that a proxy can send it to the server that keeps the room; all other pages share one. It is made
 * anew when the user changes, when the room does, and after each loss.
 */
export class SocketClient {
  readonly status = signal<ConnectionStatus>('connecting');
  readonly latency = signal<number | null>(null);
  readonly games = signal<readonly GameOffer[]>([]);
  readonly time = new ServerTime();
  readonly #listeners = new Set<SocketListener>();
  #connection: Connection | null = null;
  #room: string | null = null;
  /** The last one that a game may come of. */
  #search: ClientMessage | null = null;
  #hint = new NodeHint();

  constructor(
    private readonly account: Account,
    private readonly origin: string,
    /** As the list of sessions names this one. */
    private readonly client = '',
  ) {
    // A connection belongs to one user.
    account.onChange = () => this.#reconnect();
  }

  /** Connects for `room`, or for all other pages with null, and tells the former room that the visitor left. Requests
   *  that are still out are rejected with the reason `left`. Nothing happens if that is the connection already. */
  switchRoom(room: string | null): void {
    if (this.#connection && this.#room === room) return;
    // On the room's own connection: no other server keeps the room.
    if (this.#room !== null) this.send({ t: 'leave', gameId: this.#room });
    this.#room = room;
    this.#search = null;
    this.#reconnect();
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    const answer = this.#connection?.request(message) ?? Promise.reject(new Refusal('connection_lost', ''));
    if (message.t === 'seek') answer.catch(() => this.#forget(message));
    if (message.t === 'seek') this.#search = message;
    return answer;
  }

  #forget(search: ClientMessage | null): void {
    if (search === this.#search) this.#search = null;
  }

  /** A search goes on where the server refuses to end it: then it has found a game. */
  send(message: ClientMessage): void {
    if (message.t !== 'unseek') this.#connection?.send(message);
    else {
      const search = this.#search;
      this.request(message).then(
        () => this.#forget(search),
        () => undefined,
      );
    }
  }

  /** Whether a game that is found is one of this page: until a room is entered or left, or the search has ended. */
  get hasSought(): boolean {
    return this.#search !== null;
  }

  subscribe(listener: SocketListener): () => void {
    this.#listeners.add(listener);
    if (this.#connection?.isGreeted) listener.onConnected();
    return () => void this.#listeners.delete(listener);
  }

  clockRuns(): boolean {
    return [...this.#listeners].some((listener) => listener.clockRuns?.());
  }

  wake(): void {
    this.#connection?.wake();
  }

  #reconnect(): void {
    this.#connection?.close();
    this.#hint = new NodeHint();
    let token: string | null = null;
    this.#connection = new Connection({
      url: () => this.#address(),
      hello: () => ({
        t: 'hello',
        v: 1,
        client: this.client,
        deltas: true,
        turns: true,
        token: (token = this.account.token) ?? undefined,
        ...(this.account.name && { name: this.account.name }),
      }),
      onStatus: (status) => {
        this.status.value = status;
        // The server that was asked for may be gone.
        // Its searches have ended with the line.
        if (status === 'lost') this.#hint.node = this.#search = null;
        if (status === 'logged_out') this.account.expire();
      },
      onGreeted: () => this.#notifyConnected(),
      onWelcome: (welcome) => this.#applyWelcome(welcome, token),
      onMessage: (message) => this.#dispatch(message),
      isMisplaced: (message) => this.#isMisplaced(message),
      onPong: (sentAt, receivedAt, serverNow) => {
        this.time.sample(sentAt, receivedAt, serverNow);
        this.latency.value = Math.round(this.time.latency ?? 0);
      },
    });
  }

  #address(): string {
    const socket = `${this.origin.replace(/^http/, 'ws')}/ws`;
    if (this.#room === null) return socket;
    const { node } = this.#hint;
    const asked = new URLSearchParams({ room: this.#room, ...(node !== null && { node }) });
    return `${socket}?${asked.toString()}`;
  }

  /** Of several servers another one keeps the room of this connection. */
  #isMisplaced(message: ServerMessage): boolean {
    if (message.t !== 'error' || message.code !== 'elsewhere' || message.node === undefined) return false;
    return message.gameId === this.#room && this.#hint.follow(message.node, performance.now());
  }

  #notifyConnected(): void {
    for (const listener of [...this.#listeners]) listener.onConnected();
  }

  #applyWelcome(welcome: Welcome, asked: string | null): void {
    this.games.value = welcome.games;
    this.time.renew(performance.now(), welcome.now);
    this.account.applyWelcome(welcome, asked);
  }

  #dispatch(message: ServerMessage): void {
    // The name belongs to an account, or is not allowed: with it the server would refuse every hello.
    if (message.t === 'error' && (message.code === 'name_taken' || message.code === 'bad_name'))
      this.account.rename('');
    if (message.t === 'gameFull' && message.gameId === this.#room) this.#hint.arrived();
    if (message.t === 'event' && message.kind === 'end') this.account.removeGame(message.gameId);
    for (const listener of [...this.#listeners]) listener.onMessage(message);
    // Listeners compare a turn with the list of games as it was before.
    if (message.t === 'turn') this.account.updateGame(message);
  }
}
