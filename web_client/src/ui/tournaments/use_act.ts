import { actInTournament, type TournamentAct } from '../../protocol/tournaments';
import { useServices } from '../services/services';
import { useWhy } from './use_why';

/** Does something in a tournament; what is in the way is shown. `onDone` in either case: it may have changed. */
export function useAct(id: string, onDone: () => void) {
  const { account, toasts } = useServices();
  const why = useWhy();
  return async (act: TournamentAct, body: object = {}): Promise<void> => {
    try {
      await actInTournament(account.token, id, act, body);
    } catch (error) {
      toasts.show(why(error), 'bad');
    }
    onDone();
  };
}
