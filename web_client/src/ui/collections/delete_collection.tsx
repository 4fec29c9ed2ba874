import { useState } from 'preact/hooks';
import { useSubmit } from '../core/use_submit';
import { useServices } from '../services/services';

interface Props {
  readonly games: number;
  readonly onDelete: () => Promise<void>;
}

/** Deletes a collection at the second press: it cannot be brought back. */
export function DeleteCollection({ games, onDelete }: Props) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const [sure, ask] = useState(false);
  const { busy, problem, onSubmit } = useSubmit(onDelete);
  if (!sure)
    return (
      <button type="button" class="button" onClick={() => ask(true)}>
        {t('library.delete')}…
      </button>
    );
  return (
    <div class="stack delete-question" role="group" aria-labelledby="delete-collection">
      <p id="delete-collection" class="problem" role="alert">
        {problem === null ? t('library.delete.sure', { n: games }) : toasts.describe(problem)}
      </p>
      <div class="row wrap">
        <button type="button" class="button" aria-busy={busy} onClick={onSubmit}>
          {t('library.delete')}
        </button>
        <button type="button" class="button" onClick={() => ask(false)}>
          {t('library.cancel')}
        </button>
      </div>
    </div>
  );
}
