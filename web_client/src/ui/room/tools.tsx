import { useState } from 'preact/hooks';
import { lazy, nothing } from '../core/lazy';
import { SettingsPanel } from '../frame/settings';
import { IconButton } from '../parts/icon_button';
import { useWords } from '../services/services';
import { RoomMenu } from './cards/later';
import type { Sheets } from './model/sheets';
import type { RoomController } from './model/room_controller';

/** What is chosen at the board itself: fetched when it is opened for the first time. */
const BoardMenu = lazy(() => import('../frame/board_menu'), nothing);

/** Turns the board for this page only. */
export function FlipTool({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  return <IconButton icon="flip" label={t('do.flip')} onClick={() => ctrl.flip()} />;
}

/** Opens the choices of pieces and wood, beside the board that shows them. */
export function BoardTool({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="board" label={t('settings.board')} expanded={open} onClick={() => setOpen(!open)} />
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
      <IconButton
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
