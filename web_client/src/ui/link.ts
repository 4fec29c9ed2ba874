import { signal, type Signal } from '@preact/signals';
import { Connection, Refusal, type LinkStatus } from '../protocol/connection';
import type { ClientMessage } from '../protocol/client_messages';
import type { GameOffer, PlayingGame, ServerMessage, Welcome } from '../protocol/server_messages';
import type { User } from '../protocol/types';
import type { Identity } from '../state/identity';
import { ServerTime } from '../state/server_time';

export interface Listener {
  /** The server can be asked: at once if it can already, and again after each loss of the line. */
  greeted(): void;
  received(message: ServerMessage): void;
}

const CLIENT = 'sanqi-web/0.1';

/** The page's one line to the server. A room has a line of its own (`/ws?room=ID`), so that a proxy can send it to the
 *  machine where the room lives; all other pages share one. */
export class Link {
  readonly status = signal<LinkStatus>('connecting');
  readonly latency = signal<number | null>(null);
  readonly user: Signal<User | null>;
  readonly games = signal<readonly GameOffer[]>([]);
  /** Games of this visitor that are not over. */
  readonly playing: Signal<readonly PlayingGame[]>;
  /** The host of a server on a local network. */
  readonly host = signal(false);
  readonly time = new ServerTime();
  private readonly listeners = new Set<Listener>();
  private connection: Connection | null = null;
  private room: string | null = null;

  constructor(
    private readonly identity: Identity,
    private readonly origin: string,
  ) {
    const { visit } = identity;
    this.user = signal(visit?.user ?? null);
    this.playing = signal(visit?.playing ?? []);
  }

  /** Makes the line that of `room`, or the common one for null. */
  to(room: string | null): void {
    if (this.connection && this.room === room) return;
    this.room = room;
    this.reconnect();
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    return (
      this.connection?.request(message) ?? Promise.reject(new Refusal('connection_lost', 'not connected'))
    );
  }

  send(message: ClientMessage): void {
    this.connection?.send(message);
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.connection?.isGreeted) listener.greeted();
    return () => void this.listeners.delete(listener);
  }

  wake(): void {
    this.connection?.wake();
  }

  rename(name: string): void {
    this.identity.keepName(name);
    this.reconnect();
  }

  /** Goes on as an account: on a new line, because a line belongs to one user. */
  become(user: User, token: string): void {
    this.identity.keepUser(token);
    this.identity.keepName(user.name);
    this.reconnect();
  }

  /** Logged out: whoever sits here is a guest again. */
  forget(): void {
    this.identity.forgetUser();
    this.reconnect();
  }

  private reconnect(): void {
    this.connection?.close();
    const query = this.room === null ? '' : `?room=${encodeURIComponent(this.room)}`;
    this.connection = new Connection({
      url: `${this.origin.replace(/^http/, 'ws')}/ws${query}`,
      hello: () => ({
        t: 'hello',
        v: 1,
        client: CLIENT,
        deltas: true,
        ...(this.identity.token && { token: this.identity.token }),
        ...(this.identity.name && { name: this.identity.name }),
      }),
      onStatus: (status) => (this.status.value = status),
      onGreeted: () => this.greeted(),
      onWelcome: (welcome) => this.welcomed(welcome),
      onMessage: (message) => this.received(message),
      onPong: (sentAt, receivedAt, serverNow) => {
        this.time.sample(sentAt, receivedAt, serverNow);
        this.latency.value = Math.round(this.time.latency ?? 0);
      },
    });
  }

  private greeted(): void {
    for (const listener of [...this.listeners]) listener.greeted();
  }

  private welcomed(welcome: Welcome): void {
    this.identity.keepUser(welcome.token);
    this.user.value = welcome.user;
    this.games.value = welcome.games;
    this.plays(welcome.user, welcome.playing ?? []);
    this.host.value = welcome.host ?? false;
    this.time.renew(performance.now(), welcome.now);
  }

  private plays(user: User, playing: readonly PlayingGame[]): void {
    this.playing.value = playing;
    this.identity.keepVisit({ user, playing });
  }

  private received(message: ServerMessage): void {
    // An account has this name, and no guest may: that of who was logged out elsewhere, or one that was wished for.
    // One that the server does not take at all would keep every page out.
    if (message.t === 'error' && (message.code === 'name_taken' || message.code === 'bad_name'))
      this.rename('');
    const user = this.user.value;
    if (user && message.t === 'event' && message.kind === 'end')
      this.plays(
        user,
        this.playing.value.filter(({ gameId }) => gameId !== message.gameId),
      );
    for (const listener of [...this.listeners]) listener.received(message);
  }
}
