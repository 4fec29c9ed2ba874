import { computed, signal } from '@preact/signals';

/** Which drawer a phone shows over the board; tablets show the chat in place of the moves. */
export type Sheet = 'moves' | 'chat' | null;

/** What is opened beside the game, over it. */
export type Panel = 'menu' | 'settings' | 'keys' | null;

/** The sheets of a room, and its panels: of each kind one is open at a time. */
export class Sheets {
  private readonly opened = signal<Sheet>(null);
  private readonly panelled = signal<Panel>(null);
  readonly sheet = computed(() => this.opened.value);
  readonly panel = computed(() => this.panelled.value);
  private readonly saw = signal(-Infinity);
  /** The moment of the last line of the chat that was seen. */
  readonly seen = computed(() => this.saw.value);

  show(sheet: Sheet): void {
    this.opened.value = sheet;
  }

  toggle(sheet: Sheet): void {
    this.show(this.opened.value === sheet ? null : sheet);
  }

  see(at: number): void {
    this.saw.value = at;
  }

  openPanel(panel: Panel): void {
    this.panelled.value = panel;
  }
}
