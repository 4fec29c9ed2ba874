import { computed } from '@preact/signals';
import type { Room } from '../../../state/room';
import type { RoomController } from './room_controller';

/** A part of the room, as a selector of Redux: the component is drawn again only when that part is another value. It is
 *  computed anew with each drawing, because `part` may depend on properties. */
export const useSelector = <T>(ctrl: RoomController, part: (room: Room) => T): T =>
  computed(() => part(ctrl.room.value)).value;
