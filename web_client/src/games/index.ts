import type { GameView } from './game';

// One line a game. Each is a chunk of its own, so that a room loads only the game that it plays.
const loaders = {
  xiangqi: async () => (await import('./xiangqi/xiangqi')).xiangqi,
  gomoku: async () => (await import('./gomoku/gomoku')).gomoku,
  antireversi: async () => (await import('./antireversi/antireversi')).antireversi,
} satisfies Readonly<Record<string, () => Promise<GameView>>>;

export type GameId = keyof typeof loaders;

export const gameIds = Object.keys(loaders) as readonly GameId[];

export const loadGame = (id: GameId): Promise<GameView> => loaders[id]();
