import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { singleClick } from '../core/in_flight';
import { useFocus } from '../core/use_dismiss';
import { useSubmit } from '../core/use_submit';
import { useServices } from '../services/services';

interface Props {
  readonly label: string;
  /** False: there is nothing to ask, one press acts. */
  readonly question: string | false;
  readonly onSure: () => Promise<void> | void;
}

/**
 * For what cannot be undone: asks at the first press, and acts at another one, elsewhere. The second half of a double
 * click does neither.
 */
export function SureButton(props: Props) {
  const { label, question, onSure } = props;
  const [asks, ask] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button"
        aria-expanded={question ? asks : undefined}
        onClick={singleClick(() => (question ? ask(!asks) : void onSure()))}
      >
        {label}
        {question && '…'}
      </button>
      {asks && question && <SureQuestion {...props} onClose={() => ask(false)} />}
    </>
  );
}

/** Comes into view, with the focus. */
export function SureQuestion({ label, question, onSure, onClose }: Props & { onClose: () => void }) {
  const { preferences, toasts } = useServices();
  const { busy, problem, submit } = useSubmit(async () => {
    await onSure();
    onClose();
  });
  const panel = useRef<HTMLDivElement>(null);
  useFocus(panel);
  useLayoutEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div class="stack sure-question" ref={panel} tabIndex={-1} role="group">
      <p class="problem" role="alert">
        {problem === null ? question : toasts.describe(problem)}
      </p>
      <div class="row wrap">
        <button type="button" class="button" aria-busy={busy} onClick={singleClick(() => void submit())}>
          {label}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {preferences.t('settings.close')}
        </button>
      </div>
    </div>
  );
}
