import { useState } from 'preact/hooks';
import { isNotFound } from '../../protocol/connection';
import { actInTournament, type TournamentAct } from '../../protocol/tournaments';
import { InFlight } from '../core/in_flight';
import { useServices } from '../services/services';
import { useWhy } from './use_why';

/** Does something in a tournament, once at a time; what is in the way is shown. `onDone` in either case: it may have
 *  changed. The form of the `event` closes before it, where nothing was in the way. */
export function useAct(id: string, onDone: () => void) {
  const { account, preferences, toasts } = useServices();
  const why = useWhy();
  const [inFlight] = useState(() => new InFlight());
  return async (act: TournamentAct, body: object = {}, event?: Event): Promise<void> => {
    if (inFlight.has(act)) return;
    const form = event?.currentTarget as Element | undefined;
    try {
      await inFlight.run(act, () => actInTournament(account.token, id, act, body));
      form?.parentElement?.removeAttribute('open');
    } catch (error) {
      const isUnknown = 'name' in body && isNotFound(error);
      toasts.showError(error, isUnknown ? () => preferences.t('tournament.noAccount') : why);
    }
    onDone();
  };
}
