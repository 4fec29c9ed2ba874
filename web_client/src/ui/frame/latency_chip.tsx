import { useServices } from '../services/services';

/** The state of the connection in words and ms, never by colour alone. */
export function LatencyChip() {
  const { socket, preferences } = useServices();
  const { t } = preferences;
  const open = socket.status.value === 'open';
  const ms = socket.latency.value;
  const text = !open ? t('link.connecting') : ms === null ? '…' : `${ms} ms`;
  return (
    <span class="latency">
      <span class={`dot ${open ? '' : 'amber'}`} />
      {text}
    </span>
  );
}
