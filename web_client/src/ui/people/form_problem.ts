import { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** What the server asks of a password. */
export const MIN_PASSWORD = 8;

/** What went wrong, in words of this page: a server that says too much would help those who guess. */
export function useFormProblem(): (error: unknown, wrong?: string) => string {
  const { preferences, toasts } = useServices();
  return (error, wrong = preferences.t('account.wrong')) => {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'unauthorized') return wrong;
    return code === 'bad_name' ? preferences.t('error.name_taken') : toasts.describe(error);
  };
}
