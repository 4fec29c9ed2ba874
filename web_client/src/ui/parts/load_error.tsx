import { useServices } from '../services/services';

/** Why something could not be fetched, in the place where it would stand, and how to ask again. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { preferences, toasts } = useServices();
  return (
    <p class="empty failure" role="alert">
      {toasts.describe(error)}{' '}
      <button class="button small" onClick={onRetry}>
        {preferences.t('error.reload')}
      </button>
    </p>
  );
}
