import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  visibilities,
  type Collection,
  type CollectionForm,
  type Visibility,
} from '../../protocol/collections';
import type { Refusal } from '../../protocol/connection';
import { NamedForm } from '../parts/named_form';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';

/** Code points of a name, at most. */
const LONGEST_NAME = 64;

interface Props {
  readonly form: Pick<Collection, 'name' | 'visibility'>;
  readonly onSave: (form: CollectionForm) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** What a collection is called, and who sees it: said only when it is chosen, since another page may have changed it. */
export function CollectionFields({ form, onSave, onClose, children }: Props) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const [visibility, setVisibility] = useState<Visibility>();
  const why = (problem: unknown): string => {
    const { code, reason } = problem as Partial<Refusal>;
    if (code === 'bad_message') return t('library.badName');
    return reason === 'collections' ? t('library.tooMany') : toasts.describe(problem);
  };
  return (
    <NamedForm
      initial={form.name}
      longest={LONGEST_NAME}
      save={t('library.save')}
      onSave={(name) => onSave({ name, visibility })}
      onClose={onClose}
      why={why}
      more={children}
    >
      <div class="field">
        {t('library.visibility')}
        <Segment
          label={t('library.visibility')}
          options={visibilities.map((one) => [one, t(`library.visibility.${one}`)])}
          value={visibility ?? form.visibility}
          onChange={setVisibility}
        />
      </div>
    </NamedForm>
  );
}
