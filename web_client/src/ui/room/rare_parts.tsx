import { lazy } from '../parts/lazy';

// Parts of a room that most games never show: they come when they are wanted.
const nothing = (): null => null;
const emptyBar = () => <div class="status" />;

export const TextBoard = lazy(['rare'], () => import('./text_board'), nothing);
export const HostTools = lazy(['rare'], () => import('./host_tools'), nothing);
export const InviteCard = lazy([], () => import('./invite_card'), nothing);
export const OpeningBar = lazy(['rare'], () => import('./opening_bar'), emptyBar);
export const OfferBar = lazy(['rare'], () => import('./offer_bar'), emptyBar);
export const GoneBar = lazy(['rare'], () => import('./gone_bar'), emptyBar);
