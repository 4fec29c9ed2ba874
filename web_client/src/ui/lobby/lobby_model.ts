import { signal } from '@preact/signals';
import type { ClientMessage } from '../../protocol/client_messages';
import { isLost } from '../../protocol/connection';
import type { Created, PlayingGame, ServerMessage } from '../../protocol/server_messages';
import type { GameName, Side, TimeControl } from '../../protocol/types';
import { applyLobby, applyMini, emptyLobby, liveGames, type Opening } from '../../state/lobby';
import type { Listener } from '../services/link';
import { enterFound, enterMade } from '../frame/found_games';
import type { Services } from '../services/services';

/** How many boards are drawn while they are played; the protocol allows 16. */
const WATCHED = 4;

/** What a game is to be, but for its clock. */
export interface Terms {
  readonly game: GameName;
  readonly rule?: string;
  readonly opening?: string;
  readonly rated?: boolean;
  readonly side?: Side;
  readonly minRating?: number;
  readonly maxRating?: number;
}

/** What is sought. */
export interface Sought {
  readonly terms: Terms;
  readonly time: TimeControl | null;
  /** Games that went on when it was asked for. */
  readonly before: readonly PlayingGame[];
}

export interface Search extends Sought {
  readonly seekId: string;
  readonly since: number;
}

/** The lobby as the server tells it, and what a visitor may do there. */
export class LobbyModel implements Listener {
  readonly lobby = signal(emptyLobby);
  readonly search = signal<Search | null>(null);
  /** A search that ended with the line that it was made on, until its visitor has gone on or let it be. */
  readonly ended = signal<Sought | null>(null);
  /** A request is on its way: buttons wait. */
  readonly busy = signal(false);
  private watched = '';
  private hasLeft = false;
  /** What was sought on a lost line, until it is known whether somebody was found. */
  private lost: Sought | null = null;

  constructor(
    private readonly services: Services,
    private readonly watchLimit = WATCHED,
  ) {}

  greeted(): void {
    const { link } = this.services;
    const lost = this.search.value;
    this.watched = '';
    link.send({ t: 'lobby', on: true });
    if (!lost) return;
    // The server may take the line for good for a minute yet, and what was sought on it for sought.
    link.send({ t: 'unseek', seekId: lost.seekId });
    this.search.value = null;
    this.lost = lost;
  }

  /** The server has told which games go on: one that began since a lost search is what it found. */
  private welcomed({ before }: Sought): void {
    const known = new Set(before.map(({ gameId }) => gameId));
    const found = this.services.account.playing.value.find(({ gameId }) => !known.has(gameId));
    if (found) enterFound(this.services, found.gameId);
    else this.ended.value = this.lost;
    this.lost = null;
  }

  received(message: ServerMessage): void {
    if (message.t === 'lobby') {
      this.lobby.value = applyLobby(this.lobby.value, message);
      this.watch();
    } else if (message.t === 'mini') {
      this.lobby.value = applyMini(this.lobby.value, message);
    } else if (message.t === 'created') {
      this.enter(message);
    } else if (message.t === 'welcome' && this.lost) {
      this.welcomed(this.lost);
    }
  }

  leave(): void {
    this.hasLeft = true;
    if (this.search.value) this.services.link.send({ t: 'unseek', seekId: this.search.value.seekId });
    this.services.link.send({ t: 'lobby', on: false });
    this.services.link.send({ t: 'watch', ids: [] });
  }

  /** Starts to search, in the place of a search that goes on. */
  async seek(terms: Terms, time: TimeControl | null): Promise<void> {
    const { account, link, toasts } = this.services;
    const sought: Sought = { terms, time, before: account.playing.value };
    this.ended.value = null;
    this.stopSearch();
    this.busy.value = true;
    try {
      const answer = await link.request({ t: 'seek', ...terms, time });
      if (answer.t !== 'ack' || answer.seekId === undefined) return;
      this.search.value = { ...sought, seekId: answer.seekId, since: performance.now() };
      // The visitor went while it was on its way: nobody waits for an opponent any more.
      if (this.hasLeft) this.stopSearch();
    } catch (error) {
      // Whether it was heard is not known: the next welcome tells what came of it.
      if (isLost(error)) this.lost = sought;
      toasts.fail(error);
    } finally {
      this.busy.value = false;
    }
  }

  /** The visitor knows that the search has ended, and wants no other. */
  forgetSearch(): void {
    this.ended.value = null;
  }

  /** Sits down with whoever waits. Two seeks that fit make a game, so one answers a seek by seeking the same. */
  async accept({ id, seek }: Opening): Promise<void> {
    if (!seek) {
      this.services.navigation.to({ page: 'room', gameId: id });
      return;
    }
    const { game, rule, opening, time, rated } = seek;
    const terms = {
      game,
      ...(rule !== undefined && { rule }),
      ...(opening !== undefined && { opening }),
      ...(rated !== undefined && { rated }),
    };
    // Somebody else may have been faster: then this seek waits, is seen and can be stopped.
    await this.seek(terms, time);
  }

  isOwn(opening: Opening): boolean {
    return opening.id === this.search.value?.seekId || this.services.account.seatOf(opening.id) !== undefined;
  }

  stopSearch(): void {
    const search = this.search.value;
    if (!search) return;
    this.search.value = null;
    this.services.link.send({ t: 'unseek', seekId: search.seekId });
  }

  /** What was asked for; a game that a search has found is entered whatever page one is on by then. */
  private enter(created: Created): void {
    this.search.value = this.ended.value = null;
    if (created.id !== undefined) enterMade(this.services, created);
  }

  /** The room opens when `created` arrives. */
  async create(message: ClientMessage & { t: 'create' }): Promise<ServerMessage | null> {
    this.busy.value = true;
    try {
      return await this.services.link.request(message);
    } catch (error) {
      this.services.toasts.fail(error);
      return null;
    } finally {
      this.busy.value = false;
    }
  }

  private watch(): void {
    const ids = liveGames(this.lobby.value)
      .slice(0, this.watchLimit)
      .map((game) => game.gameId);
    const key = ids.join(' ');
    if (key === this.watched) return;
    this.watched = key;
    this.services.link.send({ t: 'watch', ids });
  }
}
