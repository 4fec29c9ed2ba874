import { signal } from '@preact/signals';
import type { CreateRequest, SeekRequest } from '../../protocol/client_messages';
import type { Refusal } from '../../protocol/connection';
import type { ServerMessage } from '../../protocol/server_messages';
import type { GameName, Side, TimeControl } from '../../protocol/types';
import { applyLobby, applyMini, emptyLobby, liveGames, type Challenge } from '../../state/lobby';
import type { SocketListener } from '../services/socket_client';
import { afterLoss, enterMade, missGame } from '../frame/found_games';
import type { Services } from '../services/services';

/** How many boards are drawn while they are played; the protocol allows 16. */
const WATCHED = 4;

/** What a game is to be, but for its clock. */
export interface GameTerms {
  readonly game: GameName;
  readonly rule?: string | undefined;
  readonly opening?: string | undefined;
  readonly rated?: boolean;
  readonly side?: Side;
  readonly minRating?: number;
  readonly maxRating?: number;
  readonly with?: string;
}

/** A search as it was asked for. */
export interface SearchTerms {
  readonly terms: GameTerms;
  readonly time: TimeControl | null;
}

/** A search that goes on. */
export interface Search extends SearchTerms {
  readonly seekId: string;
  /** When it began, by `performance.now`. */
  readonly since: number;
}

/**
 * The store of the lobby: what the server tells of it, and the visitor's search. One for each visit of a page that
 * shows the lobby. One search at a time; it ends with its page (`leave`) and with its connection.
 *
 * What a lost connection leaves open: a search that was out, or asked for and not answered, may have found a game in
 * that moment. The next welcome says so by its list of unfinished games; the search itself is gone, because the
 * server ends it with its connection. Games that are found while the connection holds come as `created` without an
 * id.
 */
export class LobbyModel implements SocketListener {
  readonly lobby = signal(emptyLobby);
  readonly search = signal<Search | null>(null);
  /** A search that ended with its connection, until the visitor searches again or dismisses it. */
  readonly endedSearch = signal<SearchTerms | null>(null);
  /** A request is on its way: buttons wait. */
  readonly busy = signal(false);
  /** The ids of the games whose boards were asked for on this connection, to ask only for others. */
  #watched = '';
  /** The page is gone; answers to it may still come. */
  #hasLeft = false;

  constructor(
    private readonly services: Services,
    private readonly watchLimit = WATCHED,
  ) {}

  /** Before the welcome: requests are answered after it, in their order. */
  onConnected(): void {
    const { socket } = this.services;
    const lost = this.search.value;
    this.#watched = '';
    this.#ask();
    if (!lost) return;
    // The server may not have noticed yet that the old connection is gone.
    socket.send({ t: 'unseek', seekId: lost.seekId });
    this.search.value = null;
    afterLoss(this.services, lost.terms.game, this.#endSearch(lost));
  }

  /** Where many come at once the server says when it may be asked; the lobby is empty until then. */
  #ask(): void {
    if (this.#hasLeft) return;
    this.services.socket.request({ t: 'lobby', on: true }).catch((error: unknown) => {
      const { retryMs } = error as Partial<Refusal>;
      if (retryMs) setTimeout(() => this.#ask(), retryMs);
    });
  }

  #endSearch = (lost: SearchTerms) => (): void => void (this.endedSearch.value = lost);

  onMessage(message: ServerMessage): void {
    if (message.t === 'lobby') {
      this.lobby.value = applyLobby(this.lobby.value, message);
      this.#watch();
    } else if (message.t === 'mini') {
      this.lobby.value = applyMini(this.lobby.value, message);
    } else if (message.t === 'created') {
      // A room that was asked for is entered here; a game that a search has found, by found_games.ts on any page.
      this.search.value = this.endedSearch.value = null;
      if (message.id !== undefined) enterMade(this.services, message);
    }
  }

  /** The page goes: the server is told to tell no more. */
  leave(): void {
    this.#hasLeft = true;
    this.stopSearch();
    this.services.socket.send({ t: 'lobby', on: false });
    this.services.socket.send({ t: 'watch', ids: [] });
  }

  /** Starts to search, in the place of a search that goes on. That one stays where a seek that joins another is
   *  refused. */
  async seek(terms: GameTerms, time: TimeControl | null): Promise<void> {
    const sought: SearchTerms = { terms, time };
    this.endedSearch.value = null;
    if (terms.with === undefined) this.stopSearch();
    const answer = await this.create({ t: 'seek', ...terms, time }, sought);
    if (answer?.t !== 'ack' || answer.seekId === undefined) return;
    this.stopSearch();
    this.search.value = { ...sought, seekId: answer.seekId, since: performance.now() };
    // The visitor has left while it was in flight.
    if (this.#hasLeft) this.stopSearch();
  }

  /** The visitor has seen that the search has ended, and wants no other. */
  dismissEnded(): void {
    this.endedSearch.value = null;
  }

  /** Accepts a challenge: enters the room, or joins a seek by the same seek, since two seeks that fit make a game. */
  async accept({ id, seek }: Challenge): Promise<void> {
    if (!seek) {
      this.services.navigation.to({ page: 'room', gameId: id });
      return;
    }
    const { game, rule, opening, time, rated } = seek;
    await this.seek({ game, rule, opening, rated, with: id } as GameTerms, time);
  }

  /** Whether it is the visitor's own search, also in another tab, or a room of this browser. */
  isOwn(challenge: Challenge): boolean {
    const { account } = this.services;
    const { id, name, seek } = challenge;
    const user = account.user.value;
    // Guests may have the same name.
    const isOfAccount = Boolean(seek) && user?.guest === false && user.name === name;
    return isOfAccount || id === this.search.value?.seekId || account.seatOf(id) !== undefined;
  }

  /** By the visitor, who is told of it on another page. If the server has found a game in that moment, the game is
   *  entered all the same. */
  stopSearch(): void {
    const { socket, preferences, toasts } = this.services;
    const search = this.search.value;
    if (!search) return;
    this.search.value = null;
    socket.send({ t: 'unseek', seekId: search.seekId });
    if (this.#hasLeft) toasts.show(preferences.t('lobby.searchLeft'));
  }

  /** A room, which opens when `created` arrives, or what is `sought`. Null where it is refused, which a toast says. */
  async create(message: CreateRequest | SeekRequest, sought?: SearchTerms): Promise<ServerMessage | null> {
    const { socket } = this.services;
    this.busy.value = true;
    try {
      return await socket.request(message);
    } catch (error) {
      missGame(this.services, error, message.game, sought && this.#endSearch(sought));
      return null;
    } finally {
      this.busy.value = false;
    }
  }

  /** Boards of the first games, asked for anew only when these are others. */
  #watch(): void {
    const ids = liveGames(this.lobby.value)
      .slice(0, this.watchLimit)
      .map((game) => game.gameId);
    const key = ids.join(' ');
    if (key === this.#watched) return;
    this.#watched = key;
    this.services.socket.send({ t: 'watch', ids });
  }
}
