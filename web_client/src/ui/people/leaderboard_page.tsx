import pagesStyle from '../../style/pages.css?inline';
import { useState } from 'preact/hooks';
import { peopleWords as words } from '../../i18n/areas/people_words';
import { fetchLeaders, type Leader } from '../../protocol/people';
import { gameNames, type GameName } from '../../protocol/types';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { gameOptions, Segment } from '../parts/segment';
import { useAsync } from '../core/use_async';
import { useScrollRestoration } from '../core/use_scroll_restoration';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { adoptStyles } from '../core/style';

adoptStyles(pagesStyle);

export { words, LeaderboardPage as view };

const speeds = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
type RatedSpeed = (typeof speeds)[number];

type Who = 'people' | 'programs';

interface Choice {
  readonly game: GameName;
  readonly speed: RatedSpeed;
  readonly who: Who;
}

/** The server tells no more. */
const MOST = 100;

/** What the address asks for, as far as there is such a game and such a speed. */
function choiceOf(asked: Partial<Record<keyof Choice, string>>): Partial<Choice> {
  const game = gameNames.find((one) => one === asked.game);
  const speed = speeds.find((one) => one === asked.speed);
  return {
    ...(game && { game }),
    ...(speed && { speed }),
    ...(asked.who === 'programs' && { who: 'programs' as const }),
  };
}

/** The strongest players of a game at a speed; the choice stands in the address. `game`: the one that its path
 *  names. */
function LeaderboardPage({ game: named }: { game?: GameName | undefined }) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const [chosen, setChosen] = useState<Choice>(() => ({
    game: named ?? preferences.settings.peek().game,
    // A query says more than the path, which names the game alone.
    speed: 'blitz',
    who: 'people',
    ...choiceOf(navigation.query(['game', 'speed', 'who'])),
  }));
  const { game, speed, who } = chosen;
  const choose = (some: Partial<Choice>): void => {
    const now = { ...chosen, ...some };
    const { who: asked, ...usual } = now;
    navigation.setQuery(asked === 'programs' ? now : usual);
    setChosen(now);
  };
  const {
    value: leaders,
    error,
    retry,
  } = useAsync(() => fetchLeaders(game, speed, who === 'programs'), [game, speed, who]);
  useTitle(t('leaderboard.title'));
  useScrollRestoration(leaders !== null);
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('leaderboard.title')}</h1>
        <Segment<GameName>
          label={t('lobby.game')}
          options={gameOptions(t)}
          value={game}
          onChange={(one) => choose({ game: one })}
        />
        <Segment<RatedSpeed>
          label={t('leaderboard.speed')}
          options={speeds.map((one) => [one, t(`speed.${one}`)] as const)}
          value={speed}
          onChange={(one) => choose({ speed: one })}
        />
        <Segment<Who>
          label={t('leaderboard.player')}
          options={[
            ['people', t('leaderboard.people')],
            ['programs', t('leaderboard.programs')],
          ]}
          value={who}
          onChange={(one) => choose({ who: one })}
        />
      </div>
      <section class="card list-card" aria-busy={leaders === null && error === null}>
        {error !== null && <LoadError error={error} onRetry={retry} />}
        {leaders?.length === 0 && <p class="empty">{t('leaderboard.none')}</p>}
        {leaders && leaders.length > 0 && <Leaders leaders={leaders} />}
        {leaders?.length === MOST && <p class="empty">{t('leaderboard.best', { n: MOST })}</p>}
      </section>
    </main>
  );
}

/** In the server's order; ranks are counted here. */
function Leaders({ leaders }: { leaders: readonly Leader[] }) {
  const { t } = useServices().preferences;
  return (
    <table class="leaders">
      <thead>
        <tr>
          <th scope="col">{t('leaderboard.rank')}</th>
          <th scope="col">{t('leaderboard.player')}</th>
          <th scope="col">{t('leaderboard.rating')}</th>
          <th scope="col">{t('leaderboard.games')}</th>
        </tr>
      </thead>
      <tbody>
        {leaders.map((leader, index) => (
          <tr key={leader.name}>
            <td>{index + 1}</td>
            <td class="player-name">
              <RouteLink to={{ page: 'player', name: leader.name }}>
                <b>{leader.name}</b>
              </RouteLink>
            </td>
            <td>{Math.round(leader.rating)}</td>
            <td>{leader.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
