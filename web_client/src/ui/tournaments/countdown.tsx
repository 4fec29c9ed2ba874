import { formatSeconds } from '../../state/clock';
import { useTicker } from '../core/use_ticker';
import { useWords } from '../services/services';

/** What is further away is the end of an arena. */
const SOON_MS = 120_000;

interface Props {
  /** Milliseconds, as they were at `readAt` (`Date.now`). */
  readonly ms: number | undefined;
  readonly readAt: number;
}

/** How long until the next round, in whole seconds, if it is near. */
export function Countdown({ ms = SOON_MS, readAt }: Props) {
  const { t } = useWords();
  useTicker(500);
  if (ms >= SOON_MS) return null;
  const left = Math.max(0, readAt + ms - Date.now());
  return <span role="timer">{t('tournament.nextIn', { time: formatSeconds(left) })}</span>;
}
