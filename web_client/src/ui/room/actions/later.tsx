import { lazy, nothing } from '../../core/lazy';

// Fetched when a move must be confirmed.
export const PlaceButtons = lazy(() => import('./place_buttons'), nothing);
export const MoveQuestion = lazy(
  () => import('./move_question'),
  () => <div class="actions" />,
);
