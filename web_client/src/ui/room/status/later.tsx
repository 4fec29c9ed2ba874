import { lazy } from '../../core/lazy';

// Bars that only some games have, as high as what they take the place of.
const emptyBar = () => <div class="status" />;

export const GoneBar = lazy(() => import('./gone_bar'), emptyBar);
export const OfferBar = lazy(() => import('./offer_bar'), emptyBar);
export const OpeningBar = lazy(() => import('./opening_bar'), emptyBar);
