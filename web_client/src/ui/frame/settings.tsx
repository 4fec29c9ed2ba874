import { lazy, nothing } from '../core/lazy';

/** The panel of settings: fetched when it is opened for the first time. */
export const SettingsPanel = lazy(() => import('./settings_panel'), nothing);

/** The same for what is chosen at the board itself. */
export const BoardMenu = lazy(() => import('./board_menu'), nothing);
