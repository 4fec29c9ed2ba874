import { useRef } from 'preact/hooks';
import { actInTournament, type TournamentAct } from '../../protocol/tournaments';
import { useServices } from '../services/services';
import { useWhy } from './use_why';

/** Does something in a tournament, one thing at a time; what is in the way is shown. `onDone` in either case: it may
 *  have changed. */
export function useAct(id: string, onDone: () => void) {
  const { account, toasts } = useServices();
  const why = useWhy();
  const busy = useRef(false);
  return async (act: TournamentAct, body: object = {}): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      await actInTournament(account.token, id, act, body);
    } catch (error) {
      toasts.show(why(error), 'bad');
    }
    busy.current = false;
    onDone();
  };
}
