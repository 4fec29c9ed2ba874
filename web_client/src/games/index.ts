import type { GameId, GameView } from './game';

// One line a game. Each is a chunk of its own, so that a room loads only the game that it plays.
const loaders: Readonly<Record<GameId, () => Promise<GameView>>> = {
  xiangqi: async () => (await import('./xiangqi/xiangqi')).xiangqi,
  gomoku: async () => (await import('./gomoku/gomoku')).gomoku,
  antireversi: async () => (await import('./antireversi/antireversi')).antireversi,
};

export const gameIds = Object.keys(loaders) as readonly GameId[];

export const loadGame = (id: GameId): Promise<GameView> => loaders[id]();
