import { useEffect, useState } from 'preact/hooks';
import type { Clock, Side, TimeControl } from '../../protocol/types';
import { face, formatClock, LOW_MS, nextChange, urgent, type Face } from '../../state/clock';

interface Props {
  readonly clock: Clock;
  readonly time: TimeControl;
  readonly side: Side;
  /** Server time. */
  readonly now: () => number;
  /** Whether this clock runs and is nearly used up; called on each change. */
  readonly onLow?: ((low: boolean) => void) | undefined;
}

/** The face of a running clock, drawn again exactly when its text changes, and not at all while nobody sees it. */
function useFace({ clock, time, side, now }: Props): Face {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (clock.running !== side) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      clearTimeout(timer);
      if (document.hidden) return;
      redraw((n) => n + 1);
      const wait = nextChange(urgent(face(clock, time, side, now())));
      if (wait !== Infinity) timer = setTimeout(tick, wait);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clock, side]);
  return face(clock, time, side, now());
}

export function ClockText(
  props: Props & { moveLimit: (time: string) => string; periods: (n: number) => string },
) {
  const { clock, side } = props;
  const shown = useFace(props);
  const running = clock.running === side;
  const low = urgent(shown) < LOW_MS && props.time.initial !== undefined;
  useEffect(() => {
    props.onLow?.(low && running);
  }, [low && running]);
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

/** How much of the main time is left, as a thin bar. */
export function TimeBar({ clock, time, side, now }: Props) {
  const shown = useFace({ clock, time, side, now });
  const whole = time.initial ?? time.perMove ?? 1;
  const share = Math.min(1, shown.inByoyomi ? 0 : shown.ms / whole);
  return (
    <span class={`time-bar ${clock.running === side ? 'on' : ''}`} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
