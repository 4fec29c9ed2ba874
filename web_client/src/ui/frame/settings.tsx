import { lazy } from '../parts/lazy';

/** The panel of settings: fetched when it is opened for the first time. */
export const SettingsPanel = lazy(
  ['settings'],
  async () => {
    const { SettingsPanel: view, english } = await import('./settings_panel');
    return { view, english };
  },
  () => null,
);

/** The same for what is chosen at the board itself. */
export const BoardMenu = lazy(
  ['settings'],
  async () => {
    const { BoardMenu: view, english } = await import('./board_menu');
    return { view, english };
  },
  () => null,
);
