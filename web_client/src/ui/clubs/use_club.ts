import { useEffect, useState } from 'preact/hooks';
import { fetchClub, type Club } from '../../protocol/clubs';
import { useAsync } from '../core/use_async';
import { useServices } from '../services/services';

/** A club as the visitor sees it. While it is asked for once more the last answer stays. */
export function useClub(id: string) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const { value, error, retry } = useAsync(() => fetchClub(account.token, id), [id, user]);
  const [last, setLast] = useState<{ readonly user: string | null; readonly club: Club } | null>(null);
  useEffect(() => {
    if (value !== null) setLast({ user, club: value });
  }, [value]);
  const kept = error === null && last?.user === user ? last.club : null;
  return { club: value ?? kept, error, retry };
}
