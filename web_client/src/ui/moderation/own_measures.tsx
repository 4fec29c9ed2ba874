import { useState } from 'preact/hooks';
import { appeal, type Measure, type OwnMeasures } from '../../protocol/moderation';
import { useSubmit } from '../core/use_submit';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';
import { MeasureLine } from './measure_line';

interface Props extends OwnMeasures {
  readonly onChange: () => void;
}

/** Mutes and bans of the visitor. */
export function OwnMeasureList({ measures, more, onChange }: Props) {
  const { t } = useServices().preferences;
  return (
    <section class="card form-card" aria-labelledby="own-measures">
      <h2 id="own-measures">{t('order.own')}</h2>
      {measures.length === 0 && <p class="muted">{t('order.ownNone')}</p>}
      {measures.map((measure) => (
        <OwnMeasure key={measure.id} measure={measure} onChange={onChange} />
      ))}
      <ListEnd cut={more} n={measures.length} />
    </section>
  );
}

function OwnMeasure({ measure, onChange }: { measure: Measure; onChange: () => void }) {
  const { t } = useServices().preferences;
  const { appeal: said, answer, until = Infinity } = measure;
  return (
    <div class="stack">
      <MeasureLine measure={measure} />
      {said !== undefined && <blockquote class="muted">{said}</blockquote>}
      {answer !== undefined && <p>{t('order.answered', { text: answer })}</p>}
      {said === undefined && until > Date.now() && <AppealForm id={measure.id} onDone={onChange} />}
    </div>
  );
}

/** What is said once. */
function AppealForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const [text, setText] = useState('');
  const { busy, problem, onSubmit } = useSubmit(() => appeal(account.token, id, text).then(onDone));
  return (
    <form class="stack" onSubmit={onSubmit}>
      <label class="field">
        {t('order.appeal')}
        <textarea
          class="input"
          required
          rows={4}
          maxLength={1000}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="muted">{t('order.appealHint')}</p>
      {problem !== null && (
        <p class="problem" role="alert">
          {toasts.describe(problem)}
        </p>
      )}
      <button class="button primary" disabled={busy || !text.trim()}>
        {t('order.send')}
      </button>
    </form>
  );
}
