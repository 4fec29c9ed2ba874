import type { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** Why something with a club is not done. */
export function useClubWhy(): (error: unknown) => string {
  const { preferences, toasts } = useServices();
  const { t, named } = preferences;
  return (error) => {
    const { code, reason = '' } = error as Partial<Refusal>;
    if (code === 'name_taken') return t('club.why.taken');
    // It may be for its signs, too.
    if (code === 'bad_name') return `${t('error.name_taken')} ${t('name.signs')}`;
    return named('club.why', reason, toasts.describe(error));
  };
}
