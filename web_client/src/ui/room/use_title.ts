import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isYourTurn } from '../../state/room';
import { useServices } from '../services';
import type { Table } from './table';

/** Says in the browser's tab whose move it is: many wait for an opponent in another tab. */
export function useTitle(table: Table): void {
  const { preferences } = useServices();
  useEffect(() => {
    const stop = effect(() => {
      const room = table.room.value;
      const yours = isYourTurn(room);
      const game = preferences.t(`game.${room.full.game}`);
      document.title = yours ? `● ${preferences.t('room.yourMove')} · ${game}` : `${game} · Sanqi 三棋`;
      setIcon(yours ? '/icon-turn.svg' : '/icon.svg');
    });
    return () => {
      stop();
      setIcon('/icon.svg');
    };
  }, [table]);
}

function setIcon(href: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', href);
}
