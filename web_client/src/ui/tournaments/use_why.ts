import { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** Why a tournament does not go on so. */
export function useWhy(): (error: unknown) => string {
  const { preferences, toasts } = useServices();
  return (error) => {
    const reason = error instanceof Refusal ? (error.reason ?? '') : '';
    return preferences.named('tournament.why', reason, toasts.describe(error));
  };
}
