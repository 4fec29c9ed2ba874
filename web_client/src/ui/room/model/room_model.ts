import { batch, computed, signal } from '@preact/signals';
import type { Action, ClientMessage, HostRequest } from '../../../protocol/client_messages';
import { isConnectionLost, Refusal } from '../../../protocol/connection';
import { fetchGame } from '../../../protocol/records';
import { isOfRoom } from '../../../protocol/of_room';
import type { ServerMessage } from '../../../protocol/server_messages';
import { forSide, type ChatLine } from '../../../protocol/types';
import { refusesSeat } from '../../../protocol/seat_refusals';
import { doesClockRun } from '../../../state/room';
import { initialViewState, type Command, type Effect } from '../../../state/room_view_state';
import type { RoomViewState } from '../../../state/room_view_state';
import type { RoomChange } from '../../../state/missed';
import { receive, perform } from '../../../state/room_reducer';
import type { SocketListener } from '../../services/socket_client';
import { InFlight } from '../../core/in_flight';
import { isWriting } from '../../core/writing';
import type { Services } from '../../services/services';

/** Until a room is asked for again that the server could not read. */
const AGAIN_MS = 5_000;

/**
 * The store of one room and its owner's side of the protocol: it passes messages and commands to the reducer, runs the
 * effects that come of them, and joins again after each loss and each gap. Requests wait until the room is joined.
 * `destroy` ends the retries; the connection tells the server that the visitor has left.
 */
