import { fetchClub } from '../../protocol/clubs';
import { isNotFound } from '../../protocol/connection';
import { useAsync } from '../core/use_async';
import { useServices } from '../services/services';

/** A club as the visitor sees it. The last answer stays while it is asked for once more, and where that fails. */
export function useClub(id: string) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const { value, error, retry } = useAsync(() => fetchClub(account.token, id), [id, user]);
  return { club: isNotFound(error) ? null : value, error, retry };
}
