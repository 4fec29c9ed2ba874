import { useEffect, useState } from 'preact/hooks';
import { fetchClub, type Club } from '../../protocol/clubs';
import { isNotFound } from '../../protocol/connection';
import { useAsync } from '../core/use_async';
import { useServices } from '../services/services';

/** A club as the visitor sees it. While it is asked for once more, and where that fails, the last answer stays: the
 *  page may hold what is being written. */
export function useClub(id: string) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const { value, error, retry } = useAsync(() => fetchClub(account.token, id), [id, user]);
  const [last, setLast] = useState<{ readonly user: string | null; readonly club: Club } | null>(null);
  useEffect(() => {
    if (value !== null) setLast({ user, club: value });
  }, [value]);
  const kept = last?.user === user && !isNotFound(error) ? last.club : null;
  return { club: value ?? kept, error, retry };
}
