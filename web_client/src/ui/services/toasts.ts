import { signal } from '@preact/signals';
import { Refusal } from '../../protocol/connection';
import type { Preferences } from './preferences';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
}

const SHOWN_MS = 5_000;

/** Short messages that go away by themselves. */
export class Toasts {
  readonly list = signal<readonly Toast[]>([]);
  private nextId = 1;

  constructor(private readonly preferences: Preferences) {}

  say(text: string, tone: Toast['tone'] = 'plain'): void {
    const id = this.nextId++;
    // The same text twice tells nothing new: the first one goes.
    this.list.value = [...this.list.value.filter((toast) => toast.text !== text), { id, text, tone }].slice(
      -3,
    );
    setTimeout(() => this.dismiss(id), SHOWN_MS);
  }

  /** Says why something failed, at once where the words are here. */
  fail(error: unknown): void {
    const say = (): void => this.say(this.describe(error), 'bad');
    if (this.preferences.hasRooms || !(error instanceof Refusal)) say();
    else void this.preferences.needRooms().then(say, say);
  }

  dismiss(id: number): void {
    this.list.value = this.list.value.filter((toast) => toast.id !== id);
  }

  describe(error: unknown): string {
    const { t, named } = this.preferences;
    if (!(error instanceof Refusal)) return t('error.network');
    const { code, reason = '' } = error;
    const known = named('error', code, t('error.internal'));
    // Of a bad message the reason is a field's name.
    if (code === 'bad_message') return known;
    return code === 'illegal_move' ? named('illegal', reason, known) : named('refusal', reason, known);
  }

  /** The server's own sentence for those who read English, which says more than the code; else empty. */
  detail(error: unknown): string {
    const reads = this.preferences.settings.value.language === 'en';
    return reads && error instanceof Refusal ? error.message : '';
  }
}
