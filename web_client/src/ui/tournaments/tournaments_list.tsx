import { useState } from 'preact/hooks';
import {
  createTournament,
  fetchTournaments,
  type TournamentForm,
  type TournamentLine,
} from '../../protocol/tournaments';
import { leadOn } from '../core/lead_on';
import { usePages } from '../core/use_pages';
import { useTitle } from '../core/use_title';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';
import { TournamentFields } from './tournament_fields';
import { TournamentRows } from './tournament_rows';

const phases = ['open', 'running', 'finished'] as const;

/** Those to join, those being played, and those that are over, page by page. */
export function TournamentsList() {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const [making, make] = useState(false);
  const pages = usePages<TournamentLine>('tournaments', async (from) => {
    const { cursor = null, ...lists } = await fetchTournaments(from);
    return { items: phases.flatMap((phase) => lists[phase].map((one) => ({ ...one, phase }))), cursor };
  });
  const { items, failure, loading } = pages;
  useTitle(t('games.tournaments'));
  const create = async (form: TournamentForm): Promise<void> => {
    const lead = leadOn(navigation);
    const { id } = await createTournament(account.token, form);
    lead({ page: 'tournaments', id });
  };
  return (
    <main class="page" aria-busy={loading}>
      <div class="card-head">
        <h1>{t('games.tournaments')}</h1>
        <button class="button primary" aria-expanded={making} onClick={() => make(!making)}>
          {t('tournament.new')}
        </button>
      </div>
      {making && <TournamentFields onSave={create} onClose={() => make(false)} />}
      {/* Together, when they have their heights: nothing moves then. */}
      {(items.length > 0 || (!loading && failure === null)) &&
        phases.map((phase) => {
          const listed = items.filter((one) => one.phase === phase);
          return (
            <section key={phase} class="card list-card" aria-labelledby={`tournaments-${phase}`}>
              <h2 id={`tournaments-${phase}`}>{t(`tournament.phase.${phase}`)}</h2>
              {listed.length === 0 && <p class="empty">{t('tournament.none')}</p>}
              <TournamentRows tournaments={listed} />
            </section>
          );
        })}
      <ListEnd {...pages} />
    </main>
  );
}
