import { signal } from '@preact/signals';
import { isConnectionLost, Refusal } from '../../protocol/connection';
import type { ServerMessage } from '../../protocol/server_messages';
import { fetchChapter } from '../../protocol/studies';
import type { Edit, StudyNews } from '../../protocol/study_messages';
import type { Notation } from '../../protocol/types';
import { stepStudy, toKeep } from '../../state/study';
import { newStudy, type StudyEffect, type StudyEvent } from '../../state/study_state';
import type { Services } from '../services/services';
import type { SocketListener } from '../services/socket_client';
import { forgetCopies, keepEdits, keptEdits, type EditsOf } from './kept_edits';
import { tellWhy } from './why';

/** A server that is busy is asked again after this, unless it says when. */
const AGAIN_MS = 2_000;
/** Others are told so often at most where one looks. */
const CURSOR_MS = 500;

/** A page that was left goes on sending before the next one opens its study: a connection has one open. */
let leaving: Promise<void> = Promise.resolve();
/** The next page does not wait longer. */
const LEAVING_MS = 3_000;

const isNews = (message: ServerMessage): message is StudyNews & ServerMessage =>
  message.t === 'study' ||
  message.t === 'studyEdit' ||
  message.t === 'studyInfo' ||
  message.t === 'studyCursors';

/** The server takes it later; one that restarts does after the next connection at the latest. */
const isBusy = (error: unknown): error is Refusal =>
  error instanceof Refusal && /^(busy|rate_limited|shutting_down)$/.test(error.code);

/**
 * A study on the page's connection: carries out what the reducer wants, from `start` until `leave`. What was done is
 * kept in the tab until the server has it.
 */
export class StudyModel implements SocketListener {
  readonly state;
  /** Why there is nothing to show: no such study, or none for this visitor. */
  readonly problem = signal<unknown>(null);
  #stop: (() => void) | undefined;
  /** Resolved when a page that was left has sent all. */
  #done: (() => void) | null = null;
  #refusal: unknown = null;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #cursorTimer: ReturnType<typeof setTimeout> | undefined;
  #told: number | null = null;
  /** By their id: what is done here is theirs, also where another one is logged in before the page is gone. */
  readonly #user: string;
  /** Edits that were sent, by which answers are told apart. */
  #sent = 0;

  constructor(
    private readonly services: Services,
    readonly studyId: string,
    chapter: number | null,
    node: number | undefined,
  ) {
    this.state = signal(newStudy(studyId, chapter, node));
    this.#user = services.account.user.peek()?.id ?? '';
  }

