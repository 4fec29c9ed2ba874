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
      if (yours && document.hidden && preferences.settings.peek().notify) notify(document.title);
    });
    return () => {
      stop();
      setIcon('/icon.svg');
    };
  }, [table]);
}

/** A message of the system, for a visitor who asked for it. One tag: the next one takes the place of the last. */
function notify(title: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { icon: '/icon-turn.svg', tag: 'sanqi-turn' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

function setIcon(href: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', href);
}
