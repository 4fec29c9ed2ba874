import type { PlayingGame } from '../../protocol/server_messages';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services';

/** More would push the lobby itself out of sight. */
const SHOWN = 3;

/** The way back into games that are not over; those that wait for the visitor first. Stands in a line that is there anyway:
 *  that it comes late moves nothing. */
export function ResumeBanner() {
  const { account, preferences } = useServices();
  const games = account.playing.value.toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn));
  if (games.length === 0) return null;
  return (
    <nav class="resumes" aria-label={preferences.t('lobby.resumeDo')}>
      {games.slice(0, SHOWN).map((game) => (
        <Resume key={game.gameId} game={game} />
      ))}
    </nav>
  );
}

/** Nobody else may be called that. */
const botLevel = (name: string | null): number | null => Number(/^Bot (\d)$/.exec(name ?? '')?.[1]) || null;

function Resume({ game }: { game: PlayingGame }) {
  const { t } = useServices().preferences;
  const { gameId, opponent, yourTurn } = game;
  const level = botLevel(opponent);
  const name = level === null ? (opponent ?? '') : t('room.computerLevel', { n: level });
  const named = { game: t(`game.${game.game}`), name };
  const key =
    opponent === null ? 'lobby.resume.nobody' : yourTurn ? 'lobby.resume.turn' : 'lobby.resume.theirs';
  return (
    <RouteLink
      class={`resume button small ${yourTurn ? 'jade' : ''}`}
      to={{ page: 'room', gameId }}
      title={t('lobby.resumeDo')}
    >
      <span class={`dot ${yourTurn ? '' : 'off'}`} />
      {t(key, named)}
    </RouteLink>
  );
}