  /** Once. */
  start(): void {
    const begin = (): void => {
      if (this.#done) return;
      const { chapter } = this.state.peek();
      // Not before: the page that was left sends of them what it can.
      if (chapter !== null) this.#do({ do: 'resume', kept: keptEdits(this.#editsOf(chapter)) });
      this.#stop ??= this.services.socket.subscribe(this);
    };
    leaving.then(forgetCopies).then(begin, begin);
  }

  onConnected(): void {
    this.#told = null;
    this.#do({ do: 'connected' });
  }

  onMessage(message: ServerMessage): void {
    if (isNews(message)) this.#do({ do: 'hear', message });
    if (message.t === 'studyInfo' && this.#isNewMember()) this.#do({ do: 'connected' });
    if (message.t === 'error' && message.id === undefined && message.reason === 'study' && !this.#done)
      this.#fail(new Refusal(message.code, message.message));
  }

  edit(edit: Edit): void {
    this.#do({ do: 'edit', edit });
  }

  discard(): void {
    this.#do({ do: 'discard' });
  }

  look(node: number): void {
    this.#do({ do: 'look', node });
  }

  /** `notations` of the moves, until the server names them. */
  walk(moves: readonly string[], notations: readonly Notation[] = []): void {
    this.#do({ do: 'walk', moves, notations });
  }

  /** Once: the page is gone. What it has done is still sent. */
  leave(): void {
    clearTimeout(this.#cursorTimer);
    const gone = new Promise<void>((resolve) => {
      this.#done = resolve;
      this.#later(() => this.#end(), LEAVING_MS);
    });
    // The pages before may be sending yet: each closes its study at its end, which may be the next one's, too.
    leaving = Promise.all([leaving, gone]).then(() => undefined);
    this.#do({ do: 'left' });
    // What the parts of the page say at their end comes first.
    this.#later(() => this.#endIfQuiet(), 0);
  }

  /** Without a connection nothing more can be sent; the tab keeps it. */
  #endIfQuiet(): void {
    const { pending, isOpen } = this.state.peek();
    if (this.#done && (pending.length === 0 || !isOpen || !this.#isHere)) this.#end();
  }

  #end(): void {
    const { toasts, preferences } = this.services;
    if (this.#stop && this.state.peek().pending.length > 0 && this.#isHere)
      toasts.show(preferences.t('study.left'), 'bad');
    if (this.#stop) this.services.socket.send({ t: 'closeStudy', studyId: this.studyId });
    this.#stop?.();
    this.#stop = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#done?.();
  }

  #later(act: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #editsOf(chapter: number): EditsOf {
    return { user: this.#user, studyId: this.studyId, chapter };
  }

  /** Whether the connection is still that of the user who has opened this page. */
  get #isHere(): boolean {
    return (this.services.account.user.peek()?.id ?? '') === this.#user;
  }

  /** A reader who is named among the members now: which of them one is, the next `study` says. */
  #isNewMember(): boolean {
    const { info } = this.state.peek();
    const name = this.services.account.user.peek()?.name;
    return info?.you === 0 && info.members.some((one) => one.name === name && one.role !== 'gone');
  }

  #fail(error: unknown): void {
    this.problem.value = error;
  }

  #do(event: StudyEvent): void {
    const before = this.state.peek();
    const { state, effects } = stepStudy(before, event);
    this.state.value = state;
    if ((state.pending !== before.pending || state.unsaved !== before.unsaved) && state.chapter !== null)
      keepEdits(this.#editsOf(state.chapter), toKeep(state));
    // Which chapter is the first one, the server has said now.
    if (before.chapter === null && state.chapter !== null && state.pending.length === 0)
      this.#do({ do: 'resume', kept: keptEdits(this.#editsOf(state.chapter)) });
    for (const effect of effects) this.#perform(effect);
    this.#tellCursor();
    if (this.#done) this.#later(() => this.#endIfQuiet(), 0);
  }

  #perform(effect: StudyEffect): void {
    const { toasts, preferences } = this.services;
    switch (effect.do) {
      case 'open':
        void this.#open(effect.v);
        break;
      case 'fetch':
        void this.#fetch(effect.chapter);
        break;
      case 'send':
        void this.#send(effect.edit, effect.seen);
        break;
      case 'tell':
        tellWhy(this.services, this.#refusal);
        break;
      case 'full':
        toasts.show(preferences.t('study.waits'), 'bad');
    }
  }

  /** What it answers is heard as all messages are. */
  async #open(v?: number): Promise<void> {
    const { chapter } = this.state.peek();
    try {
      await this.services.socket.request({
        t: 'openStudy',
        studyId: this.studyId,
        ...(chapter !== null && { chapter }),
        ...(v !== undefined && { v }),
      });
    } catch (error) {
      // The next connection asks by itself.
      if (isConnectionLost(error)) this.#do({ do: 'lost' });
      else if (isBusy(error)) this.#later(() => this.onConnected(), error.retryMs ?? AGAIN_MS);
      else this.#fail(error);
    }
  }

  async #fetch(chapter: number): Promise<void> {
    try {
      const told = await fetchChapter(this.services.account.token, this.studyId, chapter);
      this.#do({ do: 'hear', message: { t: 'study', ...told } });
    } catch (error) {
      if (this.#done) return;
      this.services.toasts.showError(error);
      this.#later(() => this.onConnected(), AGAIN_MS);
    }
  }

  async #send(edit: Edit, seen: number): Promise<void> {
    const { chapter } = this.state.peek();
    if (chapter === null || !this.#isHere) return;
    const number = ++this.#sent;
    // It may have been sent again since: an answer to the first time is not one to what follows it.
    const follow = (event: StudyEvent): void => {
      if (number === this.#sent) this.#do(event);
    };
    try {
      const answer = await this.services.socket.request({
        t: 'edit',
        studyId: this.studyId,
        chapter,
        seen,
        ...edit,
      });
      if (answer.t !== 'ack') return;
      const { v, node } = answer;
      follow({ do: 'acked', ...(v !== undefined && { v }), ...(node !== undefined && { node }) });
    } catch (error) {
      if (number !== this.#sent) return;
      this.#refusal = error;
      if (isConnectionLost(error)) this.#do({ do: 'lost' });
      else if (isBusy(error)) this.#later(() => follow({ do: 'again' }), error.retryMs ?? AGAIN_MS);
      else this.#do({ do: 'refused' });
    }
  }

  /** One timer: the last place within it is told. */
  #tellCursor(): void {
    const { at, chapter, isOpen, isLeft } = this.state.peek();
    if (!isOpen || isLeft || chapter === null || at < 0 || at === this.#told || this.#cursorTimer) return;
    this.#cursorTimer = setTimeout(() => {
      this.#cursorTimer = undefined;
      const now = this.state.peek();
      if (!now.isOpen || now.at < 0) return;
      this.#told = now.at;
      this.services.socket.send({ t: 'studyCursor', studyId: this.studyId, chapter, node: now.at });
    }, CURSOR_MS);
  }
}
