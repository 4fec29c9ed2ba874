import { requestWakeLock } from '../../core/wake_lock';
import type { Preferences } from '../../services/preferences';
import type { RoomController } from '../model/room_controller';

/** Keeps the screen on while the visitor plays, until the returned function is called. */
export const holdWakeLock = (ctrl: RoomController, { settings }: Preferences): (() => void) =>
  requestWakeLock(() => {
    const { full, state } = ctrl.room.value;
    return settings.value.awake && full.you !== null && state.status === 'playing' && !state.paused;
  });
