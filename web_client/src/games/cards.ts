import type { GameName } from '../protocol/types';
import { antireversi } from './antireversi/card';
import { gomoku } from './gomoku/card';
import type { GameCard } from './kit/mini';
import { xiangqi } from './xiangqi/card';

/** What lists show of each game: any list may show any of them. */
export const cards: Readonly<Record<GameName, GameCard>> = { xiangqi, gomoku, antireversi };
