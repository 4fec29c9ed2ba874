import { lazy } from '../../core/lazy';

/** Of games that are decided by their discs. */
export const DiscBar = lazy(
  () => import('./disc_bar'),
  () => <div class="discs">{'\u00a0'}</div>,
);
