import { useEffect, useState } from 'preact/hooks';
import { fetchGames } from '../../protocol/http';
import type { GameSummary } from '../../protocol/types';
import { To } from '../parts/to';
import { Failure } from '../parts/failure';
import { GameRow } from '../parts/game_row';
import { useServices } from '../services';

const SHOWN = 5;

/** The last games that ended, each a click away from its replay. */
export function RecentCard() {
  const { t } = useServices().preferences;
  const [games, setGames] = useState<readonly GameSummary[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = (): void => {
    setFailure(null);
    fetchGames({ status: 'finished', limit: String(SHOWN) }).then((list) => setGames(list.games), setFailure);
  };
  useEffect(load, []);
  return (
    <section class="card list-card" aria-labelledby="recent-title">
      <h2 id="recent-title">
        {t('lobby.recent')}
        <small>
          <To to={{ page: 'leaderboard' }}>{t('lobby.leaderboard')}</To> ·{' '}
          <To to={{ page: 'games' }}>{t('lobby.allGames')}</To>
        </small>
      </h2>
      {failure !== null && <Failure error={failure} onRetry={load} />}
      {games?.length === 0 && <p class="empty">{t('lobby.recent.none')}</p>}
      <ul class="rows">
        {games?.map((game) => (
          <GameRow key={game.gameId} game={game} />
        ))}
      </ul>
    </section>
  );
}
