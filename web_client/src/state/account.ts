import { signal } from '@preact/signals';
import type { PlayingGame, TurnChange, Welcome } from '../protocol/server_messages';
import type { User } from '../protocol/types';
import { readJson, type KeyValueStore } from './storage';

const USER = 'sanqi.user';
const NAME = 'sanqi.name';
const SEATS = 'sanqi.seats';
const VISIT = 'sanqi.visit';
/** Newest first; seats of games long past are of no use. The token of a seat lets its browser sit down again. */
const SEATS_KEPT = 50;

interface Seat {
  readonly gameId: string;
  readonly token: string;
  readonly code: string;
}

interface KeptSeat extends Seat {
  /** The id of the user who sat down: the token of a guest's seat opens it to any user. */
  readonly user?: string | undefined;
}

/**
 * The last welcome: pages draw it until the next one comes, so that nothing moves then. It may be old: games in it
 * may be over, and the next welcome replaces it whole.
 */
interface CachedWelcome {
  readonly user: User;
  readonly playing: readonly PlayingGame[];
}

/**
 * Who this browser is to the server, a guest or a user with an account: the tokens of the user and of seats, kept in
 * `keep`, and what the server said of the user. One for the client, as long as it runs. Another tab may change what
 * is kept: see `onStorage`.
 *
 * The token in `keep` is the one that the next hello brings; `shownToken` is whose pages are shown. They differ
 * between a login, here or in another tab, and the welcome that follows.
 */
export class Account {
  readonly user;
  /** The user's games that are not over. */
  readonly playing;
  /** Whether this is the host of a server on a local network. */
  readonly host = signal(false);
  /** Of the room that is ready, for the host of a server on a local network. */
  readonly readyCode = signal('');
  /** The token of the user whom this page shows. */
  #shownToken: string | null;
  /** Called when the user or the name has changed: the connection must say hello anew. The `SocketClient` sets it. */
  onChange: (() => void) | null = null;

  constructor(private readonly keep: KeyValueStore) {
    this.#shownToken = this.token;
    const visit = readJson(keep, VISIT) as CachedWelcome | null;
    const { user = null, playing = [] } = Array.isArray(visit?.playing) ? visit : {};
    this.user = signal<User | null>(user);
    this.playing = signal<readonly PlayingGame[]>(playing);
  }

  /** Read anew each time: another tab may have written it. Null: the server makes a new guest. */
  get token(): string | null {
    return this.keep.getItem(USER);
  }

  /** What the visitor wants to be called; empty where the server has refused a name, null where none was said. */
  get name(): string | null {
    return this.keep.getItem(NAME);
  }

  /** No name was said and no seat taken on this device: such a visitor looks before sitting down. */
  get isNewVisitor(): boolean {
    return this.name === null && !this.#seats().length && !this.playing.value.length;
  }

  rename(name: string): void {
    this.keep.setItem(NAME, name);
    this.onChange?.();
  }

  /**
   * The server has accepted the password of `user`, who asked by HTTP: the connection follows, and the welcome of it.
   */
  logIn(user: User, token: string): void {
    this.keep.setItem(USER, token);
    this.user.value = user;
    this.rename(user.name);
  }

  /** The user has logged out here: the next hello is a new guest's. Seats are forgotten, too. */
  logOut(): void {
    this.#clear();
    this.onChange?.();
  }

  /**
   * The user was logged out elsewhere (close code 4005): the next page is a new guest's, unless another tab has
   * logged in meanwhile. The connection is not made anew: that is final.
   */
  expire(): void {
    if (this.token === this.#shownToken) this.#clear();
  }

  #clear(): void {
    for (const key of [USER, NAME, VISIT, SEATS]) this.keep.removeItem(key);
  }

  /**
   * After every hello, also when a connection was lost: what is absent is none. `asked` is the token that the hello
   * brought: where another tab has logged in or out since, the answer is of the user before, and the next hello follows.
   */
  applyWelcome(
    { token, user, playing = [], host = false, readyCode = '' }: Welcome,
    asked: string | null = this.token,
  ): void {
    if (asked !== this.token) return this.onChange?.();
    this.keep.setItem(USER, token);
    this.#shownToken = token;
    this.user.value = user;
    this.host.value = host;
    this.readyCode.value = readyCode;
    this.#setPlaying(playing);
  }

  /** Another tab has changed what is kept under `key` (null: under any): another user may be logged in there. */
  onStorage(key: string | null): void {
    if ((key === null || key === USER) && this.token !== this.#shownToken) this.onChange?.();
  }

  /** The game is over. Does nothing for games of others. */
  removeGame(gameId: string): void {
    this.#setPlaying(this.playing.value.filter((game) => game.gameId !== gameId));
  }

  /** A game of the user has gone on while this page shows another. The changed game goes to the end of the list. */
  updateGame({ gameId, game, opponent, yourTurn, over }: TurnChange): void {
    this.removeGame(gameId);
    if (!over) this.#setPlaying([...this.playing.value, { gameId, game, opponent, yourTurn }]);
  }

  #setPlaying(playing: readonly PlayingGame[]): void {
    this.playing.value = playing;
    this.keep.setItem(VISIT, JSON.stringify({ user: this.user.value, playing }));
  }

  /**
   * The seat of this user in a game, if this browser has one. Seats of former versions say no user: they count for
   * any.
   */
  seatOf(gameId: string): Seat | undefined {
    return this.#seats().find(
      (seat) => seat.gameId === gameId && (seat.user ?? this.#userId) === this.#userId,
    );
  }

  /** In the place of an older one of the game, before all others. */
  keepSeat(seat: Seat): void {
    const others = this.#seats().filter((other) => other.gameId !== seat.gameId);
    const kept: KeptSeat = { ...seat, user: this.#userId };
    this.keep.setItem(SEATS, JSON.stringify([kept, ...others].slice(0, SEATS_KEPT)));
  }

  get #userId(): string | undefined {
    return this.user.value?.id;
  }

  #seats(): readonly KeptSeat[] {
    const seats = readJson(this.keep, SEATS);
    return Array.isArray(seats) ? (seats as KeptSeat[]) : [];
  }
}
