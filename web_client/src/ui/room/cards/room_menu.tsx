import style from '../../../style/room_menu.css?inline';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { Panel } from '../../parts/panel';
import { RoomIcon, type RoomIconName } from '../../parts/room_icon';
import { RouteLink } from '../../parts/route_link';
import { adoptStyles } from '../../core/style';
import { useWords } from '../../services/services';
import { InfoCard } from './info_card';
import { view as HostTools } from './host_tools';
import type { Sheets } from '../model/sheets';
import type { RoomController } from '../model/room_controller';

adoptStyles(style);

export { words, RoomMenu as view };

interface Props {
  readonly ctrl: RoomController;
  readonly sheets: Sheets;
  /** Whether the visitor is a host of this room. */
  readonly canModerate: boolean;
}

/** All of a room that has no place beside a small board: what is played, by which rule, what the window shows, the way
 *  out. */
function RoomMenu({ ctrl, sheets, canModerate }: Props) {
  const { t } = useWords();
  return (
    <Panel class="room-menu" title={t('top.menu')} onClose={() => sheets.openPanel(null)}>
      <InfoCard ctrl={ctrl} />
      {canModerate && <HostTools ctrl={ctrl} />}
      <div class="menu-items">
        <Item icon="gear" text={t('top.settings')} onClick={() => sheets.openPanel('settings')} />
        <Item icon="key" text={t('keys.title')} onClick={() => sheets.openPanel('keys')} />
        <Item icon="eye" text={t('keys.zen')} on={ctrl.zen.value} onClick={() => ctrl.toggleZen()} />
        <FullScreen />
        <RouteLink to={{ page: 'lobby' }}>
          <RoomIcon name="previous" /> {t('top.back')}
        </RouteLink>
      </div>
    </Panel>
  );
}

interface ItemProps {
  readonly icon: RoomIconName;
  readonly text: string;
  /** Of what stays on until it is pressed again. */
  readonly on?: boolean;
  readonly onClick: () => void;
}

const Item = ({ icon, text, on, onClick }: ItemProps) => (
  <button class={on ? 'on' : ''} aria-pressed={on} onClick={onClick}>
    <RoomIcon name={icon} /> {text}
  </button>
);

/** Absent where the browser has none, as on an iPhone. */
function FullScreen() {
  const { t } = useWords();
  if (!document.fullscreenEnabled) return null;
  const toggle = (): void =>
    void (
      document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    ).catch(() => undefined);
  return <Item icon="board" text={t('menu.fullScreen')} onClick={toggle} />;
}
