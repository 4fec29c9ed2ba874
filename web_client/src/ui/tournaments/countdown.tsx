import { formatSeconds } from '../../state/clock';
import { useTicker } from '../core/use_ticker';
import { useWords } from '../services/services';

interface Props {
  /** Milliseconds, as they were at `readAt` (`Date.now`). */
  readonly ms: number;
  readonly readAt: number;
}

/** How long until the next round, in whole seconds. */
export function Countdown({ ms, readAt }: Props) {
  const { t } = useWords();
  useTicker(500);
  const left = Math.max(0, readAt + ms - Date.now());
  return <span role="timer">{t('tournament.nextIn', { time: formatSeconds(left) })}</span>;
}
