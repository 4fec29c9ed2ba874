import { signal } from '@preact/signals';

/** The room that is shown, if any. */
class Shown {
  /** Beside its game another may be thought of: no clock of the visitor's may run there. */
  readonly isFree = signal(false);

  tell(isFree: boolean): void {
    this.isFree.value = isFree;
  }
}
export const shownRoom = new Shown();
