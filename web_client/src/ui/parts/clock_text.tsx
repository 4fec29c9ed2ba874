import { useEffect, useState } from 'preact/hooks';
import type { Clock, Side, TimeControl } from '../../protocol/types';
import { clockFace, formatClock, isLow, msToTextChange, type ClockFace } from '../../state/clock';

interface Props {
  readonly clock: Clock;
  readonly time: TimeControl;
  /** Whose turn it is. */
  readonly turn: Side;
  readonly side: Side;
  /** Server time. */
  readonly now: () => number;
}

/**
 * What a clock shows, drawn again exactly when its text changes, and not while the page is hidden. One timer for each
 * clock and bar that runs; an event of the game has another `clock`, which begins it anew.
 */
function useFace({ clock, time, turn, side, now }: Props): ClockFace {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (clock.running !== side) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      clearTimeout(timer);
      if (document.hidden) return;
      redraw((n) => n + 1);
      const { ms, moveMs } = clockFace({ clock, time, turn }, side, now());
      // Two figures may run, and neither waits for the other.
      const wait = Math.min(msToTextChange(ms), msToTextChange(moveMs ?? 0));
      if (wait !== Infinity) timer = setTimeout(tick, wait);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clock, time, turn, side]);
  return clockFace({ clock, time, turn }, side, now());
}

/** The figures of a clock, with its periods and the limit of the move. */
export function ClockText(
  props: Props & { moveLimit: (time: string) => string; periods: (n: number) => string },
) {
  const { clock, side } = props;
  const shown = useFace(props);
  const running = clock.running === side;
  const low = isLow(shown, props.time);
  const tone = running ? (low ? 'low' : 'on') : low ? 'low-waiting' : '';
  return (
    <span class="clock-box">
      <span class={`clock ${tone}`} role="timer">
        {formatClock(shown.ms)}
        {shown.periods !== null && <small>{props.periods(shown.periods)}</small>}
      </span>
      {running && shown.moveMs !== null && props.time.initial !== undefined && (
        <small class="move-limit">{props.moveLimit(formatClock(shown.moveMs))}</small>
      )}
    </span>
  );
}

/** How much is left of the main time, or of the byo-yomi period, as a thin bar. */
export function TimeBar(props: Props) {
  const { clock, time, side } = props;
  const shown = useFace(props);
  const days = time.days === undefined ? undefined : time.days * 86_400_000;
  const whole = (shown.inByoyomi ? time.byoyomi : (time.initial ?? time.perMove ?? days)) ?? 0;
  const share = Math.min(1, shown.ms / Math.max(1, whole));
  return (
    <span class={`time-bar ${clock.running === side ? 'on' : ''}`} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
