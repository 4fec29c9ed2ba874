import { lazy, nothing } from '../core/lazy';

// Few print; it needs the small boards of lists.
export const PrintSheet = lazy(() => import('./study_print'), nothing);
