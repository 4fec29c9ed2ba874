import { signal, type Signal } from '@preact/signals';

/** What a phone shows in a bottom sheet over the board; tablets show the chat in the place of the moves. */
export type Sheet = 'moves' | 'chat' | null;

/** A dialog over the room. */
export type Panel = 'menu' | 'settings' | 'keys' | null;

/**
 * Which sheet and which panel of a room are open, at most one each, and what the chat's form holds while it is
 * closed. One for each visit of a room; it outlives changes of the layout. What is being written goes on to the rematch.
 */
export class Sheets {
  readonly sheet = signal<Sheet>(null);
  readonly panel = signal<Panel>(null);
  /** What is being written in the chat, and to whom; also while the chat is closed. */
  readonly draft: Signal<string>;
  readonly audience: Signal<'players' | 'all'>;
  /** `at` of the last line of the chat that was seen. */
  readonly seen = signal(-Infinity);
  /** The beginning of the draft that has come back. */
  #refused = '';

  /** @param before those of the game before, if it was of the same two */
  constructor(before?: Sheets) {
    this.draft = signal(before?.draft.peek() ?? '');
    this.audience = signal(before?.audience.peek() ?? 'all');
  }

  show(sheet: Sheet): void {
    this.sheet.value = sheet;
  }

  toggle(sheet: Sheet): void {
    this.show(this.sheet.value === sheet ? null : sheet);
  }

  markSeen(at: number): void {
    this.seen.value = at;
  }

  setDraft(text: string): void {
    this.draft.value = text;
  }

  /** What was refused stands before what was written since, in its order. */
  putBack(text: string): void {
    const draft = this.draft.peek();
    const before = draft.startsWith(this.#refused) ? this.#refused : '';
    this.#refused = `${before} ${text}`.trim();
    this.draft.value = `${this.#refused} ${draft.slice(before.length).trim()}`.trim();
  }

  setAudience(to: 'players' | 'all'): void {
    this.audience.value = to;
  }

  openPanel(panel: Panel): void {
    this.panel.value = panel;
  }
}
