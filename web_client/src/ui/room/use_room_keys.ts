import type { Side } from '../../protocol/types';
import { formatClock, timeLeft } from '../../state/clock';
import { useKeys } from '../core/use_keys';
import { useServices } from '../services/services';
import type { Sheets } from './model/sheets';
import type { RoomController } from './model/room_controller';

/**
 * The keys of a room: f, z, c, / and ? wherever the focus is, but in a field. All other letters, and these with Shift,
 * belong to the board while it has the focus, and lead to the next piece of their kind (Shift C to a cannon); so do
 * arrows, Home, End and Escape.
 */
export function useRoomKeys(ctrl: RoomController, sheets: Sheets): void {
  const { preferences } = useServices();
  const { model } = ctrl;
  useKeys(
    {
      f: () => ctrl.flip(),
      z: () => ctrl.toggleZen(),
      c: () => ctrl.announce(clocksInWords(ctrl, preferences.t)),
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
    [ctrl],
  );
}

type Words = ReturnType<typeof useServices>['preferences']['t'];

/** Both clocks for screen readers, as their faces show them; asked for by a key, because they change all the time. */
function clocksInWords(ctrl: RoomController, t: Words): string {
  const { game } = ctrl.room.value.full;
  const left = (side: Side): string | null => {
    const face = ctrl.clockFace(side);
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
