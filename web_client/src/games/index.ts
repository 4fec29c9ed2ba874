import type { GameName } from '../protocol/types';
import type { GameView } from './kit/game';

/**
 * How each game looks, by its rule, on a board of `size` where it has several; one line a game. Each is a file of its
 * own, so that a room loads only the game that it plays.
 */
const views: Readonly<Record<GameName, (size?: number, rule?: string) => Promise<GameView>>> = {
  xiangqi: async () => (await import('./xiangqi/xiangqi')).xiangqi,
  gomoku: async (size) => (await import('./gomoku/gomoku')).gomokuOf(size),
  antireversi: async (_, rule) => (await import('./antireversi/antireversi')).antireversiBy(rule),
};

/**
 * Rejects where the file cannot be had. The file is fetched once; gomoku and anti-reversi are another object at each
 * call.
 */
export const loadGame = (name: GameName, size?: number, rule?: string): Promise<GameView> =>
  views[name](size, rule);
