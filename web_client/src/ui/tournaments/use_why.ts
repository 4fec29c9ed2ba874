import type { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** Why a tournament does not go on so. */
export function useWhy(): (error: unknown) => string {
  const { preferences, toasts } = useServices();
  return (error) => {
    const { reason = '' } = error as Partial<Refusal>;
    return preferences.named('tournament.why', reason, toasts.describe(error));
  };
}
