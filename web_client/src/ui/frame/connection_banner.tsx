import { useEffect, useState } from 'preact/hooks';
import type { Key } from '../../i18n/keys';
import type { ConnectionStatus } from '../../protocol/connection';
import type { Route } from '../../state/route';
import { useServices } from '../services/services';

/** A short loss, as with every change of pages, is not worth a word. */
const PATIENCE_MS = 900;

/** Where a line leads that is closed for good: after a kick only that room is closed, and who is banned may say something
 *  to it. Else the page is loaded again. */
const ways: Partial<Record<ConnectionStatus, readonly [Key, Route]>> = {
  kicked: ['lost.home', { page: 'lobby' }],
  banned: ['link.why', { page: 'moderation' }],
};

/** Says that the connection is lost, after 0.9 s: a silent page looks like a slow opponent. */
export function ConnectionBanner() {
  const { socket, navigation, preferences } = useServices();
  const { t } = preferences;
  const status = socket.status.value;
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (status === 'open') return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [status === 'open']);
  if (status === 'open' || !late) return null;
  if (status !== 'lost' && status !== 'connecting') {
    const way = ways[status];
    return (
      <p class="banner bad" role="alert">
        {t(`link.closed.${status}`)}
        <button class="button small" onClick={() => (way ? navigation.to(way[1]) : location.reload())}>
          {t(way?.[0] ?? 'error.reload')}
        </button>
      </p>
    );
  }
  return (
    <p class="banner" role="alert">
      <span class="spinner" />
      {t(socket.clockRuns() ? 'link.lostClock' : 'error.connection_lost')}
    </p>
  );
}
