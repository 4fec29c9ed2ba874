import { useRef, useState } from 'preact/hooks';
import { visibilities, type CollectionForm } from '../../protocol/collections';
import { Refusal } from '../../protocol/connection';
import { useFocus } from '../core/use_dismiss';
import { useOverlay } from '../core/use_overlay';
import { useSubmit } from '../people/use_submit';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';

/** Code points of a name, at most. */
const LONGEST_NAME = 64;

interface Props {
  readonly form: CollectionForm;
  readonly onSave: (form: CollectionForm) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: preact.ComponentChildren;
}

/** What a collection is called, and who sees it. */
export function CollectionFields({ form, onSave, onClose, children }: Props) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const [name, setName] = useState(form.name);
  const [visibility, setVisibility] = useState(form.visibility);
  const wanted = Array.from(name.trim()).slice(0, LONGEST_NAME).join('');
  const { busy, problem, onSubmit } = useSubmit(() => onSave({ name: wanted, visibility }));
  const refusal = problem instanceof Refusal ? problem : null;
  const isBadName = refusal?.code === 'bad_message';
  const why = (): string => {
    if (isBadName) return t('library.badName');
    return refusal?.reason === 'collections' ? t('library.tooMany') : toasts.describe(problem);
  };
  const field = useRef<HTMLInputElement>(null);
  useFocus(field);
  useOverlay(true, onClose, false);
  return (
    <form class="card form-card" onSubmit={onSubmit}>
      <label class="field">
        {t('library.name')}
        <input
          ref={field}
          class="input"
          value={name}
          required
          maxLength={2 * LONGEST_NAME}
          aria-invalid={isBadName}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <div class="field">
        {t('library.visibility')}
        <Segment
          label={t('library.visibility')}
          options={visibilities.map((one) => [one, t(`library.visibility.${one}`)])}
          value={visibility}
          onChange={setVisibility}
        />
      </div>
      {problem !== null && (
        <p class="problem" role="alert">
          {why()}
        </p>
      )}
      <div class="row wrap">
        <button class="button primary" disabled={wanted === ''} aria-busy={busy}>
          {t('library.save')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('library.cancel')}
        </button>
        {children}
      </div>
    </form>
  );
}
