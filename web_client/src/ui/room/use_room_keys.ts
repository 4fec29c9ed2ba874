import { useEffect } from 'preact/hooks';
import type { Table } from './table';

/** Whether a key belongs to what is focused: a field that is typed in, or the grid of the board. */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  (event.target instanceof Element &&
    event.target.closest('input, select, textarea, [role="grid"]') !== null);

/** Arrows, Home and End browse the moves; f turns the board. */
export function useRoomKeys(table: Table): void {
  useEffect(() => {
    const { model } = table;
    const deeds: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => model.browse(model.shownPly.value - 1),
      ArrowRight: () => model.browse(model.shownPly.value + 1),
      Home: () => model.browse(0),
      End: () => model.browse(Infinity),
      f: () => table.turn(),
    };
    const press = (event: KeyboardEvent): void => {
      const deed = deeds[event.key];
      if (!deed || isTaken(event)) return;
      event.preventDefault();
      deed();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [table]);
}
