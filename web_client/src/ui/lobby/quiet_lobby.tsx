import { qrUrl, fetchGame } from '../../protocol/records';
import { fetchLeaders } from '../../protocol/people';
import type { GameName } from '../../protocol/types';
import { MiniBoardView } from '../boards/mini_board_view';
import { ResumeLink, useUnfinished } from '../parts/resume_link';
import { RouteLink } from '../parts/route_link';
import { lazy } from '../core/lazy';
import { useAsync } from '../core/use_async';
import { useServices, useWords } from '../services/services';
import { DemoGame } from './demo_game';
import { demoGames } from './demo_games';

export { QuietLobby as view };

const LEADERS = 5;
const Evening = lazy(
  () => import('../tournaments/evening'),
  () => <p aria-busy="true" />,
);

interface Props {
  /** The game that is chosen. */
  readonly game: GameName;
  /** No game is being played. */
  readonly isQuiet: boolean;
}

/** What there is to see and to do where few people are: the room of a host's friends and their tournament, the game that
 *  was left, or one that plays itself, the best players, and the rules. */
function QuietLobby({ game, isQuiet }: Props) {
  const { account } = useServices();
  const hasOwn = useUnfinished().length > 0;
  const shown = demoGames[game];
  return (
    <>
      <ReadyRoom />
      {account.host.value && <Evening game={game} />}
      {hasOwn && <OwnGame />}
      {isQuiet && !hasOwn && shown && <DemoGame game={game} moves={shown} />}
      <Leaders game={game} />
      <More />
    </>
  );
}

/** Of a server on a local network, for its host. */
function ReadyRoom() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const code = account.readyCode.value;
  if (code === '') return null;
  return (
    <section class="card side-card ready-room">
      <h2>{t('lobby.ready')}</h2>
      <img class="qr" src={qrUrl(code)} width="148" height="148" alt="QR" />
      <RouteLink class="code" to={{ page: 'code', code }}>
        {code}
      </RouteLink>
    </section>
  );
}

/** The one that waits for the visitor, as it stands. */
function OwnGame() {
  const { t } = useWords();
  const own = useUnfinished()[0];
  const { value: record } = useAsync(own ? () => fetchGame(own.gameId) : null, [own?.gameId, own?.yourTurn]);
  if (!own) return null;
  return (
    <section class="card side-card">
      <h2>{t('lobby.yours')}</h2>
      <RouteLink class="live" to={{ page: 'room', gameId: own.gameId }} aria-label={t('lobby.resumeDo')}>
        <MiniBoardView game={record?.game ?? own.game} position={record?.state.pos ?? null} />
      </RouteLink>
      <ResumeLink game={own} />
    </section>
  );
}

/** Nothing while it is not known, and where it cannot be fetched: the lobby does without. */
function Leaders({ game }: Pick<Props, 'game'>) {
  const { t } = useWords();
  const { value: leaders } = useAsync(() => fetchLeaders(game, 'blitz'), [game]);
  if (!leaders || leaders.length === 0) return null;
  return (
    <section class="card side-card">
      <h2>
        {t('lobby.best', { game: t(`game.${game}`) })}
        <small>
          <RouteLink to={{ page: 'leaderboard', game }}>{t('nav.leaders')}</RouteLink>
        </small>
      </h2>
      <ol class="best">
        {leaders.slice(0, LEADERS).map(({ name, rating }) => (
          <li key={name}>
            <RouteLink class="cut" to={{ page: 'player', name }}>
              {name}
            </RouteLink>
            <b>{Math.round(rating)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

function More() {
  const { t } = useWords();
  return (
    <p class="row more-links">
      <RouteLink class="button" to={{ page: 'learn' }}>
        {t('lobby.learn')}
      </RouteLink>
      <RouteLink class="button" to={{ page: 'games' }}>
        {t('lobby.archive')}
      </RouteLink>
    </p>
  );
}
