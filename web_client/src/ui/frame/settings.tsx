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
