import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchGames } from '../../protocol/http';
import type { GameSummary } from '../../protocol/types';
import { savedScroll } from '../services/navigation';
import { GameRow } from './game_row';
import { LoadError } from '../parts/load_error';
import { useScrollRestoration } from '../core/use_scroll_restoration';
import { useServices } from '../services/services';
import { activeFilters, queryOf, type Filter } from './filter';

/** The list as it was when its page was left: Back shows it again, without a request. */
interface SavedList {
  readonly question: string;
  readonly games: readonly GameSummary[];
  readonly cursor: string | null;
}
let savedList: SavedList | null = null;

/** The list of this query as it was left; null where the page was not come back to. */
const savedListOf = (question: string): SavedList | null =>
  savedScroll() !== null && savedList?.question === question ? savedList : null;

/** Games of the archive that `filter` asks for, newest first, page by page. */
function useArchive(filter: Filter) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const mine = filter.mine === '' ? null : user;
  // The user matters: private games are listed for their players.
  const question = JSON.stringify([filter, user]);
  const [restored] = useState(() => savedListOf(question));
  const isRestored = useRef(restored !== null);
  const [failure, setFailure] = useState<unknown>(null);
  const [games, setGames] = useState(restored?.games ?? []);
  const [cursor, setCursor] = useState(restored?.cursor ?? null);
  const [loading, setLoading] = useState(!restored);
  const asked = useRef(question);
  const load = async (from: string | null): Promise<void> => {
    asked.current = question;
    setLoading(true);
    setFailure(null);
    try {
      const list = await fetchGames(queryOf(filter, mine, from), account.token);
      // An answer to an older question is no answer.
      if (asked.current !== question) return;
      setGames((before) => (from === null ? list.games : [...before, ...list.games]));
      setCursor(list.cursor ?? null);
    } catch (error) {
      if (asked.current !== question) return;
      if (from === null) setGames([]);
      setFailure(error);
    }
    setLoading(false);
  };
  const waitsForUser = filter.mine !== '' && user === null;
  useEffect(() => {
    if (!waitsForUser && !isRestored.current) void load(null);
    isRestored.current = false;
  }, [question, waitsForUser]);
  useScrollRestoration(restored !== null);
  useEffect(() => {
    if (!loading && failure === null) savedList = { question, games, cursor };
  }, [loading, games]);
  return { games, cursor, failure, loading, load };
}

/** Why the list is empty: no games of that name, none that pass the filters, or none at all. */
function useNothing(filter: Filter): string {
  const { t } = useServices().preferences;
  const name = filter.player || filter.opponent;
  if (name !== '') return t('games.noneOf', { name });
  const isNarrowed = Object.keys(activeFilters({ ...filter, mine: '' })).length > 0;
  return t(isNarrowed ? 'games.noneSuch' : 'games.none');
}

export function GameList({ filter }: { filter: Filter }) {
  const { t } = useServices().preferences;
  const { games, cursor, failure, loading, load } = useArchive(filter);
  const nothing = useNothing(filter);
  return (
    <section class="card list-card" aria-busy={loading}>
      {failure !== null && (
        <LoadError error={failure} onRetry={() => void load(games.length === 0 ? null : cursor)} />
      )}
      {!loading && failure === null && games.length === 0 && <p class="empty">{nothing}</p>}
      <ul class="rows">
        {games.map((one) => (
          <GameRow key={one.gameId} game={one} />
        ))}
      </ul>
      {cursor !== null && failure === null && (
        <button class="button more" disabled={loading} onClick={() => void load(cursor)}>
          {t('games.more')}
        </button>
      )}
    </section>
  );
}
