import pagesStyle from '../../style/pages.css?inline';
import { peopleWords } from '../../i18n/areas/people_words';
import { gameNames } from '../../protocol/types';
import { emptyLobby, liveGames } from '../../state/lobby';
import { lobbyWords } from '../../i18n/areas/lobby_words';
import { together } from '../../i18n/together';
import { LiveGame } from './live_card';
import { useLobby } from './use_lobby';
import { DemoGame } from './demo_game';
import { demoGames } from './demo_games';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { adoptStyles } from '../core/style';

adoptStyles(pagesStyle);

const words = together(peopleWords, lobbyWords);

export { words, WatchPage as view };

/** As many boards as the protocol lets one watch. */
const BOARDS = 16;

/** All games that are being played, the first of them with moving boards. */
function WatchPage() {
  const services = useServices();
  const { t } = services.preferences;
  useTitle(t('watch.title'));
  const model = useLobby(BOARDS);
  const lobby = model.lobby.value;
  const games = liveGames(lobby);
  // What is not told yet is not empty.
  const isQuiet = lobby !== emptyLobby && games.length === 0;
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('watch.title')}</h1>
      </div>
      {isQuiet && <p class="card empty">{t('lobby.live.none')}</p>}
      <div class="watch-grid live-column">
        {isQuiet &&
          gameNames.map((game) => {
            const moves = demoGames[game];
            return moves && <DemoGame key={game} game={game} moves={moves} />;
          })}
        {games.map((game) => (
          <section key={game.gameId} class="card side-card">
            <LiveGame game={game} model={model} />
          </section>
        ))}
      </div>
    </main>
  );
}
