import { computed, signal } from '@preact/signals';

/** Which drawer a phone shows over the board; tablets show the chat in place of the moves. */
export type Sheet = 'moves' | 'chat' | null;

/** The sheets of a room: one is open at a time. */
export class Sheets {
  private readonly opened = signal<Sheet>(null);
  readonly sheet = computed(() => this.opened.value);

  show(sheet: Sheet): void {
    this.opened.value = sheet;
  }

  toggle(sheet: Sheet): void {
    this.show(this.opened.value === sheet ? null : sheet);
  }
}
