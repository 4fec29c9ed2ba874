import { lazy } from '../../core/lazy';

/** Fetched when it is opened, or where it is always open. */
export const Chat = lazy(
  () => import('./chat'),
  () => <section class="card chat" />,
);
