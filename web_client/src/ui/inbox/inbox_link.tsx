import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { unread } from './unread';

/** To the inbox of the account, with the number of lines that are not read. */
export function InboxLink() {
  const { t } = useServices().preferences;
  const n = unread.count.value;
  return (
    <RouteLink class="button" to={{ page: 'inbox' }}>
      {t('account.inbox')}
      {n > 0 && ` (${n})`}
    </RouteLink>
  );
}
