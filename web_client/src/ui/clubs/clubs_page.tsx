import clubsStyle from '../../style/clubs.css?inline';
import pagesStyle from '../../style/pages.css?inline';
import tournamentsStyle from '../../style/tournaments.css?inline';
import { listWords } from '../../i18n/areas/list_words';
import { clubWords } from '../../i18n/areas/club_words';
import { peopleWords } from '../../i18n/areas/people_words';
import { settingsWords } from '../../i18n/areas/settings_words';
import { tournamentWords } from '../../i18n/areas/tournament_words';
import { together } from '../../i18n/together';
import type { NumberedRoute } from '../../state/route';
import { adoptStyles } from '../core/style';
import { ClubPage } from './club_page';
import { ClubsList } from './clubs_list';

adoptStyles(pagesStyle, tournamentsStyle, clubsStyle);

const words = together(peopleWords, settingsWords, tournamentWords, clubWords, listWords);

export { words, ClubsPage as view };

/** All clubs, or one. */
function ClubsPage({ id }: Pick<NumberedRoute, 'id'>) {
  return id === undefined ? <ClubsList /> : <ClubPage id={id} />;
}
