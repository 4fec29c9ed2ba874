import { useEffect } from 'preact/hooks';
import type { Account } from '../../state/account';
import { safeStorage } from '../../state/storage';
import { KeptFiles, UPLOADS } from '../core/kept_files';
import { useServices } from '../services/services';
import { Uploads, type Exclusive } from './uploads';

/** Browsers know locks on secure origins only; elsewhere two tabs may send a part twice, which does no harm. */
const exclusive: Exclusive = async (act) => {
  const locks = navigator.locks as LockManager | null | undefined;
  if (locks) await locks.request(UPLOADS, act);
  else await act();
};

/** Once for the client: the listeners are never taken off. */
function start(account: Account): Uploads {
  const uploads = new Uploads(
    account,
    safeStorage(() => localStorage),
    new KeptFiles(),
    exclusive,
  );
  addEventListener('storage', ({ key }) => {
    if (key === UPLOADS || key === null) uploads.onStorage();
  });
  addEventListener('online', () => uploads.onOnline());
  return uploads;
}

/** One for each account, which is one for the client. */
const known = new WeakMap<Account, Uploads>();

/** What this browser sends into collections. It goes on when its page is left for another one of this site. */
export function useUploads(): Uploads {
  const { account } = useServices();
  const uploads = known.get(account) ?? start(account);
  known.set(account, uploads);
  const user = account.user.value?.id;
  useEffect(() => void uploads.run(), [user]);
  return uploads;
}
