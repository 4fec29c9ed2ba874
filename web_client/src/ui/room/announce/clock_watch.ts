import { isLow } from '../../../state/clock';
import { ClockAlarm, msToAlarm, type Alarm } from '../../../state/clock_alarm';
import type { Table } from '../model/room_controller';

/** Watches the visitor's own clock while it runs, whether the page is seen or not, until the returned function is
 *  called. */
export function watchClock(table: Table, tell: (alarm: Alarm) => void): () => void {
  const clock = new ClockAlarm();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    const { you } = table.room.value.full;
    const runs = you !== null && table.room.value.state.clock?.running === you;
    const own = runs ? table.face(you) : null;
    table.hurry(own !== null && isLow(own.shown, own.time));
    if (!own) return;
    for (const alarm of clock.update(own.shown, own.time)) tell(alarm);
    timer = setTimeout(look, msToAlarm(own.shown, own.time));
  };
  const stop = table.room.subscribe(look);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
