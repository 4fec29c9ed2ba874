import pagesStyle from '../../style/pages.css?inline';
import libraryStyle from '../../style/library.css?inline';
import { listWords } from '../../i18n/areas/list_words';
import { libraryWords } from '../../i18n/areas/library_words';
import { peopleWords } from '../../i18n/areas/people_words';
import { together } from '../../i18n/together';
import type { NumberedRoute } from '../../state/route';
import { adoptStyles } from '../core/style';
import { lazy } from '../core/lazy';
import { ReplayPlaceholder } from '../boards/board_placeholder';
import { CollectionPage } from './collection_page';
import { CollectionsList } from './collections_list';

adoptStyles(pagesStyle, libraryStyle);

/** Those of lists of games and of files, too. */
const words = together(peopleWords, libraryWords, listWords);

export { words, CollectionsPage as view };

const GamePage = lazy(() => import('./game_page'), ReplayPlaceholder);

/** All collections, one of them, or a game of it. */
function CollectionsPage({ id, number, ply = null }: Omit<NumberedRoute, 'page'>) {
  if (id === undefined) return <CollectionsList />;
  if (number === undefined) return <CollectionPage id={id} />;
  return <GamePage id={id} number={number} ply={ply} />;
}
