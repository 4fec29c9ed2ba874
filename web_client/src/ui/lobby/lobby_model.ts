import { signal } from '@preact/signals';
import type { ClientMessage } from '../../protocol/client_messages';
import type { Created, ServerMessage } from '../../protocol/server_messages';
import type { GameName, Seek, TimeControl } from '../../protocol/types';
import { applyLobby, applyMini, emptyLobby } from '../../state/lobby';
import type { Listener } from '../link';
import type { Services } from '../services';

/** How many boards are drawn while they are played; the protocol allows 16. */
const WATCHED = 4;

export interface Search {
  readonly seekId: string;
  readonly time: TimeControl;
  readonly since: number;
}

/** The lobby as the server tells it, and what a visitor may do there. */
export class LobbyModel implements Listener {
  readonly lobby = signal(emptyLobby);
  readonly search = signal<Search | null>(null);
  /** A request is on its way: buttons wait. */
  readonly busy = signal(false);
  private watched = '';

  constructor(
    private readonly services: Services,
    private readonly watchLimit = WATCHED,
  ) {}

  welcomed(): void {
    this.search.value = null;
    this.watched = '';
    this.services.link.send({ t: 'lobby', on: true });
  }

  received(message: ServerMessage): void {
    if (message.t === 'lobby') {
      this.lobby.value = applyLobby(this.lobby.value, message);
      this.watch();
    } else if (message.t === 'mini') {
      this.lobby.value = applyMini(this.lobby.value, message);
    } else if (message.t === 'created') {
      this.enter(message);
    }
  }

  leave(): void {
    if (this.search.value) this.services.link.send({ t: 'unseek', seekId: this.search.value.seekId });
    this.services.link.send({ t: 'lobby', on: false });
    this.services.link.send({ t: 'watch', ids: [] });
  }

  /** Starts to search, or stops where this is what is being searched for. */
  async seek(named: { game: GameName; rule?: string }, time: TimeControl): Promise<void> {
    const current = this.search.value;
    if (current) this.cancelSearch(current);
    if (current?.time === time) return;
    const answer = await this.ask({ t: 'seek', ...named, time });
    if (answer?.t === 'ack' && answer.seekId !== undefined)
      this.search.value = { seekId: answer.seekId, time, since: performance.now() };
  }

  /** Two seeks that fit make a game: so one joins by seeking the same. */
  async accept(seek: Seek): Promise<void> {
    await this.ask({
      t: 'seek',
      game: seek.game,
      ...(seek.rule !== undefined && { rule: seek.rule }),
      time: seek.time,
      ...(seek.rated !== undefined && { rated: seek.rated }),
    });
  }

  /** The room opens when `created` arrives. */
  create(message: ClientMessage & { t: 'create' }): Promise<ServerMessage | null> {
    return this.ask(message);
  }

  private cancelSearch(search: Search): void {
    this.search.value = null;
    this.services.link.send({ t: 'unseek', seekId: search.seekId });
  }

  private enter(created: Created): void {
    const { gameId, token, code } = created;
    if (token !== null) this.services.identity.keepSeat({ gameId, token, code });
    this.search.value = null;
    this.services.navigation.to({ page: 'room', gameId });
  }

  private async ask(message: ClientMessage): Promise<ServerMessage | null> {
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
    const ids = this.lobby.value.games
      .filter((game) => game.status === 'playing')
      .slice(0, this.watchLimit)
      .map((game) => game.gameId);
    const key = ids.join(' ');
    if (key === this.watched) return;
    this.watched = key;
    this.services.link.send({ t: 'watch', ids });
  }
}
