import { computed, signal } from '@preact/signals';
import type { Action, ClientMessage, HostRequest } from '../../protocol/client_messages';
import { Refusal } from '../../protocol/connection';
import { fetchGame } from '../../protocol/records';
import type {
  GameEvent,
  GameFull,
  Hint,
  Reported,
  ServerMessage,
  Thought,
} from '../../protocol/server_messages';
import { opposite, type ChatLine } from '../../protocol/types';
import {
  applyChat,
  applyCrowd,
  applyGone,
  fillHistory,
  followEvent,
  isYourTurn,
  mayPremove,
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

/** As many lines as the server keeps. */
const MAX_REPORTS = 50;

/** One visitor in one room: joins, follows the numbered events, asks again for what it missed, and says what its visitor
 *  does. Holds no drawing. */
export class RoomModel implements Listener {
  readonly room = signal<Room | null>(null);
  readonly failure = signal<unknown>(null);
  readonly pending = signal<Pending | null>(null);
  /** A move that is played as soon as it is this visitor's turn; only this page knows of it. */
  readonly premove = signal<string | null>(null);
  /** What the computer would play here. */
  readonly hint = signal<Hint | null>(null);
  /** What the computer thought before its last move. */
  readonly thought = signal<Thought | null>(null);
  /** Points marked so far, while this visitor marks those that an opening lets him offer; else null. */
  readonly offered = signal<readonly string[] | null>(null);
  /** Whether the words of others are shown. */
  readonly muted = signal(false);
  /** The moments of the lines that this visitor has reported. */
  readonly reported = signal<ReadonlySet<number>>(new Set());
  /** What was reported, where this visitor keeps order. */
  readonly reports = signal<readonly Reported[]>([]);
  /** The ply that is looked at; null: the game as it stands. */
  readonly browsed = signal<number | null>(null);
  readonly shownPly = computed(() => this.browsed.value ?? this.room.value?.moves.length ?? 0);
  onHeard: ((heard: Heard) => void) | null = null;
  private joining = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private asSpectator = false;

  constructor(
    readonly gameId: string,
    private readonly services: Services,
  ) {}

  greeted(): void {
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
    else if (message.t === 'reported') this.keepReport(message);
    else if (message.t === 'hint') this.hint.value = message;
    else if (message.t === 'thought') this.thought.value = message;
    else if (message.t === 'redirect') location.assign(message.url);
  }

  /** Server time. */
  now(): number {
    return this.services.link.time.at(performance.now());
  }

  leave(): void {
    clearTimeout(this.retry);
    this.services.link.send({ t: 'leave', gameId: this.gameId });
  }

  play(move: string): void {
    const room = this.room.value;
    if (!room) return;
    if (this.pending.value || !isYourTurn(room)) {
      this.moveAhead(room, move);
    } else if (this.offered.value) {
      this.mark(this.offered.value, move);
    } else {
      this.pending.value = { ply: room.moves.length, move };
      void this.sendPending();
    }
  }

  /** A typed move, in any notation that the server reads. Only what is certainly legal is drawn at once. */
  async type(text: string): Promise<boolean> {
    const room = this.room.value;
    if (!room) return false;
    const written = text.trim();
    const known = room.state.legal?.find((move) => move === written.toLowerCase().replaceAll('-', ''));
    if (known !== undefined) {
      this.play(known);
      return true;
    }
    const message = { t: 'move', gameId: this.gameId, ply: room.moves.length, move: written } as const;
    return this.ask(message);
  }

  /** A choice in an opening procedure; the marked points travel with the one that offers them. */
  choose(option: string): void {
    const moves = this.offered.value;
    this.offered.value = null;
    void this.ask({ t: 'action', gameId: this.gameId, do: option, ...(moves && { moves }) });
  }

  /** Powers of whoever keeps this room in order. */
  host(what: HostRequest['do'], name?: string): void {
    void this.ask({ t: 'host', gameId: this.gameId, do: what, ...(name !== undefined && { name }) });
  }

  withdrawPremove(): void {
    this.premove.value = null;
  }

  act(what: Action, on = true): void {
    void this.ask({ t: 'action', gameId: this.gameId, do: what, ...(!on && { on }) });
  }

  async say(text: string, to: 'players' | 'all'): Promise<void> {
    const { link, preferences, toasts } = this.services;
    try {
      await link.request({ t: 'chat', gameId: this.gameId, room: to, text });
    } catch (error) {
      const isMuted = error instanceof Refusal && error.code === 'not_allowed';
      if (isMuted) toasts.say(preferences.t('chat.silenced'), 'bad');
      else toasts.fail(error);
    }
  }

  /** To the host of the room and the operator of the server. */
  async report({ from, at }: ChatLine): Promise<void> {
    if (await this.ask({ t: 'report', gameId: this.gameId, from, at }))
      this.reported.value = new Set(this.reported.value).add(at);
  }

  /** Looks at the position after `ply`; the last one is the game itself, which goes on. */
  browse(ply: number): void {
    const last = this.room.value?.moves.length ?? 0;
    this.browsed.value = ply >= last ? null : Math.max(0, ply);
  }

  /** After a loss of the line the server tells all of them once more. */
  private keepReport(report: Reported): void {
    const others = this.reports.value.filter(({ at }) => at !== report.at);
    this.reports.value = [...others, report].slice(-MAX_REPORTS);
  }

  /** The same move twice withdraws it. */
  private moveAhead(room: Room, move: string): void {
    if (!mayPremove(this.expected(room))) return;
    this.premove.value = this.premove.value === move ? null : move;
  }

  /** The room as it will be when the server has taken the pending move. */
  private expected(room: Room): Room {
    const { you } = room.full;
    if (!this.pending.value || you === null) return room;
    return { ...room, state: { ...room.state, turn: opposite(you) } };
  }

  private mark(marked: readonly string[], move: string): void {
    this.offered.value = marked.includes(move) ? marked.filter((one) => one !== move) : [...marked, move];
  }

  /** Plays the move that was made ahead, if what has happened since allows it. */
  private playPremove(): void {
    const room = this.room.value;
    const move = this.premove.value;
    if (!room || move === null || !isYourTurn(room)) return;
    this.premove.value = null;
    if (room.state.legal?.includes(move)) this.play(move);
    else this.services.toasts.say(this.services.preferences.t('room.premove.gone'));
  }

  /** True when the server agreed; otherwise it has said why not. */
  private async ask(message: ClientMessage): Promise<boolean> {
    try {
      await this.services.link.request(message);
      return true;
    } catch (error) {
      this.services.toasts.fail(error);
      return false;
    }
  }

  private async join(): Promise<void> {
    if (this.joining) return;
    this.joining = true;
    try {
      await this.requestJoin();
      this.failure.value = null;
      await this.sendPending();
    } catch (error) {
      this.joinFailed(error);
    } finally {
      this.joining = false;
    }
  }

  /** A lost line joins again by itself; who asked too often does so when the server says. */
  private joinFailed(error: unknown): void {
    const { code, retryMs } = error instanceof Refusal ? error : {};
    if (code === 'rate_limited' && retryMs !== undefined)
      this.retry = setTimeout(() => void this.join(), retryMs);
    else if (code !== 'connection_lost') this.failure.value = error;
  }

  private async requestJoin(): Promise<void> {
    const token = this.services.identity.seatOf(this.gameId)?.token;
    const message = {
      t: 'join',
      gameId: this.gameId,
      as: this.asSpectator ? 'spectator' : 'player',
      ...(token !== undefined && { token }),
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

  /** Names the moves that were made before this page was here: the list shows coordinates until then. */
  async nameMoves(): Promise<void> {
    const room = this.room.value;
    if (room?.full.game !== 'xiangqi' || room.moves.every((_, ply) => room.notations[ply])) return;
    const record = await fetchGame(this.gameId).catch(() => null);
    const now = this.room.value;
    if (record && now)
      this.room.value = fillHistory(now, movesOf(record.state), record.positions, record.notations);
  }

  private open(message: GameFull): void {
    this.room.value = openRoom(message, this.room.value);
    this.settlePending();
  }

  private follow(room: Room, event: GameEvent): void {
    const step = followEvent(room, event);
    if (step === 'gap') void this.join();
    if (typeof step === 'string') return;
    this.room.value = step.room;
    this.hint.value = null;
    this.offered.value = null;
    if (event.kind === 'takeback') this.thought.value = null;
    // What was planned for a game that has gone back, or over, is no plan any more.
    if (event.kind !== 'move' && event.kind !== 'offer' && event.kind !== 'clock') this.premove.value = null;
    this.settlePending();
    this.playPremove();
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
}
