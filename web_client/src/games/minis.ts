import { antireversi } from './antireversi/mini';
import { gomoku } from './gomoku/mini';
import type { GameId } from './index';
import type { MiniGame } from './mini';
import { xiangqi } from './xiangqi/mini';

/** The small boards of all games: a list shows any of them. */
export const minis: Readonly<Record<GameId, (position: string) => MiniGame>> = {
  xiangqi,
  gomoku,
  antireversi,
};
