import { useEffect, useState } from 'preact/hooks';
import { useServices } from '../services/services';

/** A short loss, as with every change of pages, is not worth a word. */
const PATIENCE_MS = 900;

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
    // After a kick only that room is closed to the visitor.
    const isOut = status === 'kicked';
    return (
      <p class="banner bad" role="alert">
        {t(`link.${status}`)}
        <button
          class="button small"
          onClick={() => (isOut ? navigation.to({ page: 'lobby' }) : location.reload())}
        >
          {t(isOut ? 'lost.home' : 'error.reload')}
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
