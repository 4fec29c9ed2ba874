import type { GameName } from '../../protocol/types';

/** Beside the English names: what their players call them. As on the cards of the games, which a room does without. */
export const chineseNames: Readonly<Partial<Record<GameName, string>>> = {
  xiangqi: '象棋',
  gomoku: '五子棋',
  antireversi: '反黑白棋',
};
