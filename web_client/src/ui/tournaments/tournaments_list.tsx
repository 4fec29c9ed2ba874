import { useState } from 'preact/hooks';
import {
  createTournament,
  fetchTournaments,
  type TournamentForm,
  type TournamentLine,
} from '../../protocol/tournaments';
import { useAsync } from '../core/use_async';
import { useTitle } from '../core/use_title';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { TournamentFields } from './tournament_fields';

const phases = ['open', 'running', 'finished'] as const;

/** Those to join, those being played, and the last that are over. */
export function TournamentsList() {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const [making, make] = useState(false);
  const { value, error, retry } = useAsync(fetchTournaments, []);
  useTitle(t('games.tournaments'));
  const create = async (form: TournamentForm): Promise<void> => {
    const { id } = await createTournament(account.token, form);
    navigation.to({ page: 'tournaments', id });
  };
  return (
    <main class="page" aria-busy={!value && error === null}>
      <div class="card-head">
        <h1>{t('games.tournaments')}</h1>
        <button class="button primary" aria-expanded={making} onClick={() => make(!making)}>
          {t('tournament.new')}
        </button>
      </div>
      {making && <TournamentFields onSave={create} onClose={() => make(false)} />}
      {error !== null && <LoadError error={error} onRetry={retry} />}
      {/* Together, when they have their heights: nothing moves then. */}
      {value &&
        phases.map((phase) => (
          <section key={phase} class="card list-card" aria-labelledby={`tournaments-${phase}`}>
            <h2 id={`tournaments-${phase}`}>{t(`tournament.phase.${phase}`)}</h2>
            {value[phase].length === 0 && <p class="empty">{t('tournament.none')}</p>}
            <Rows tournaments={value[phase]} />
          </section>
        ))}
    </main>
  );
}

/** In the server's order. */
function Rows({ tournaments }: { tournaments: readonly TournamentLine[] }) {
  const { t } = useServices().preferences;
  return (
    <ul class="rows">
      {tournaments.map(({ id, name, game, director }) => (
        <li key={id} class="game-row tournament-row">
          <RouteLink class="row-link" to={{ page: 'tournaments', id }}>
            <b>{name}</b>
          </RouteLink>
          <span class="tag">{t(`game.${game}`)}</span>
          <span class="muted">{t('tournament.director', { name: director })}</span>
        </li>
      ))}
    </ul>
  );
}
