import { Icon } from '../parts/icon';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';

/** A live region that is always there: screen readers do not notice one that comes with its first text. */
export function ToastList() {
  const { toasts, preferences } = useServices();
  const { t } = preferences;
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.list.value.map(({ id, text, tone, gameId }) => (
        <div key={id} class={`toast ${tone}`}>
          {text}
          {gameId && (
            <RouteLink class="button small" to={{ page: 'room', gameId }}>
              {t('lobby.resumeDo')}
            </RouteLink>
          )}
          <button class="icon-button" aria-label={t('settings.close')} onClick={() => toasts.dismiss(id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
