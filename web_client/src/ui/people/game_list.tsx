import { fetchGames } from '../../protocol/http';
import type { GameSummary } from '../../protocol/types';
import { GameRow } from './game_row';
import { ListEnd } from '../parts/list_end';
import { usePages } from '../core/use_pages';
import { useServices } from '../services/services';
import { activeFilters, queryOf, type Filter } from './filter';

/** Games of the archive that `filter` asks for, newest first, page by page. */
function useArchive(filter: Filter) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const mine = filter.mine === '' ? null : user;
  const waitsForUser = filter.mine !== '' && user === null;
  // The user matters: private games are listed for their players.
  const question = waitsForUser ? null : JSON.stringify([filter, user]);
  return usePages<GameSummary>(question, async (from) => {
    const { games, cursor = null } = await fetchGames(queryOf(filter, mine, from), account.token);
    return { items: games, cursor };
  });
}

/** Why the list is empty: no games of that name, none that pass the filters, or none at all. */
function useNothing(filter: Filter): string {
  const { t } = useServices().preferences;
  const name = filter.player || filter.opponent;
  if (name !== '') return t('games.noneOf', { name });
  const isNarrowed = Object.keys(activeFilters({ ...filter, mine: '' })).length > 0;
  return t(isNarrowed ? 'games.noneSuch' : 'games.none');
}

/** A list of the archive with its end: more games, none at all, or why they could not be fetched. */
export function GameList({ filter }: { filter: Filter }) {
  const { t } = useServices().preferences;
  const pages = useArchive(filter);
  const { items: games, cursor, failure, loading } = pages;
  const nothing = useNothing(filter);
  return (
    <section class="card list-card" aria-busy={loading}>
      {/* A page may be empty and not the last: so many games are looked at for each. */}
      {!loading && failure === null && games.length === 0 && (
        <p class="empty">{cursor === null ? nothing : t('games.further')}</p>
      )}
      <ul class="rows">
        {games.map((one) => (
          <GameRow key={one.gameId} game={one} />
        ))}
      </ul>
      <ListEnd {...pages} label={t('games.more')} />
    </section>
  );
}
