import { batch, computed, signal } from '@preact/signals';
import type { Action, ClientMessage, HostRequest } from '../../protocol/client_messages';
import { isLost, Refusal } from '../../protocol/connection';
import { fetchGame } from '../../protocol/records';
import { isOfRoom } from '../../protocol/of_room';
import type { ServerMessage } from '../../protocol/server_messages';
import { of, type ChatLine } from '../../protocol/types';
import { refusesSeat } from '../../protocol/seat_refusals';
import {
  receive,
  newPlay,
  perform,
  type Command,
  type Effect,
  type RoomChange,
  type Play,
} from '../../state/room_reducer';
import type { Listener } from '../services/link';
import { InFlight } from '../parts/in_flight';
import type { Services } from '../services/services';

/** One visitor in one room, connected: passes messages and commands to the reducer, carries out what comes of them, and
 *  joins again after a loss. What it shows is `play` and parts of it. */
export class RoomModel implements Listener {
  private readonly state = signal<Play>(newPlay);
  readonly room = computed(() => this.state.value.room);
  readonly pending = computed(() => this.state.value.pending);
  readonly tried = computed(() => this.state.value.tried);
  readonly premove = computed(() => this.state.value.premove);
  readonly hint = computed(() => this.state.value.hint);
  readonly thought = computed(() => this.state.value.thought);
  readonly offered = computed(() => this.state.value.offered);
  readonly browsed = computed(() => this.state.value.browsed);
  readonly chatHidden = computed(() => this.state.value.chatHidden);
  readonly muted = computed(() => this.state.value.muted);
  readonly reported = computed(() => this.state.value.reported);
  readonly reports = computed(() => this.state.value.reports);
  readonly shownPly = computed(() => this.browsed.value ?? this.room.value?.moves.length ?? 0);
  readonly failure = signal<unknown>(null); // Why the room cannot be entered, also once it was seen.
  /** Actions by their name, `choose` of an opening, `level` of the next game, and what the host does. */
  readonly inFlight = new InFlight();
  /** Whom the host has muted. */
  readonly silenced = signal<ReadonlySet<string>>(new Set());
  onChange: ((change: RoomChange) => void) | null = null;
  private joining: Promise<void> | null = null;
  private isOutside = false; // On this line nobody was let in yet: the server would not know the room.
  private retry: ReturnType<typeof setTimeout> | undefined;
  private asSpectator: boolean;
  private refused: string | null | undefined; // By this token there is no seat.
  private wantsSeat = false;
  private given = 0;

  constructor(
    readonly gameId: string,
    private readonly services: Services,
  ) {
    this.asSpectator = services.account.isStranger;
  }

  /** By which the room knows the visitor: a player keeps the name of sitting down. */
  get name(): string | null | undefined {
    const full = this.room.value?.full;
    return full?.you ? of(full.players, full.you).name : this.services.account.user.value?.name;
  }

  /** Takes the free seat by this name, or by the server's if it is empty. Greets anew. */
  sitDown(name: string): void {
    this.asSpectator = false;
    this.refused = undefined;
    this.wantsSeat = true;
    this.services.account.rename(name);
  }

  greeted(): void {
    this.joining = null;
    this.isOutside = true;
    this.join();
  }

  received(message: ServerMessage): void {
    if (isOfRoom(this.gameId, message)) this.apply(receive(this.state.value, message, this.now()));
  }

  /** Does what the visitor wants with what only this page knows. */
  command(command: Command): void {
    this.apply(perform(this.state.value, command));
  }

  /** Server time. */
  now(): number {
    return this.services.link.time.at(performance.now());
  }

  /** Asks for nothing more. That one leaves is the link's to tell the server. */
  destroy(): void {
    clearTimeout(this.retry);
  }

  play(move: string): void {
    this.command({ do: 'play', move });
  }

  browse(ply: number): void {
    this.command({ do: 'browse', ply });
  }

  /** A typed move, in any notation that the server reads. Only what is certainly legal is drawn at once; what nobody can read
   *  is answered by an `example`. */
  async type(text: string, example: string): Promise<boolean> {
    const room = this.room.value;
    if (!room) return false;
    const written = text.trim();
    const known = room.state.legal?.find((move) => move === written.toLowerCase().replaceAll('-', ''));
    if (known !== undefined) {
      this.play(known);
      return true;
    }
    try {
      const answer = await this.inFlight.once('type', () =>
        this.request({ t: 'move', gameId: this.gameId, ply: room.moves.length, move: written }),
      );
      // Else another one is out, and this one stays where it is written.
      return answer !== undefined;
    } catch (error) {
      const unreadable = error instanceof Refusal && error.reason === 'syntax';
      const why = unreadable ? new Refusal(error.code, error.message, 'example') : error;
      this.services.toasts.fail(why, { example });
      return false;
    }
  }

  /** To the next game of these two. */
  goOn(gameId: string): void {
    this.services.navigation.to({ page: 'room', gameId });
  }

  /** A choice in an opening procedure; the marked points travel with the one that offers them. */
  choose(option: string): void {
    const moves = this.offered.value;
    this.command({ do: 'markOffers', on: false });
    void this.ask('choose', { t: 'action', gameId: this.gameId, do: option, ...(moves && { moves }) });
  }

