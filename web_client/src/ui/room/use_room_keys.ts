import { useLayoutEffect } from 'preact/hooks';
import { formatClock } from '../../state/clock';
import { isTaken } from '../parts/keys';
import { useServices } from '../services/services';
import type { Table } from './table';

/** Arrows, Home and End browse the moves; f turns the board; z leaves nothing beside it but moves and clocks; c says the
 *  clocks; / leads to the field for typed moves. They are there with the page, not only after its paint. */
export function useRoomKeys(table: Table): void {
  const { preferences } = useServices();
  useLayoutEffect(() => {
    const { model } = table;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => model.browse(model.shownPly.value - 1),
      ArrowRight: () => model.browse(model.shownPly.value + 1),
      Home: () => model.browse(0),
      End: () => model.browse(Infinity),
      Escape: () => model.command({ do: 'withdrawPremove' }),
      f: () => table.turn(),
      z: () => document.documentElement.toggleAttribute('data-zen'),
      c: () => table.say(clocksInWords(table, preferences.t)),
      '/': () => document.querySelector<HTMLElement>('[data-key="/"]')?.focus(),
    };
    const press = (event: KeyboardEvent): void => {
      const action = actions[event.key];
      // Whoever speaks to the machine may say a letter: single keys can be switched off, Escape and arrows stay.
      const single = event.key.length === 1 && !preferences.settings.peek().shortcuts;
      if (!action || single || isTaken(event)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      document.documentElement.removeAttribute('data-zen');
    };
  }, [table]);
}

type Words = ReturnType<typeof useServices>['preferences']['t'];

function clocksInWords(table: Table, t: Words): string {
  const { game } = table.room.value.full;
  const [firstTime, secondTime] = [table.left('first'), table.left('second')];
  if (firstTime === null || secondTime === null) return t('room.noClock');
  return t('room.clocks', {
    first: t(`side.${game}.first`),
    firstTime: formatClock(firstTime),
    second: t(`side.${game}.second`),
    secondTime: formatClock(secondTime),
  });
}
