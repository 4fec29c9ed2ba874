import { lazy } from '../core/lazy';

// Fetched where games of a collection are looked at.
export const PositionGames = lazy(
  () => import('./position_games'),
  () => <section class="card export" aria-busy="true" />,
);
