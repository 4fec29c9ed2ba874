import { useEffect, useMemo } from 'preact/hooks';
import { isYourTurn } from '../../../state/room';
import { notify } from '../../services/notify';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

/** Says in the browser's tab whose move it is: many wait for an opponent in another tab. After the board shows it: the
 *  browser takes milliseconds for a title. */
export function TabTitle({ ctrl }: { ctrl: RoomController }): null {
  const { preferences } = useServices();
  const yours = useSelector(ctrl, isYourTurn);
  const game = preferences.t(`game.${ctrl.game.id}`);
  const title = yours ? `● ${preferences.t('nav.yourMove')} · ${game}` : `${game} · Sanqi 三棋`;
  const usual = useMemo(() => iconLink()?.getAttribute('href') ?? '', []);
  useEffect(() => {
    document.title = title;
    iconLink()?.setAttribute('href', yours ? '/icon-turn.svg' : usual);
    if (yours && preferences.settings.peek().notify) void notify(title);
  }, [title]);
  // The title is that of the next page, which sets its own; no other page sets the icon.
  useEffect(() => () => iconLink()?.setAttribute('href', usual), []);
  return null;
}

const iconLink = (): Element | null => document.querySelector('link[rel="icon"]');
