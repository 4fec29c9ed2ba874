import { useServices } from '../services/services';
import { useClubWhy } from './use_club_why';

type Attempt = (act: () => Promise<unknown>, undo?: () => void) => Promise<void>;

/** Does something with a club; what is in the way is shown, after `undo`. `onDone` in either case: it may have
 *  changed. */
export function useAttempt(onDone: () => void): Attempt {
  const { toasts } = useServices();
  const why = useClubWhy();
  return async (act, undo) => {
    try {
      await act();
    } catch (error) {
      undo?.();
      toasts.showError(error, why);
    }
    onDone();
  };
}
