import { useState } from 'preact/hooks';
import { fetchAppeals, type AppealedMeasure } from '../../protocol/moderation';
import { singleClick } from '../core/in_flight';
import { usePages } from '../core/use_pages';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';
import { MeasureLine } from './measure_line';
import { useDecisions } from './use_decisions';

/** What people say to measures, oldest first. */
export function Appeals() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { done, decide, isBusy } = useDecisions();
  const pages = usePages('open appeals', async (from) => {
    const { appeals, cursor } = await fetchAppeals(account.token, from);
    return { items: appeals, cursor };
  });
  const { items, cursor, failure, loading } = pages;
  const left = items.filter(({ id }) => !done.has(id));
  return (
    <>
      {left.length === 0 && failure === null && cursor === null && (
        <p class="empty" aria-busy={loading}>
          {!loading && t('order.appealsNone')}
        </p>
      )}
      {left.map((measure) => (
        <AppealCard
          key={measure.id}
          measure={measure}
          isBusy={isBusy(measure.id)}
          onDecide={(act, reason) => decide(measure.id, { do: act, measureId: measure.id, reason })}
        />
      ))}
      <ListEnd {...pages} />
    </>
  );
}

interface CardProps {
  readonly measure: AppealedMeasure;
  readonly isBusy: boolean;
  readonly onDecide: (act: 'lift' | 'uphold', reason: string) => void;
}

/** The reason is the answer, which the person reads. */
function AppealCard({ measure, isBusy, onDecide }: CardProps) {
  const { t } = useServices().preferences;
  const [reason, setReason] = useState('');
  return (
    <section class="card form-card report" aria-label={measure.subject.name}>
      <h2>{measure.subject.name}</h2>
      <MeasureLine measure={measure} />
      <blockquote>{measure.appeal}</blockquote>
      {measure.own && <p class="muted">{t('order.another')}</p>}
      <label class="field">
        {t('order.reason')}
        <input
          class="input"
          maxLength={200}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <div class="row wrap">
        {(['lift', 'uphold'] as const).map((act) => (
          <button
            key={act}
            class="button"
            disabled={isBusy || !reason.trim()}
            onClick={singleClick(() => onDecide(act, reason.trim()))}
          >
            {t(`order.do.${act}`)}
          </button>
        ))}
      </div>
    </section>
  );
}
