import type { Side } from '../../protocol/types';
import { formatClock, timeLeft } from '../../state/clock';
import { useKeys } from '../core/use_keys';
import { useServices } from '../services/services';
import type { Sheets } from './model/sheets';
import type { Table } from './model/room_controller';

/**
 * The keys of a room: f, z, c, / and ? wherever the focus is, but in a field. All other letters, and these with Shift,
 * belong to the board while it has the focus, and lead to the next piece of their kind (Shift C to a cannon); so do
 * arrows, Home, End and Escape.
 */
export function useRoomKeys(table: Table, sheets: Sheets): void {
  const { preferences } = useServices();
  const { model } = table;
  useKeys(
    {
      f: () => table.turn(),
      z: () => table.toggleZen(),
      c: () => table.announce(clocksInWords(table, preferences.t)),
      '/': () => document.querySelector<HTMLElement>('[data-key="/"]')?.focus(),
      '?': () => sheets.openPanel('keys'),
    },
    {
      arrowleft: () => model.browse(model.shownPly.value - 1),
      arrowright: () => model.browse(model.shownPly.value + 1),
      home: () => model.browse(0),
      end: () => model.browse(Infinity),
      escape: () => model.command({ do: 'withdrawPremove' }),
    },
    [table],
  );
}

type Words = ReturnType<typeof useServices>['preferences']['t'];

function clocksInWords(table: Table, t: Words): string {
  const { game } = table.room.value.full;
  const left = (side: Side): string | null => {
    const face = table.face(side);
    return face && formatClock(timeLeft(face.shown));
  };
  const [firstTime, secondTime] = [left('first'), left('second')];
  if (firstTime === null || secondTime === null) return t('room.noClock');
  return t('room.clocks', {
    first: t(`side.${game}.first`),
    firstTime,
    second: t(`side.${game}.second`),
    secondTime,
  });
}
