import type { GameView } from './game';

// One line a game. Each is a chunk of its own, so that a room loads only the game that it plays.
const loaders = {
  xiangqi: async () => (await import('./xiangqi/xiangqi')).xiangqi,
  gomoku: async (size?: number) => {
    const { gomoku, gomokuOf } = await import('./gomoku/gomoku');
    return size === undefined || size === gomoku.geometry.files ? gomoku : gomokuOf(size);
  },
  antireversi: async () => (await import('./antireversi/antireversi')).antireversi,
} satisfies Readonly<Record<string, (size?: number) => Promise<GameView>>>;

export type GameId = keyof typeof loaders;

export const gameIds = Object.keys(loaders) as readonly GameId[];

/** How a game looks, on a board of `size` where the game has several. */
export const loadGame = (id: GameId, size?: number): Promise<GameView> => loaders[id](size);
