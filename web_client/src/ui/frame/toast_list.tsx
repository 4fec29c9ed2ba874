import { Icon } from '../parts/icon';
import { useServices } from '../services/services';

/** A live region that is always there: screen readers do not notice one that comes with its first text. */
export function ToastList() {
  const { toasts, preferences } = useServices();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.list.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.tone}`}>
          {toast.text}
          {toast.way}
          <button
            class="icon-button"
            aria-label={preferences.t('settings.close')}
            onClick={() => toasts.dismiss(toast.id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
