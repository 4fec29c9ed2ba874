import { lazy, nothing } from '../core/lazy';

/** The list of a page's keys: fetched when it is asked for. */
export const KeysPanel = lazy(() => import('./keys_panel'), nothing);
