import { listWords } from '../../i18n/areas/list_words';
import { studyWords } from '../../i18n/areas/study_words';
import { replayWords } from '../../i18n/areas/replay_words';
import { together } from '../../i18n/together';
import type { NumberedRoute } from '../../state/route';
import { StudiesList } from './studies_list';
import { StudyView } from './study_view';

/** Those of boards, too. */
const words = together(replayWords, studyWords, listWords);

export { words, StudyPage as view };

/** All studies of the visitor, or one of them. */
function StudyPage({ id, number, node }: Omit<NumberedRoute, 'page'>) {
  if (id === undefined) return <StudiesList />;
  return <StudyView id={id} chapter={number ?? null} node={node} />;
}
