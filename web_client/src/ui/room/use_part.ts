import { computed } from '@preact/signals';
import type { Room } from '../../state/room';
import type { Table } from './table';

/** A part of the room at `table`. Whoever reads parts only is not drawn again with every move. Computed anew with each drawing,
 *  because `part` may depend on what is drawn: on a side, say. */
export const usePart = <T>(table: Table, part: (room: Room) => T): T =>
  computed(() => part(table.room.value)).value;
