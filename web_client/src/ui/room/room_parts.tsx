import { lazy } from '../parts/lazy';

// Parts of a room that most games never show: they come when they are wanted.
const nothing = (): null => null;
const emptyBar = () => <div class="status" />;

export const TextBoard = lazy(() => import('./text_board'), nothing);
export const HostTools = lazy(() => import('./host_tools'), nothing);
export const InviteCard = lazy(() => import('./invite_card'), nothing);
export const BotThought = lazy(() => import('./bot_thought'), nothing);
export const ReportLine = lazy(() => import('./report_line'), nothing);
export const OpeningBar = lazy(() => import('./opening_bar'), emptyBar);
export const OfferBar = lazy(() => import('./offer_bar'), emptyBar);
export const GoneBar = lazy(() => import('./gone_bar'), emptyBar);
