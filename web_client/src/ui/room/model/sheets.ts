import { computed, signal } from '@preact/signals';

/** What a phone shows in a bottom sheet over the board; tablets show the chat in the place of the moves. */
export type Sheet = 'moves' | 'chat' | null;

/** A dialog over the room. */
export type Panel = 'menu' | 'settings' | 'keys' | null;

/** Which sheet and which panel of a room are open, at most one each, and what the chat's form holds while it is
 *  closed. */
export class Sheets {
  private readonly opened = signal<Sheet>(null);
  private readonly panelled = signal<Panel>(null);
  readonly sheet = computed(() => this.opened.value);
  readonly panel = computed(() => this.panelled.value);
  private readonly saw = signal(-Infinity);
  private readonly written = signal('');
  private readonly addressed = signal<'players' | 'all'>('all');
  /** What is being written in the chat, and to whom; also while the chat is closed. */
  readonly draft = computed(() => this.written.value);
  readonly audience = computed(() => this.addressed.value);
  /** The moment of the last line of the chat that was seen. */
  readonly seen = computed(() => this.saw.value);

  show(sheet: Sheet): void {
    this.opened.value = sheet;
  }

  toggle(sheet: Sheet): void {
    this.show(this.opened.value === sheet ? null : sheet);
  }

  markSeen(at: number): void {
    this.saw.value = at;
  }

  setDraft(text: string): void {
    this.written.value = text;
  }

  setAudience(to: 'players' | 'all'): void {
    this.addressed.value = to;
  }

  openPanel(panel: Panel): void {
    this.panelled.value = panel;
  }
}
