import { useEffect, useState } from 'preact/hooks';
import { fetchTournament, type Tournament } from '../../protocol/tournaments';
import { forgetList } from '../core/use_pages';
import { useServices } from '../services/services';

/** How often a page that is in sight asks whether anything has changed. */
const EVERY_MS = 5_000;
/** On a line that stalls it does not ask on and on: answers are waited for a minute. */
const MOST_AT_ONCE = 3;

/**
 * A tournament as it goes on, and one of its rounds; 0: the last, `all`: what an arena plays. It asks by itself while
 * it is shown and in sight; the answer is empty where nothing has changed, and dropped where a newer one was faster. It
 * asks at once when it comes into sight again. While a form of TableRuling is open, the round stays as it is. `readAt`
 * is when the answer came (`Date.now`, which goes on while a machine sleeps). `refresh` asks at once, after something
 * was done.
 */
export function useTournament(id: string, round: number | 'all', everyMs = EVERY_MS) {
  const { account } = useServices();
  const user = account.user.value?.id ?? null;
  const [told, setTold] = useState<{ tournament: Tournament; readAt: number; asked: unknown } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isAsked = true;
    let version = 0;
    let awaited = 0;
    const look = async (): Promise<void> => {
      ++awaited;
      try {
        const fresh = await fetchTournament(account.token, id, round, version);
        if (!isAsked) return;
        setError(null);
        if (!fresh || fresh.version < version) return;
        const isHeld = document.querySelector('.table-ruling[open]');
        // All of it again, until it is shown.
        version = isHeld ? 0 : fresh.version;
        setTold((before) => {
          const { round: shown, paired } = isHeld && before?.asked === round ? before.tournament : fresh;
          return { tournament: { ...fresh, round: shown, paired }, readAt: Date.now(), asked: round };
        });
      } catch (failure) {
        if (isAsked) setError(failure);
      } finally {
        --awaited;
      }
    };
    void look();
    const lookIfSeen = (): void => {
      if (!document.hidden) void look();
    };
    const timer = setInterval(() => {
      if (awaited < MOST_AT_ONCE) lookIfSeen();
    }, everyMs);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      isAsked = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [id, round, user, looks]);
  return {
    tournament: told?.tournament ?? null,
    readAt: told?.readAt ?? 0,
    error,
    refresh: () => {
      forgetList();
      setLooks((before) => before + 1);
    },
  };
}
