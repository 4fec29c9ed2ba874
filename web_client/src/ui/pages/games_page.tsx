import '../../style/pages.css';
import { useEffect, useState } from 'preact/hooks';
import { people } from '../../i18n/en/people';
import { fetchGames } from '../../protocol/http';
import type { GameName, GameSummary } from '../../protocol/types';
import { GameRow } from '../parts/game_row';
import { Segment } from '../parts/segment';
import { useServices } from '../services';

export { people as english };

const PAGE = 20;

/** The archive: all finished games, newest first. */
export function GamesPage() {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const [game, setGame] = useState<GameName | 'all'>('all');
  const [player, setPlayer] = useState('');
  const [games, setGames] = useState<readonly GameSummary[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [loading, setLoading] = useState(true);

  const load = async (from: string | null): Promise<void> => {
    setLoading(true);
    const query = {
      status: 'finished',
      limit: String(PAGE),
      ...(game !== 'all' && { game }),
      ...(player && { player }),
      ...(from !== null && { cursor: from }),
    };
    try {
      const list = await fetchGames(query);
      setGames((before) => (from === null ? list.games : [...before, ...list.games]));
      setCursor(list.cursor ?? null);
    } catch (error) {
      toasts.fail(error);
    }
    setLoading(false);
  };
  useEffect(() => {
    document.title = `${t('games.title')} · Sanqi 三棋`;
    void load(null);
  }, [game, player]);

  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('games.title')}</h1>
        <Segment<GameName | 'all'>
          label={t('games.title')}
          options={[
            ['all', t('games.all')],
            ['xiangqi', t('game.xiangqi')],
            ['gomoku', t('game.gomoku')],
            ['antireversi', t('game.antireversi')],
          ]}
          value={game}
          onChange={setGame}
        />
        <input
          class="input narrow"
          type="search"
          placeholder={t('games.search')}
          aria-label={t('games.search')}
          onChange={(event) => setPlayer(event.currentTarget.value.trim())}
        />
      </div>
      <section class="card list-card" aria-busy={loading}>
        {!loading && games.length === 0 && <p class="empty">{t('games.none')}</p>}
        <ul class="rows">
          {games.map((one) => (
            <GameRow key={one.gameId} game={one} />
          ))}
        </ul>
        {cursor !== null && (
          <button class="button more" disabled={loading} onClick={() => void load(cursor)}>
            {t('games.more')}
          </button>
        )}
      </section>
    </main>
  );
}
