import { useLayoutEffect } from 'preact/hooks';
import { useServices } from '../services/services';

/** Why something could not be fetched, in the place where it would stand, and how to ask again, which the page does
 *  itself when the device is back in its network. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { preferences, toasts } = useServices();
  useLayoutEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  });
  return (
    <p class="empty failure" role="alert">
      {toasts.describe(error)}{' '}
      <button class="button small" onClick={onRetry}>
        {preferences.t('error.reload')}
      </button>
    </p>
  );
}