export class RoomModel implements SocketListener {
  readonly #state = signal<RoomViewState>(initialViewState);
  readonly room = computed(() => this.#state.value.room);
  readonly pending = computed(() => this.#state.value.pending);
  readonly toConfirm = computed(() => this.#state.value.toConfirm);
  readonly premove = computed(() => this.#state.value.premove);
  readonly hint = computed(() => this.#state.value.hint);
  readonly thought = computed(() => this.#state.value.thought);
  readonly offered = computed(() => this.#state.value.offered);
  readonly browsed = computed(() => this.#state.value.browsed);
  readonly chatHidden = computed(() => this.#state.value.chatHidden);
  readonly muted = computed(() => this.#state.value.muted);
  readonly reported = computed(() => this.#state.value.reported);
  readonly reports = computed(() => this.#state.value.reports);
  readonly shownPly = computed(() => this.browsed.value ?? this.room.value?.moves.length ?? 0);
  readonly clockRuns = (): boolean => doesClockRun(this.room.value);
  readonly failure = signal<unknown>(null); // Why the room cannot be entered, also once it was seen.
  /** Actions by their name, `choose` of an opening, `level` of the next game, and what the host does. */
  readonly inFlight = new InFlight();
  readonly mutedByHost = signal<ReadonlySet<string>>(new Set()); // Whom the host has muted.
  onChange: ((change: RoomChange) => void) | null = null;
  #joining: Promise<void> | null = null;
  #isOutside = false; // Not joined on this connection: the server would refuse other requests.
  #retry: ReturnType<typeof setTimeout> | undefined;
  #asSpectator: boolean;
  /** The page is gone. */
  #isLeft = false;
  #seatlessToken: string | null | undefined; // By this token there is no seat.
  #wantsSeat = false;
  #timesAdded = 0;

  constructor(
    readonly gameId: string,
    private readonly services: Services,
  ) {
    this.#asSpectator = services.account.isNewVisitor;
  }

  /** The visitor's name in this room: a player keeps the name of sitting down. */
  get name(): string | null | undefined {
    const full = this.room.value?.full;
    return full?.you ? forSide(full.players, full.you).name : this.services.account.user.value?.name;
  }

  /** Reconnects and takes the free seat by this name, or by the server's if it is empty. If it is gone a toast says so. */
  sitDown(name: string): void {
    this.#asSpectator = false;
    this.#seatlessToken = undefined;
    this.#wantsSeat = true;
    this.services.account.rename(name);
  }

  onConnected(): void {
    this.#joining = null;
    this.#isOutside = true;
    this.#join();
  }

  onMessage(message: ServerMessage): void {
    // As a line of chat will be refused from now on, in any room.
    if (message.t === 'measure')
      this.services.toasts.showError(new Refusal('not_allowed', message.reason, 'measure'));
    // The name to sit down by: the visitor is asked for another one, and watches meanwhile.
    if (
      this.#wantsSeat &&
      !this.room.peek()?.full.you &&
      message.t === 'error' &&
      /^(name_taken|bad_name)$/.test(message.code)
    ) {
      this.#asSpectator = true;
      this.#wantsSeat = false;
    }
    if (isOfRoom(this.gameId, message)) this.#apply(receive(this.#state.value, message, this.now()));
  }

  /** Changes what only this page knows; nothing is sent but a move. */
  command(command: Command): void {
    this.#apply(perform(this.#state.value, command));
  }

  /** Server time in ms. */
  now(): number {
    return this.services.socket.time.at(performance.now());
  }

  /** Ends the retries of joining; none that waits goes on. The connection tells the server that the visitor has left. */
  destroy(): void {
    this.#isLeft = true;
    clearTimeout(this.#retry);
  }

  play(move: string): void {
    this.command({ do: 'play', move });
  }

  browse(ply: number): void {
    this.command({ do: 'browse', ply });
  }

  /** A typed move, in any notation that the server reads. One in coordinates that is legal is drawn at once. False when
   *  it was refused, which a toast says, with `example` for a text that is no move. */
  async playTyped(text: string, example: string): Promise<boolean> {
    const room = this.room.value;
    if (!room) return false;
    const written = text.trim();
    const known = room.state.legal?.find((move) => move === written.toLowerCase().replaceAll('-', ''));
    if (known !== undefined) {
      this.play(known);
      return true;
    }
    try {
      const answer = await this.inFlight.run('type', () =>
        this.#request({ t: 'move', gameId: this.gameId, ply: room.moves.length, move: written }),
      );
      // Undefined: another typed move is in flight, and this one stays in its field.
      return answer !== undefined;
    } catch (error) {
      const unreadable = error instanceof Refusal && error.reason === 'syntax';
      this.services.toasts.showError(unreadable ? new Refusal(error.code, example, 'example') : error);
      return false;
    }
  }

  /** To the next game of these two. */
  enterGame(gameId: string): void {
    this.services.navigation.to({ page: 'room', gameId });
  }

  /** A choice in an opening procedure; the marked points travel with the one that offers them, and stay marked where
   *  the server refuses them. */
  choose(option: string, count?: number): void {
    const moves = this.offered.value ?? undefined;
    void this.#requestOnce('choose', { t: 'action', gameId: this.gameId, do: option, moves, count });
  }

  /** What the host may do. The same action on the same name is not sent twice at once. */
  async host(what: HostRequest['do'], name = ''): Promise<void> {
    const message = { t: 'host', gameId: this.gameId, do: what, ...(name && { name }) } as const;
    if (!(await this.#requestOnce(`host ${name}`, message))) return;
    const others = [...this.mutedByHost.value].filter((one) => one !== name);
    this.mutedByHost.value = new Set(what === 'mute' ? [...others, name] : others);
  }

  sendAction(what: Action, on = true): void {
    // Time may be given again before it is known to be given.
    const key = what === 'addTime' ? `${what} ${++this.#timesAdded}` : what;
    void this.#requestOnce(key, { t: 'action', gameId: this.gameId, do: what, ...(!on && { on }) });
  }

  /** True when the server has sent it on; otherwise a toast says why not. */
  async sendChat(text: string, to: 'players' | 'all'): Promise<boolean> {
    try {
      await this.#request({ t: 'chat', gameId: this.gameId, room: to, text });
      return true;
    } catch (error) {
      this.services.toasts.showError(error);
      return false;
    }
  }

  /** To the host of the room and the operator of the server. */
  async report({ from, at }: ChatLine): Promise<void> {
    if (await this.#requestOnce(`report ${at}`, { t: 'report', gameId: this.gameId, from, at }))
      this.command({ do: 'reported', at });
  }

  /** Fetches the notation of moves that were made before this page came: the list shows coordinates until then. */
  async loadNotations(): Promise<void> {
    const room = this.room.value;
    if (!room || room.moves.every((_, ply) => room.notations[ply])) return;
    const record = await fetchGame(this.gameId).catch(() => null);
    if (record) this.command({ do: 'learnHistory', record });
  }

  /** Effects run before anything is drawn: they do not wait for a drawing, nor for one that throws. */
  #apply([view, effects]: readonly [RoomViewState, readonly Effect[]]): void {
    batch(() => {
      this.#state.value = view;
      for (const effect of effects) this.#runEffect(effect);
    });
  }

  #runEffect(effect: Effect): void {
    const { preferences, toasts } = this.services;
    switch (effect.do) {
      case 'sendMove':
        // A join sends it.
        if (!this.#joining && !this.#isOutside) void this.#sendPending();
        break;
      case 'join':
        this.#join();
        break;
      case 'toast':
        toasts.show(preferences.t(effect.text));
        break;
      case 'announce':
        this.onChange?.(effect.change);
        break;
      case 'enter':
        // A line that is being written is not taken away: the plate leads there, too.
        if (!isWriting()) this.enterGame(effect.gameId);
    }
  }

  /** To the server, once the room is joined. */
  async #request(message: ClientMessage): Promise<ServerMessage> {
    if (this.#joining) await this.#joining;
    if (this.#isOutside) throw new Refusal('connection_lost', '');
    return this.services.socket.request(message);
  }

  /** True when the server agreed; false when it refused, which a toast says, or when `key` is in flight already. */
  async #requestOnce(
    key: string,
    message: Exclude<ClientMessage, { t: 'hello' | 'openStudy' }>,
  ): Promise<boolean> {
    const seen = { ...message, v: this.room.peek()?.v }; // What would mean something else by then is refused.
    try {
      return (await this.inFlight.run(key, () => this.#request(seen))) !== undefined;
    } catch (error) {
      this.services.toasts.showError(error);
      return false;
    }
  }

  #join(): void {
    if (this.#joining) return;
    clearTimeout(this.#retry);
    this.#joining = this.#enter();
  }

  async #enter(): Promise<void> {
    try {
      await this.#requestJoin();
      this.#isOutside = false;
      this.failure.value = null;
      // From here on a gap joins again, also while the move is in flight.
      this.#joining = null;
      void this.#sendPending();
    } catch (error) {
      this.#joining = null;
      this.#joinFailed(error);
    }
  }

  /** A line that was lost joins again by itself, and the banner tells of it; `retryMs` says when to try again. A server
   *  that could not write or read may not know when. */
  #joinFailed(error: unknown): void {
    if (isConnectionLost(error)) return;
    const { code = '', retryMs = /busy|internal/.test(code) ? AGAIN_MS : 0 } = error as Partial<Refusal>;
    if (retryMs) this.#retry = setTimeout(() => this.#join(), retryMs);
    if (!retryMs || (code !== 'rate_limited' && !this.room.peek())) this.failure.value = error;
  }

  async #requestJoin(): Promise<void> {
    const { account, preferences, toasts } = this.services;
    if (this.#isByLink && (await this.#isRatedOfOthers()) && !this.#wantsSeat) this.#asSpectator = true;
    if (this.#isLeft) return; // While the record was awaited: a join would take the seat without a page.
    if (this.#asSpectator || account.token === this.#seatlessToken) return this.#joinAs('spectator');
    const had = this.room.peek()?.full.you;
    try {
      await this.#joinAs('player');
    } catch (error) {
      // No seat: join as a spectator. A toast says why, if the visitor had asked for the seat, or had it.
      if (!refusesSeat(error)) throw error;
      if (this.#wantsSeat) toasts.showError(error);
      this.#wantsSeat = false;
      this.#seatlessToken = account.token;
      await this.#joinAs('spectator');
      if (had) toasts.show(preferences.t('link.closed.logged_out'), 'bad');
    }
  }

  /** Whether an account comes to a game of which it knows nothing yet. */
  get #isByLink(): boolean {
    const { account } = this.services;
    const isPlaying = account.playing.peek().some((one) => one.gameId === this.gameId);
    const isKnown = isPlaying || account.seatOf(this.gameId) !== undefined;
    return !this.#wantsSeat && !this.room.peek() && !isKnown && account.user.peek()?.guest === false;
  }

  /** A look at a rated game that waits for its second player begins it not: the visitor is asked. */
  async #isRatedOfOthers(): Promise<boolean> {
    const record = await fetchGame(this.gameId).catch(() => null);
    const { name } = this.services.account.user.peek() ?? {};
    return Boolean(record?.rated) && !record?.players.some((one) => one.name === name);
  }

  async #joinAs(as: 'player' | 'spectator'): Promise<void> {
    const { gameId, services } = this;
    const token = services.account.seatOf(gameId)?.token;
    await services.socket.request({ t: 'join', gameId, as, token });
  }

  /** Sends the pending move, again after each join: the server takes the same move at the same ply once. */
  async #sendPending(): Promise<void> {
    const pending = this.pending.value;
    if (!pending) return;
    try {
      await this.services.socket.request({ t: 'move', gameId: this.gameId, ...pending });
    } catch (error) {
      if (this.pending.peek() !== pending) return; // Another one is out by now.
      // After a loss it stays pending: the next join sends it again.
      if (!isConnectionLost(error)) this.command({ do: 'moveRefused' });
      this.services.toasts.showError(error);
    }
  }
}