  /** Powers of whoever keeps this room in order. */
  async host(what: HostRequest['do'], name = ''): Promise<void> {
    const message = { t: 'host', gameId: this.gameId, do: what, ...(name && { name }) } as const;
    if (!(await this.ask(`host ${name}`, message))) return;
    const others = [...this.silenced.value].filter((one) => one !== name);
    this.silenced.value = new Set(what === 'mute' ? [...others, name] : others);
  }

  act(what: Action, on = true): void {
    // Time may be given again before it is known to be given.
    const key = what === 'addTime' ? `${what} ${++this.given}` : what;
    void this.ask(key, { t: 'action', gameId: this.gameId, do: what, ...(!on && { on }) });
  }

  /** True when it was said; otherwise the visitor was told why not. */
  async say(text: string, to: 'players' | 'all'): Promise<boolean> {
    const { preferences, toasts } = this.services;
    try {
      await this.request({ t: 'chat', gameId: this.gameId, room: to, text });
      return true;
    } catch (error) {
      const isMuted = error instanceof Refusal && error.code === 'not_allowed';
      if (isMuted) toasts.say(preferences.t('chat.silenced'), 'bad');
      else toasts.fail(error);
      return false;
    }
  }

  /** To the host of the room and the operator of the server. */
  async report({ from, at }: ChatLine): Promise<void> {
    if (await this.ask(`report ${at}`, { t: 'report', gameId: this.gameId, from, at }))
      this.command({ do: 'reported', at });
  }

  /** Names the moves that were made before this page was here: the list shows coordinates until then. */
  async nameMoves(): Promise<void> {
    const room = this.room.value;
    if (!room || room.moves.every((_, ply) => room.notations[ply])) return;
    const record = await fetchGame(this.gameId).catch(() => null);
    if (record) this.command({ do: 'learnHistory', record });
  }

  /** What is to be sent is sent first: it does not wait for the drawing, nor for one that fails. */
  private apply([play, effects]: readonly [Play, readonly Effect[]]): void {
    batch(() => {
      this.state.value = play;
      for (const effect of effects) this.carryOut(effect);
    });
  }

  private carryOut(effect: Effect): void {
    const { preferences, toasts } = this.services;
    switch (effect.do) {
      case 'sendMove':
        // Whoever joins sends it then.
        if (!this.joining && !this.isOutside) void this.sendPending();
        break;
      case 'join':
        this.join();
        break;
      case 'toast':
        toasts.say(preferences.t(effect.text));
        break;
      case 'announce':
        this.onChange?.(effect.change);
        break;
      case 'enter':
        this.goOn(effect.gameId);
    }
  }

  /** To the room, not before it is entered. */
  private async request(message: ClientMessage): Promise<ServerMessage> {
    if (this.joining) await this.joining;
    if (this.isOutside) throw new Refusal('connection_lost', '');
    return this.services.link.request(message);
  }

  /** True when the server agreed; otherwise it has said why not, or the same is asked already. */
  private async ask(key: string, message: ClientMessage): Promise<boolean> {
    try {
      return (await this.inFlight.once(key, () => this.request(message))) !== undefined;
    } catch (error) {
      this.services.toasts.fail(error);
      return false;
    }
  }

  private join(): void {
    if (this.joining) return;
    clearTimeout(this.retry);
    this.joining = this.enter();
  }

  private async enter(): Promise<void> {
    try {
      await this.requestJoin();
      this.isOutside = false;
      this.failure.value = null;
      // From here on what is missed asks to join again, also while the move is out.
      this.joining = null;
      void this.sendPending();
    } catch (error) {
      this.joining = null;
      this.joinFailed(error);
    }
  }

  /** Another line joins again by itself; who is refused for now does so when the server says, and keeps a room that is seen. */
  private joinFailed(error: unknown): void {
    const { code, retryMs } = error instanceof Refusal ? error : {};
    if (retryMs !== undefined) this.retry = setTimeout(() => this.join(), retryMs);
    if (isLost(error)) this.services.toasts.fail(error);
    else if (!retryMs || (code !== 'rate_limited' && !this.room.peek())) this.failure.value = error;
  }

  private async requestJoin(): Promise<void> {
    const { account, preferences, toasts } = this.services;
    if (this.asSpectator || account.token === this.refused) return this.joinAs('spectator');
    const had = this.room.peek()?.full.you;
    try {
      await this.joinAs('player');
    } catch (error) {
      // No seat for this visitor: then we watch; who asked for one is told, and who had one why it is theirs no more.
      if (!refusesSeat(error)) throw error;
      if (this.wantsSeat) toasts.fail(error);
      this.wantsSeat = false;
      this.refused = account.token;
      await this.joinAs('spectator');
      if (had) toasts.say(preferences.t('link.logged_out'), 'bad');
    }
  }

  private async joinAs(as: 'player' | 'spectator'): Promise<void> {
    const { gameId, services } = this;
    const token = services.account.seatOf(gameId)?.token;
    await services.link.request({ t: 'join', gameId, as, ...(token !== undefined && { token }) });
  }

  /** Sends it, also once more after a loss of the line: the same move at the same ply counts once. */
  private async sendPending(): Promise<void> {
    const pending = this.pending.value;
    if (!pending) return;
    try {
      await this.services.link.request({ t: 'move', gameId: this.gameId, ...pending });
    } catch (error) {
      if (this.pending.peek() !== pending) return; // Another one is out by now.
      // A line that was lost leaves it on its way.
      if (!isLost(error)) this.command({ do: 'moveRefused' });
      this.services.toasts.fail(error);
    }
  }
}
