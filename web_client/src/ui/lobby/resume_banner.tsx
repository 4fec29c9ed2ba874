import { ResumeLink, useUnfinished } from '../parts/resume_link';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';

/** More would push the lobby itself out of sight. */
const SHOWN = 3;

/** The way back into games that are not over. Stands in a line that is there anyway: that it comes late moves
 *  nothing. */
export function ResumeBanner() {
  const { t } = useServices().preferences;
  const games = useUnfinished();
  if (games.length === 0) return null;
  return (
    <nav class="resumes" aria-label={t('lobby.resumeDo')}>
      {games.slice(0, SHOWN).map((game) => (
        <ResumeLink key={game.gameId} game={game} />
      ))}
      {games.length > SHOWN && (
        <RouteLink class="resume button small" to={{ page: 'games' }}>
          {t('lobby.resume.more', { n: games.length - SHOWN })}
        </RouteLink>
      )}
    </nav>
  );
}
