import { useState } from 'preact/hooks';
import { BoardMenu, SettingsPanel } from '../frame/settings';
import { RoomIcon, type RoomIconName } from '../parts/room_icon';
import { useWords } from '../services/services';
import { RoomMenu } from './cards/later';
import type { Sheets } from './model/sheets';
import type { RoomController } from './model/room_controller';

interface ToolProps {
  readonly icon: RoomIconName;
  readonly label: string;
  readonly expanded?: boolean;
  readonly onClick: () => void;
}

/** A button with an icon; `label` is its tooltip and its name for screen readers. */
export function Tool({ icon, label, expanded, onClick }: ToolProps) {
  return (
    <button class="icon-button" aria-label={label} title={label} aria-expanded={expanded} onClick={onClick}>
      <RoomIcon name={icon} size={19} />
    </button>
  );
}

export function FlipTool({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  return <Tool icon="flip" label={t('do.flip')} onClick={() => ctrl.flip()} />;
}

/** Opens the choices of pieces and wood, beside the board that shows them. */
export function BoardTool({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tool icon="board" label={t('settings.board')} expanded={open} onClick={() => setOpen(!open)} />
      {open && <BoardMenu game={ctrl.game} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MenuToolProps {
  readonly ctrl: RoomController;
  readonly sheets: Sheets;
  readonly canModerate: boolean;
}

/** Opens the menu of the room, from which the settings are opened, too. */
export function MenuTool({ ctrl, sheets, canModerate }: MenuToolProps) {
  const { t } = useWords();
  const panel = sheets.panel.value;
  return (
    <>
      <Tool
        icon="more"
        label={t('top.menu')}
        expanded={panel === 'menu' || panel === 'settings'}
        onClick={() => sheets.openPanel(panel === 'menu' || panel === 'settings' ? null : 'menu')}
      />
      {panel === 'menu' && <RoomMenu ctrl={ctrl} sheets={sheets} canModerate={canModerate} />}
      {panel === 'settings' && <SettingsPanel onClose={() => sheets.openPanel(null)} />}
    </>
  );
}
