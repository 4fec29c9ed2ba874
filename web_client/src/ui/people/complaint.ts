import { Refusal } from '../../protocol/connection';
import { useServices } from '../services';

/** What the server asks of a password. */
export const MIN_PASSWORD = 8;

/** What went wrong, in words of this page: a server that says too much would help those who guess. */
export function useComplaint(): (error: unknown) => string {
  const { preferences, toasts } = useServices();
  return (error) => {
    if (!(error instanceof Refusal)) return toasts.describe(error);
    if (error.code === 'unauthorized') return preferences.t('account.wrong');
    if (error.code === 'name_taken') return preferences.t('error.name_taken');
    if (error.code === 'bad_name') return preferences.t('name.reserved');
    return toasts.describe(error);
  };
}
