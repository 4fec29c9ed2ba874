import { lazy, nothing } from '../../core/lazy';

// Parts that the first look at a board does without: they come when they are wanted.
export const BotThought = lazy(() => import('./bot_thought'), nothing);
export const HostTools = lazy(() => import('./host_tools'), nothing);
export const InviteCard = lazy(() => import('./invite_card'), nothing);
export const RoomMenu = lazy(() => import('./room_menu'), nothing);
export const TextBoard = lazy(() => import('./text_board'), nothing);
