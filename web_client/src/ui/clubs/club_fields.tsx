import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { joinings, type ClubForm, type Joining } from '../../protocol/clubs';
import { LONGEST_NAME } from '../../state/names';
import { NamedForm } from '../parts/named_form';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';
import { useClubWhy } from './use_club_why';

/** Of a description. */
const LONGEST_TEXT = 1_000;

/** Before anything is chosen. */
export const noClub: ClubForm = { name: '', description: '', joining: 'open' };

interface Props {
  readonly form: ClubForm;
  /** What its button says. */
  readonly save: string;
  readonly onSave: (form: ClubForm) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** What a club is called, what it says of itself, and who may join. */
export function ClubFields({ form, save, onSave, onClose, children }: Props) {
  const { t } = useServices().preferences;
  const why = useClubWhy();
  const [description, setDescription] = useState(form.description);
  const [joining, setJoining] = useState<Joining>(form.joining);
  return (
    <NamedForm
      initial={form.name}
      longest={LONGEST_NAME}
      save={save}
      onSave={(name) => onSave({ name, description, joining })}
      onClose={onClose}
      why={why}
      more={children}
    >
      <label class="field">
        {t('club.text')}
        <textarea
          class="input"
          rows={5}
          maxLength={LONGEST_TEXT}
          value={description}
          onInput={(event) => setDescription(event.currentTarget.value)}
        />
      </label>
      <div class="field">
        {t('club.joining')}
        <Segment<Joining>
          label={t('club.joining')}
          options={joinings.map((one) => [one, t(`club.joining.${one}`)] as const)}
          value={joining}
          onChange={setJoining}
        />
      </div>
    </NamedForm>
  );
}
