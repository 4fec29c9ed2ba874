import { lazy } from '../parts/lazy';

// Parts of a room that the first look at a board does without: they come when they are wanted.
const nothing = (): null => null;
const emptyBar = () => <div class="status" />;
const emptyCard = () => <section class="card chat" />;
const emptyResult = () => <div class="actions" />;

export const TextBoard = lazy(() => import('./text_board'), nothing);
export const Chat = lazy(() => import('./chat'), emptyCard);
export const ResultPlate = lazy(() => import('./result_plate'), nothing);
export const ResultBar = lazy(() => import('./result_bar'), emptyResult);
export const HostTools = lazy(() => import('./host_tools'), nothing);
export const InviteCard = lazy(() => import('./invite_card'), nothing);
const emptyDiscs = () => <div class="discs">{'\u00a0'}</div>;

export const DiscBar = lazy(() => import('./disc_bar'), emptyDiscs);
export const MoveQuestion = lazy(() => import('./move_question'), emptyResult);
export const PlaceButtons = lazy(() => import('./place_buttons'), nothing);
export const RoomMenu = lazy(() => import('./room_menu'), nothing);
export const BotThought = lazy(() => import('./bot_thought'), nothing);
export const OpeningBar = lazy(() => import('./opening_bar'), emptyBar);
export const OfferBar = lazy(() => import('./offer_bar'), emptyBar);
export const GoneBar = lazy(() => import('./gone_bar'), emptyBar);
