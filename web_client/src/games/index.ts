import type { GameName } from '../protocol/types';
import type { GameView } from './kit/game';

/**
 * How each game looks, on a board of `size` where it has several, or whose rule names it; one line a game. Each is a file of its own, so that a room loads
 * only the game that it plays.
 */
const views: Readonly<Record<GameName, (size?: number) => Promise<GameView>>> = {
  xiangqi: async () => (await import('./xiangqi/xiangqi')).xiangqi,
  gomoku: async (size) => (await import('./gomoku/gomoku')).gomokuOf(size),
  antireversi: async (size) => (await import('./antireversi/antireversi')).antireversiOf(size),
};

export const loadGame = (name: GameName, size?: number, rule = ''): Promise<GameView> =>
  views[name](size ?? (parseInt(rule) || undefined));
