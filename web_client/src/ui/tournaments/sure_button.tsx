import { useState } from 'preact/hooks';
import { singleClick } from '../core/in_flight';
import { useServices } from '../services/services';

interface Props {
  readonly label: string;
  readonly question: string;
  readonly onSure: () => void;
}

/** For what cannot be undone: asks at the first press, and acts at another. */
export function SureButton({ label, question, onSure }: Props) {
  const { t } = useServices().preferences;
  const [asks, ask] = useState(false);
  if (!asks)
    return (
      <button class="button" onClick={() => ask(true)}>
        {label}…
      </button>
    );
  return (
    <>
      <span class="problem" role="alert">
        {question}
      </span>
      <button class="button" onClick={singleClick(onSure)}>
        {label}
      </button>
      <button class="button" onClick={() => ask(false)}>
        {t('tournament.close')}
      </button>
    </>
  );
}
