import { useServices } from '../services/services';

/** Code points, as the server counts them. */
const LONGEST_NOTE = 64;

/** Why the director does something, which all are told. */
export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const { t } = useServices().preferences;
  return (
    <label class="field">
      {t('tournament.note')}
      <input
        class="input"
        value={value}
        required
        maxLength={LONGEST_NOTE}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
