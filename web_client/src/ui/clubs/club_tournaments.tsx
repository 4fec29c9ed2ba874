import { fetchClubTournaments } from '../../protocol/clubs';
import type { TournamentLine } from '../../protocol/tournaments';
import { usePages } from '../core/use_pages';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';
import { TournamentRows } from '../tournaments/tournament_rows';

/** Those of a club, whatever became of them, newest first. */
export function ClubTournaments({ id }: { id: string }) {
  const { t } = useServices().preferences;
  const pages = usePages<TournamentLine>(`tournaments of ${id}`, async (from) => {
    const { tournaments, cursor: next } = await fetchClubTournaments(id, from);
    return { items: tournaments, cursor: next };
  });
  const { items, failure, loading } = pages;
  return (
    <section class="card list-card" aria-labelledby="club-tournaments" aria-busy={loading}>
      <h2 id="club-tournaments">{t('games.tournaments')}</h2>
      {!loading && failure === null && items.length === 0 && <p class="empty">{t('tournament.none')}</p>}
      <TournamentRows tournaments={items} withPhase />
      <ListEnd {...pages} />
    </section>
  );
}
