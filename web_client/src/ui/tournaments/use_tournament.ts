import { useEffect, useState } from 'preact/hooks';
import { fetchTournament, type Tournament } from '../../protocol/tournaments';
import { useServices } from '../services/services';

/** How often a page that is in sight asks whether anything has changed. */
const EVERY_MS = 5_000;

/**
 * A tournament as it goes on, and one of its rounds; 0: the last. It asks by itself while it is shown and in sight;
 * the answer is empty where nothing has changed. `refresh` asks at once, after something was done.
 */
export function useTournament(id: string, round: number) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const [tournament, setTournament] = useState<Tournament | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isAsked = true;
    let version: number | undefined;
    const look = async (): Promise<void> => {
      try {
        const fresh = await fetchTournament(account.token, id, round, version);
        if (!isAsked) return;
        setError(null);
        if (!fresh) return;
        version = fresh.version;
        setTournament(fresh);
      } catch (failure) {
        if (isAsked) setError(failure);
      }
    };
    void look();
    const timer = setInterval(() => {
      if (!document.hidden) void look();
    }, EVERY_MS);
    return () => {
      isAsked = false;
      clearInterval(timer);
    };
  }, [id, round, user, looks]);
  return { tournament, error, refresh: () => setLooks((before) => before + 1) };
}
