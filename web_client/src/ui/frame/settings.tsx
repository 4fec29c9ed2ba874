import { lazy } from '../parts/lazy';

const nothing = (): null => null;

/** The panel of settings: fetched when it is opened for the first time. */
export const SettingsPanel = lazy(['settings'], () => import('./settings_panel'), nothing);

/** The same for what is chosen at the board itself. */
export const BoardMenu = lazy(['settings'], () => import('./board_menu'), nothing);
