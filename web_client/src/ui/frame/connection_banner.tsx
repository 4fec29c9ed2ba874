import { useEffect, useState } from 'preact/hooks';
import type { Key } from '../../i18n/keys';
import type { ConnectionStatus } from '../../protocol/connection';
import type { Navigation } from '../services/navigation';
import { useServices } from '../services/services';

/** A short loss, as with every change of pages, is not worth a word. */
const PATIENCE_MS = 900;

/** What is left to do where the line is closed for good. After a kick only that room is closed to the visitor; who is
 *  banned may say something to it. */
function wayOn(status: ConnectionStatus, navigation: Navigation): readonly [Key, () => void] {
  if (status === 'kicked') return ['lost.home', () => navigation.to({ page: 'lobby' })];
  if (status === 'banned') return ['link.why', () => navigation.to({ page: 'moderation' })];
  return ['error.reload', () => location.reload()];
}

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
    const [words, go] = wayOn(status, navigation);
    return (
      <p class="banner bad" role="alert">
        {t(`link.${status}`)}
        <button class="button small" onClick={go}>
          {t(words)}
        </button>
      </p>
    );
  }
  return (
    <p class="banner" role="alert">
      <span class="spinner" />
      {t(socket.clockRuns() ? 'link.lostClock' : 'link.lost')}
    </p>
  );
}
