import { formatClock } from '../../state/clock';
import { useTicker } from '../core/use_ticker';
import { useWords } from '../services/services';

interface Props {
  /** Milliseconds, as they were at `readAt` (`performance.now`). */
  readonly ms: number;
  readonly readAt: number;
}

const TENTHS = 10_000;

/** How long until the next round, in whole seconds. */
export function Countdown({ ms, readAt }: Props) {
  const { t } = useWords();
  useTicker(500);
  const left = Math.max(0, readAt + ms - performance.now());
  // Tenths, which clocks show in their last seconds, would be no news here.
  const seconds = Math.ceil(left / 1_000);
  const time = left < TENTHS ? `0:0${seconds}` : formatClock(left);
  return <span role="timer">{t('tournament.nextIn', { time: seconds === 10 ? '0:10' : time })}</span>;
}
