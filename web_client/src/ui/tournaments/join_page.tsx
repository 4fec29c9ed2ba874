import { useEffect } from 'preact/hooks';
import { fetchTournaments, type TournamentLists } from '../../protocol/tournaments';
import { useAsync } from '../core/use_async';
import { LoadError } from '../parts/load_error';
import { useServices } from '../services/services';

export { JoinPage as view };

/** The one to join, else the one that is played; undefined where several could be meant. */
export function onlyOne({ open, running }: TournamentLists): string | undefined {
  const [one, ...others] = open.length > 0 ? open : running;
  return others.length === 0 ? one?.id : undefined;
}

/** Behind the short address on a screen: leads to the tournament of the evening, or to all. */
function JoinPage() {
  const { navigation } = useServices();
  const { value, error, retry } = useAsync(fetchTournaments, []);
  useEffect(() => {
    if (!value) return;
    const id = onlyOne(value);
    navigation.replace({ page: 'tournaments', ...(id !== undefined && { id }) });
  }, [value]);
  return (
    <main class="page" aria-busy={error === null}>
      {error !== null && <LoadError error={error} onRetry={retry} />}
    </main>
  );
}
