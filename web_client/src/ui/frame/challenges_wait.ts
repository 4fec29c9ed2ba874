import { signal } from '@preact/signals';

/** Whether cards of challenges are kept back in the room that is shown; without a room nothing asks. */
class ChallengesWait {
  readonly now = signal(true);

  set(wait: boolean): void {
    this.now.value = wait;
  }
}
export const challengesWait = new ChallengesWait();
