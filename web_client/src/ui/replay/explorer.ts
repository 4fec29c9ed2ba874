import { effect, signal } from '@preact/signals';
import type { ExploreRequest } from '../../protocol/client_messages';
import type { Refusal } from '../../protocol/connection';
import { requestAnalysis } from '../../protocol/records';
import type { ServerMessage } from '../../protocol/server_messages';
import type { SocketListener } from '../services/socket_client';
import type { Services } from '../services/services';
import type { Replay } from './replay_model';
import { isLong, shortLine } from './short_line';

/** Stepping through moves faster than this asks nothing of the server on the way. */
const DEBOUNCE_MS = 220;
/** How long the server thinks about a position that is looked at; the protocol allows 2 s. */
const THINK_MS = 1_500;
/** A server that is too busy to say when it will be less so is asked again after this. */
const AGAIN_MS = 5_000;
/** How many of the best moves it tells. */
const LINES = 3;

/**
 * Asks the server about what a replay shows: legal moves, the engine's evaluation, and the analysis of the whole
 * game. It lives until `destroy`.
 *
 * A position is asked for twice: first without thought, so that the board can be used at once, then with it. Answers
 * that come after the next question are dropped; the server itself cuts an older thought short.
 */
export class Explorer implements SocketListener {
  /** Whether the engine is to think about each position that is looked at. */
  readonly thinking = signal(false);
  /** An answer of the engine is on its way. */
  readonly busy = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the subscription, the effect and the timer. */
  readonly #stop: () => void;
  /** Of the newest request: answers to others are dropped. */
  #requestNumber = 0;
  #isOver = false;

  constructor(
    private readonly replay: Replay,
    private readonly services: Services,
  ) {
    const unsubscribe = services.socket.subscribe(this);
    const stopAsking = effect(() => this.#schedule());
    this.#stop = () => {
      unsubscribe();
      stopAsking();
      clearTimeout(this.#timer);
      this.#requestNumber++; // The answer that is out, or its refusal, begins nothing more.
    };
  }

  /** What was asked on the lost connection is asked again; the analysis comes whole, and replaces what was known. */
  onConnected(): void {
    this.#follow();
    this.#schedule();
  }

  /** Has the whole game analysed, and hears of it as it goes on until `destroy`. */
  async analyse(): Promise<void> {
    await requestAnalysis(this.services.account.token, this.replay.record.gameId);
    // Else the server would tell a page that is gone, as long as the line lasts.
    if (!this.#isOver) this.#follow();
  }

  onMessage(message: ServerMessage): void {
    if (message.t === 'analysis' && message.gameId === this.replay.record.gameId)
      this.replay.addAnalysis(message);
  }

  /** The effect asks anew. */
  setThinking(on: boolean): void {
    this.thinking.value = on;
  }

  destroy(): void {
    this.#isOver = true;
    const { gameId } = this.replay.record;
    if (gameId) this.services.socket.send({ t: 'analysis', gameId, on: false });
    this.#stop();
  }

  /** The refusal of a game without an analysis is expected. */
  #follow(): void {
    const { gameId } = this.replay.record;
    if (gameId) this.services.socket.request({ t: 'analysis', gameId, on: true }).catch(() => undefined);
  }

  /** Asks for what is looked at now, and in an effect again for whatever is looked at later. One timer: a later position
   *  takes the place of an earlier one that was not asked for yet, or was refused. */
  #schedule(ms = DEBOUNCE_MS): void {
    const [line, think] = [this.replay.line, this.thinking.value];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(line, think), ms);
  }

  async #ask(line: readonly string[], think: boolean): Promise<void> {
    if ((await this.#explore(line)) && think) await this.#explore(line, THINK_MS);
  }

  /** True when the answer came and was still wanted: to the newest request, for the line that is still shown. */
  async #explore(line: readonly string[], think?: number): Promise<boolean> {
    const { game, rule, size, startPos } = this.replay.record;
    const place: ExploreRequest = {
      t: 'explore',
      game,
      rule,
      size,
      pos: startPos || undefined,
      moves: line,
    };
    const number = ++this.#requestNumber;
    this.busy.value = think !== undefined;
    try {
      const { socket } = this.services;
      const request = isLong(place) ? await shortLine(socket, place) : place;
      const answer = await socket.request({
        ...request,
        ...(think !== undefined && { think, lines: LINES }),
      });
      const isWanted = number === this.#requestNumber && line.join() === this.replay.line.join();
      if (!isWanted || answer.t !== 'explored') return false;
      this.replay.addExplored(answer);
      return true;
    } catch (error) {
      // Without the server a replay still shows the game; only trying moves has to wait.
      const { code, retryMs = code === 'busy' ? AGAIN_MS : 0 } = error as Partial<Refusal>;
      if (number === this.#requestNumber && retryMs) this.#schedule(retryMs);
      return false;
    } finally {
      if (number === this.#requestNumber) this.busy.value = false;
    }
  }
}
