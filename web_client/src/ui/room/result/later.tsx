import { lazy, nothing } from '../../core/lazy';

// Fetched when a game ends.
export const ResultPlate = lazy(() => import('./result_plate'), nothing);
export const ResultBar = lazy(
  () => import('./result_bar'),
  () => <div class="actions" />,
);
