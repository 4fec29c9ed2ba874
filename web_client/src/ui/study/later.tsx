import { lazy, nothing } from '../core/lazy';

// Few files have what no chapter can have.
export const MadeOfFile = lazy(() => import('./made_of_file'), nothing);

// Few print; it needs the small boards of lists.
export const PrintSheet = lazy(() => import('./study_print'), nothing);
