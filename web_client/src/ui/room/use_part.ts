import { useComputed } from '@preact/signals';
import type { Room } from '../../state/room';
import type { Table } from './table';

/** A part of the room at `table`. Whoever reads parts only is not drawn again with every move. */
export const usePart = <T>(table: Table, part: (room: Room) => T): T =>
  useComputed(() => part(table.room.value)).value;
