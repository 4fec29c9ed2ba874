import { signal } from '@preact/signals';
import { Refusal } from '../protocol/connection';
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

  fail(error: unknown): void {
    this.say(this.describe(error), 'bad');
  }

  dismiss(id: number): void {
    this.list.value = this.list.value.filter((toast) => toast.id !== id);
  }

  describe(error: unknown): string {
    if (!(error instanceof Refusal)) return this.preferences.t('error.network');
    if (error.code === 'illegal_move' && error.reason) return this.preferences.named('illegal', error.reason);
    const known = this.preferences.named('error', error.code);
    return known === error.code.replaceAll('_', ' ') ? error.message : known;
  }
}
