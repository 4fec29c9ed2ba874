import { computed, signal } from '@preact/signals';
import type { Action } from '../../protocol/client_messages';
import { Refusal } from '../../protocol/connection';
import { fetchGame } from '../../protocol/http';
import type { GameEvent, GameFull, ServerMessage } from '../../protocol/server_messages';
import {
  applyChat,
  applyCrowd,
  applyEvent,
  applyGone,
  fillHistory,
  movesOf,
  openRoom,
  type Room,
} from '../../state/room';
import type { Listener } from '../link';
import type { Services } from '../services';

/** A move that was made here and of which the server has not yet spoken. */
export interface Pending {
  readonly ply: number;
  readonly move: string;
}

/** What the page hears, for sounds and spoken words. */
export interface Heard {
  readonly kind: GameEvent['kind'];
  readonly before: Room;
  readonly after: Room;
}

/** One visitor in one room: joins, follows the numbered events, asks again for what it missed, and says what its visitor
 *  does. Holds no drawing. */
export class RoomModel implements Listener {
  readonly room = signal<Room | null>(null);
  readonly failure = signal<unknown>(null);
  readonly pending = signal<Pending | null>(null);
  /** The ply that is looked at; null: the game as it stands. */
  readonly browsed = signal<number | null>(null);
  readonly shownPly = computed(() => this.browsed.value ?? this.room.value?.moves.length ?? 0);
  onHeard: ((heard: Heard) => void) | null = null;
  private joining = false;
  private asSpectator = false;

  constructor(
    readonly gameId: string,
    private readonly services: Services,
  ) {}

  welcomed(): void {
    this.joining = false;
    void this.join();
  }

  received(message: ServerMessage): void {
    if (!('gameId' in message) || message.gameId !== this.gameId) return;
    if (message.t === 'gameFull') this.open(message);
    const room = this.room.value;
    if (!room) return;
    if (message.t === 'event') this.follow(room, message);
    else if (message.t === 'crowd') this.room.value = applyCrowd(room, message);
    else if (message.t === 'chat') this.room.value = applyChat(room, message);
    else if (message.t === 'gone') this.room.value = applyGone(room, message, this.now());
    else if (message.t === 'redirect') location.assign(message.url);
  }

  /** Server time. */
  now(): number {
    return this.services.link.time.at(performance.now());
  }

  leave(): void {
    this.services.link.send({ t: 'leave', gameId: this.gameId });
  }

  play(move: string): void {
    const room = this.room.value;
    if (!room || this.pending.value) return;
    this.pending.value = { ply: room.moves.length, move };
    void this.sendPending();
  }

  act(what: Action, on = true): void {
    const message = { t: 'action', gameId: this.gameId, do: what, ...(!on && { on }) } as const;
    this.services.link.request(message).catch((error: unknown) => this.services.toasts.fail(error));
  }

  say(text: string, to: 'players' | 'all'): void {
    const message = { t: 'chat', gameId: this.gameId, room: to, text } as const;
    this.services.link.request(message).catch((error: unknown) => this.services.toasts.fail(error));
  }

  /** Looks at the position after `ply`; the last one is the game itself, which goes on. */
  browse(ply: number): void {
    const last = this.room.value?.moves.length ?? 0;
    this.browsed.value = ply >= last ? null : Math.max(0, ply);
  }

  private async join(): Promise<void> {
    if (this.joining) return;
    this.joining = true;
    try {
      await this.requestJoin();
      this.failure.value = null;
      await this.sendPending();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'connection_lost')) this.failure.value = error;
    } finally {
      this.joining = false;
    }
  }

  private async requestJoin(): Promise<void> {
    const token = this.services.identity.seatOf(this.gameId)?.token;
    const since = this.room.value?.v;
    const message = {
      t: 'join',
      gameId: this.gameId,
      as: this.asSpectator ? 'spectator' : 'player',
      ...(token !== undefined && { token }),
      ...(since !== undefined && { since }),
    } as const;
    try {
      await this.services.link.request(message);
    } catch (error) {
      // Both seats are taken: then we watch.
      const seatless = error instanceof Refusal && ['full', 'not_allowed', 'forbidden'].includes(error.code);
      if (!seatless || this.asSpectator) throw error;
      this.asSpectator = true;
      await this.requestJoin();
    }
  }

  private open(message: GameFull): void {
    this.room.value = openRoom(message, this.room.value);
    this.settlePending();
    void this.fetchHistory();
  }

  private follow(room: Room, event: GameEvent): void {
    const step = applyEvent(room, event);
    if (step === 'gap') void this.join();
    if (typeof step === 'string') return;
    this.room.value = step.room;
    this.settlePending();
    if (this.browsed.value !== null && this.browsed.value >= step.room.moves.length)
      this.browsed.value = null;
    this.onHeard?.({ kind: event.kind, before: room, after: step.room });
    if (event.kind === 'rematch' && event.nextId !== undefined && room.full.you)
      this.services.navigation.to({ page: 'room', gameId: event.nextId });
  }

  /** A pending move is over when the game has gone past it, whoever's doing that was. */
  private settlePending(): void {
    const pending = this.pending.value;
    const room = this.room.value;
    const waits = room?.moves.length === pending?.ply && room?.state.status === 'playing';
    if (!waits) this.pending.value = null;
  }

  /** Sends it, also once more after a loss of the line: the same move at the same ply counts once. */
  private async sendPending(): Promise<void> {
    const pending = this.pending.value;
    if (!pending) return;
    try {
      await this.services.link.request({ t: 'move', gameId: this.gameId, ...pending });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'connection_lost') return;
      this.pending.value = null;
      this.services.toasts.fail(error);
    }
  }

  /** Names of the moves that were made before this page was here. Without them the list shows coordinates. */
  private async fetchHistory(): Promise<void> {
    const room = this.room.value;
    if (room?.full.game !== 'xiangqi' || room.moves.every((_, ply) => room.notations[ply])) return;
    const record = await fetchGame(this.gameId).catch(() => null);
    const now = this.room.value;
    if (record && now)
      this.room.value = fillHistory(now, movesOf(record.state), record.positions, record.notations);
  }
}
