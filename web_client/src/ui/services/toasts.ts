import { signal } from '@preact/signals';
import { fill } from '../../i18n/translate';
import { Refusal } from '../../protocol/connection';
import type { Preferences } from './preferences';

/** A message on the page. Ids are never used again. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  /** Of the room that it tells of, and leads to. */
  readonly gameId?: string | undefined;
}

const SHOWN_MS = 5_000;
/** Words that come later than this are not waited for. */
const PATIENCE_MS = 1_000;

/**
 * Short messages that go away after a while, at most three at once: the oldest goes first. Each has a timer of
 * its own, which does nothing where its message has gone before.
 */
export class Toasts {
  readonly list = signal<readonly Toast[]>([]);
  #nextId = 1;
  /** Whether all words of refusals are here. */
  #hasWords = false;
  #loading: Promise<void> | null = null;

  constructor(private readonly preferences: Preferences) {}

  /** `gameId`: the room that it leads to; it goes after `ms`. */
  show(text: string, tone: Toast['tone'] = 'plain', gameId?: string, ms = SHOWN_MS): void {
    const id = this.#nextId++;
    // The same text twice tells nothing new: the first one goes.
    this.list.value = [
      ...this.list.value.filter((toast) => toast.text !== text || toast.gameId !== gameId),
      { id, text, tone, gameId },
    ].slice(-3);
    setTimeout(() => this.dismiss(id), ms);
  }

  /** Shows why something failed, in words of `why`. Words that must be fetched first are waited for at most a
   *  second. */
  showError(error: unknown, why = (one: unknown): string => this.describe(one)): void {
    // The request was made on a page that was left since.
    if (error instanceof Refusal && error.reason === 'left') return;
    const say = (): void => this.show(why(error), 'bad');
    if (this.#hasWords || !(error instanceof Refusal)) say();
    else
      Promise.race([this.#loadWords(), new Promise((late) => setTimeout(late, PATIENCE_MS))]).then(say, say);
  }

  dismiss(id: number): void {
    this.list.value = this.list.value.filter((toast) => toast.id !== id);
  }

  /** Why something failed, in the words that are here. Fetches those that are not; a component is drawn again with
   *  them. */
  describe(error: unknown): string {
    const { t, named } = this.preferences;
    if (!(error instanceof Refusal)) return t('error.network');
    void this.#loadWords();
    const { code, reason = '' } = error;
    const known = named('error', code, t('error.internal'));
    // Of a bad message the reason is a field's name, of a bad game one of `useFileNote`.
    if (code.startsWith('bad_')) return known;
    const words = code === 'illegal_move' ? this.illegal(reason, known) : named('refusal', reason, known);
    // What a moderator gave as the reason is not in any dictionary, nor how a move may be written.
    return fill(words, { said: error.message });
  }

  /** Why a move is not legal; `unknown` where the reason is not one of a move, or words are not here yet. */
  illegal(reason: string, unknown: string): string {
    void this.#loadWords();
    return this.preferences.named('illegal', reason, unknown);
  }

  /** The server's own sentence where the page is in English, which says more than the code; else empty. */
  detail(error: unknown): string {
    const reads = this.preferences.settings.value.language === 'en';
    return reads && error instanceof Refusal ? error.message : '';
  }

  /** Resolves when the words of refusals are here, or cannot be had now. */
  #loadWords(): Promise<void> {
    const { preferences } = this;
    const learn = async (): Promise<void> => {
      const [{ refusalWords }] = await Promise.all([
        import('../../i18n/areas/refusal_words'),
        preferences.loadRoomWords(),
      ]);
      await preferences.addWords(refusalWords);
      this.#hasWords = true;
    };
    return (this.#loading ??= learn().catch(() => void (this.#loading = null)));
  }
}
