import { useServices } from '../services/services';
import { useClubWhy } from './use_club_why';

/** Does something with a club; what is in the way is shown. `onDone` in either case: it may have changed. */
export function useAttempt(onDone: () => void): (act: () => Promise<unknown>) => Promise<void> {
  const { toasts } = useServices();
  const why = useClubWhy();
  return async (act) => {
    try {
      await act();
    } catch (error) {
      toasts.show(why(error), 'bad');
    }
    onDone();
  };
}
