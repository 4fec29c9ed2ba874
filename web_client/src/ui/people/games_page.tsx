import pagesStyle from '../../style/pages.css?inline';
import { useState } from 'preact/hooks';
import { peopleWords as words } from '../../i18n/areas/people_words';
import { RouteLink } from '../parts/route_link';
import { ResumeLink, useUnfinished } from '../parts/resume_link';
import { RoomIcon } from '../parts/room_icon';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { ImportDialog } from './import_dialog';
import { activeFilters, filterKeys, filterOf, type Filter } from './filter';
import { GameList } from './game_list';
import { Filters } from './game_filters';
import { adoptStyles } from '../core/style';

adoptStyles(pagesStyle);

export { words, GamesPage as view };

/** The visitor's unfinished games, and the archive: all finished games, newest first. What is looked for stands in the
 *  address. */
function GamesPage() {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const [filter, setFilter] = useState<Filter>(() => filterOf(navigation.query(filterKeys)));
  const look = (some: Partial<Filter>): void => {
    const wanted = { ...filter, ...some };
    navigation.setQuery(activeFilters(wanted));
    setFilter(wanted);
  };
  const [importing, setImporting] = useState(false);
  useTitle(t('nav.games'));
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('nav.games')}</h1>
        <span class="space" />
        <RouteLink class="button" to={{ page: 'study' }}>
          <RoomIcon name="board" size={16} /> {t('games.studies')}
        </RouteLink>
        <RouteLink class="button" to={{ page: 'collections' }}>
          <RoomIcon name="book" size={16} /> {t('games.collections')}
        </RouteLink>
        <RouteLink class="button" to={{ page: 'tournaments' }}>
          <RoomIcon name="people" size={16} /> {t('games.tournaments')}
        </RouteLink>
        <RouteLink class="button" to={{ page: 'clubs' }}>
          <RoomIcon name="people" size={16} /> {t('games.clubs')}
        </RouteLink>
        <RouteLink class="button" to={{ page: 'leaderboard' }}>
          <RoomIcon name="people" size={16} /> {t('leaderboard.title')}
        </RouteLink>
        <RouteLink class="button" to={{ page: 'analysis' }}>
          <RoomIcon name="board" size={16} /> {t('nav.analysis')}
        </RouteLink>
        <button class="button" onClick={() => setImporting(true)}>
          <RoomIcon name="down" size={16} /> {t('import.title')}
        </button>
      </div>
      <Unfinished />
      <Filters filter={filter} onChange={look} />
      <GameList filter={filter} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </main>
  );
}

/** All of them, where the lobby shows three. */
function Unfinished() {
  const { t } = useServices().preferences;
  const games = useUnfinished();
  if (games.length === 0) return null;
  return (
    <nav class="card unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t('games.unfinished')}</h2>
      {games.map((game) => (
        <ResumeLink key={game.gameId} game={game} />
      ))}
    </nav>
  );
}
