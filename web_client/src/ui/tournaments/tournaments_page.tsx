import pagesStyle from '../../style/pages.css?inline';
import tournamentsStyle from '../../style/tournaments.css?inline';
import { listWords } from '../../i18n/areas/list_words';
import { peopleWords } from '../../i18n/areas/people_words';
import { settingsWords } from '../../i18n/areas/settings_words';
import { tournamentWords } from '../../i18n/areas/tournament_words';
import { together } from '../../i18n/together';
import type { NumberedRoute } from '../../state/route';
import { lazy } from '../core/lazy';
import { adoptStyles } from '../core/style';
import { TournamentPage } from './tournament_page';
import { TournamentsList } from './tournaments_list';

adoptStyles(pagesStyle, tournamentsStyle);

/** Why a guest's name will not do is said where names are set. */
const words = together(peopleWords, settingsWords, tournamentWords, listWords);

export { words, TournamentsPage as view };

const Hall = lazy(() => import('./hall_page'));

/** All tournaments, or one, with the round of that number, or on a big screen. */
function TournamentsPage({ id, number, hall }: Omit<NumberedRoute, 'page'>) {
  if (id !== undefined && hall) return <Hall id={id} />;
  return id === undefined ? <TournamentsList /> : <TournamentPage id={id} first={number ?? 0} />;
}
