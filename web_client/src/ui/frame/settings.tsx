import { lazy, nothing } from '../core/lazy';

/** The panel of settings: fetched when it is opened for the first time. */
export const SettingsPanel = lazy(() => import('./settings_panel'), nothing);
