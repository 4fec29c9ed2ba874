import { tournamentWords as words } from '../../i18n/areas/tournament_words';
import { createTournament, fetchTournaments } from '../../protocol/tournaments';
import type { GameName } from '../../protocol/types';
import { singleClick } from '../core/in_flight';
import { leadOn } from '../core/lead_on';
import { useAsync } from '../core/use_async';
import { useSubmit } from '../core/use_submit';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { useWhy } from './use_why';

export { words, Evening as view };

const MOST_LINKS = 3;
/** As many rounds as fit, and ten minutes for each player. */
const TERMS = { format: 'swiss', rounds: 0, initialMs: 600_000, incrementMs: 0 } as const;

/** For the host of a server on a local network: a tournament at one press, and those that there are. */
function Evening({ game }: { game: GameName }) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const why = useWhy();
  const { value: lists, error } = useAsync(fetchTournaments, []);
  const { busy, submit } = useSubmit(async () => {
    const lead = leadOn(navigation);
    try {
      const day = new Intl.DateTimeFormat(preferences.settings.value.language, { dateStyle: 'medium' });
      const name = t('tournament.evening.name', { day: day.format() });
      const { id } = await createTournament(account.token, { ...TERMS, name, game });
      lead({ page: 'tournaments', id, hall: true });
    } catch (error) {
      toasts.showError(error, why);
    }
  });
  const others = [...(lists?.open ?? []), ...(lists?.running ?? [])].slice(0, MOST_LINKS);
  return (
    <section class="card side-card" aria-busy={!lists && error === null}>
      <h2>{t('tournament.evening')}</h2>
      <button class="button primary" aria-busy={busy} onClick={singleClick(() => void submit())}>
        {t('tournament.evening.make')}
      </button>
      {others.map(({ id, name }) => (
        <RouteLink key={id} class="button" to={{ page: 'tournaments', id }}>
          <span class="cut">{name}</span>
        </RouteLink>
      ))}
    </section>
  );
}
