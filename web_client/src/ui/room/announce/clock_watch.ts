import { isLow } from '../../../state/clock';
import { ClockAlarm, msToAlarm, type Alarm } from '../../../state/clock_alarm';
import type { RoomController } from '../model/room_controller';

/**
 * Watches the visitor's own clock while it runs, whether the page is seen or not, until the returned function is
 * called. It looks at each change of the room, and by one timer when something may be due next; browsers put that off
 * on hidden pages, so that what it says may be late, never early. Also keeps `lowTime` of the controller.
 */
export function watchClock(ctrl: RoomController, tell: (alarm: Alarm) => void): () => void {
  const clock = new ClockAlarm();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    const { you } = ctrl.room.value.full;
    const runs = you !== null && ctrl.room.value.state.clock?.running === you;
    const own = runs ? ctrl.clockFace(you) : null;
    ctrl.setLowTime(own !== null && isLow(own.shown, own.time));
    if (!own) return;
    for (const alarm of clock.update(own.shown, own.time)) tell(alarm);
    timer = setTimeout(look, msToAlarm(own.shown, own.time));
  };
  const stop = ctrl.room.subscribe(look);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
