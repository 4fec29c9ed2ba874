import { peopleWords as words } from '../../i18n/areas/people_words';
import type { FileNote } from '../../protocol/types';
import { FileNotes } from '../people/found_games';
import { useWords } from '../services/services';

export { words, MadeOfFile as view };

interface Props {
  readonly notes: readonly FileNote[];
  readonly onOpen: () => void;
}

/** What of a file the chapters that it made do not have, before they are opened. */
function MadeOfFile({ notes, onOpen }: Props) {
  const { t } = useWords();
  return (
    <div class="card form-card" role="status">
      <p>{t('import.done')}</p>
      <FileNotes notes={notes} />
      <button type="button" class="button primary" onClick={onOpen}>
        {t('study.open')}
      </button>
    </div>
  );
}
