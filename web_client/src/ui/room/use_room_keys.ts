import { useLayoutEffect } from 'preact/hooks';
import type { Side } from '../../protocol/types';
import { formatClock, urgent } from '../../state/clock';
import { isTaken } from '../parts/keys';
import { useServices } from '../services/services';
import type { Sheets } from './sheets';
import type { Table } from './table';

/** What a key means: with Shift a letter is another one, with a locked keyboard it is not. */
const meaning = ({ key, shiftKey }: KeyboardEvent): string => (shiftKey ? key : key.toLowerCase());

/**
 * The keys of a room, which KeysPanel lists. The rule: a single key is the page's wherever the focus is but in a field, and all
 * other letters, and those with Shift, are the board's, where they lead to the next piece of their kind (Shift and C to a cannon).
 * Arrows, Home, End and Escape are the board's while it has the focus. The keys are there with the page, not only after its paint.
 */
export function useRoomKeys(table: Table, sheets: Sheets): void {
  const { preferences } = useServices();
  useLayoutEffect(() => {
    const { model } = table;
    const single: Readonly<Record<string, () => void>> = {
      f: () => table.turn(),
      z: () => table.toggleZen(),
      c: () => table.say(clocksInWords(table, preferences.t)),
      '/': () => document.querySelector<HTMLElement>('[data-key="/"]')?.focus(),
      '?': () => sheets.openPanel('keys'),
    };
    const others: Readonly<Record<string, () => void>> = {
      arrowleft: () => model.browse(model.shownPly.value - 1),
      arrowright: () => model.browse(model.shownPly.value + 1),
      home: () => model.browse(0),
      end: () => model.browse(Infinity),
      escape: () => model.command({ do: 'withdrawPremove' }),
    };
    const follow = (event: KeyboardEvent, action: (() => void) | undefined): void => {
      if (!action || isTaken(event)) return;
      event.preventDefault();
      action();
    };
    // Whoever speaks to the machine may say a letter: single keys can be switched off, Escape and arrows stay.
    const pressSingle = (event: KeyboardEvent): void => {
      if (preferences.settings.peek().shortcuts) follow(event, single[meaning(event)]);
    };
    const pressOther = (event: KeyboardEvent): void => follow(event, others[event.key.toLowerCase()]);
    addEventListener('keydown', pressSingle, { capture: true });
    addEventListener('keydown', pressOther);
    return () => {
      removeEventListener('keydown', pressSingle, { capture: true });
      removeEventListener('keydown', pressOther);
    };
  }, [table]);
}

type Words = ReturnType<typeof useServices>['preferences']['t'];

function clocksInWords(table: Table, t: Words): string {
  const { game } = table.room.value.full;
  const left = (side: Side): string | null => {
    const face = table.face(side);
    return face && formatClock(urgent(face.shown));
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
