import type { Measure } from '../../protocol/moderation';
import { useServices } from '../services/services';

/** Writes moments in the language of the page. */
export function useMoments(): (at: number) => string {
  const { language } = useServices().preferences.settings.value;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (at) => time.format(at);
}

/** Which measure, until when, and why. */
export function MeasureLine({ measure: { kind, until, reason } }: { measure: Measure }) {
  const { t } = useServices().preferences;
  const moment = useMoments();
  return (
    <p>
      <b>{t(`order.kind.${kind}`)}</b>{' '}
      <span class="muted">
        {until === undefined ? t('order.hours.0') : t('order.until', { time: moment(until) })}
      </span>
      <br />
      {reason}
    </p>
  );
}
