import type { GameId, Language, Piece, Side, Square, Words } from './game';

// Black moves first in both placing games, and both name the square before what stands on it.

const sideNames: Readonly<Record<Language, Readonly<Record<Side, string>>>> = {
  en: { first: 'black', second: 'white' },
  'zh-Hans': { first: '黑', second: '白' },
  'zh-Hant': { first: '黑', second: '白' },
};

const pieceName = (piece: Piece, language: Language): string =>
  language === 'en' ? sideNames.en[piece.side] : `${sideNames[language][piece.side]}子`;

const boardNames: Readonly<Record<Exclude<GameId, 'xiangqi'>, Words['board']>> = {
  gomoku: { en: 'Gomoku board', 'zh-Hans': '五子棋棋盘', 'zh-Hant': '五子棋棋盤' },
  antireversi: { en: 'Anti-reversi board', 'zh-Hans': '反黑白棋棋盘', 'zh-Hant': '反黑白棋棋盤' },
};

/** `squareName` writes a square as the players of this game do. */
export const placingWords = (
  game: Exclude<GameId, 'xiangqi'>,
  squareName: (square: Square) => string,
): Words => ({
  board: boardNames[game],
  side: (side, language) => sideNames[language][side],
  piece: pieceName,
  square: squareName,
  cell(square, piece, language) {
    if (language === 'en') return `${squareName(square)}, ${piece ? pieceName(piece, language) : 'empty'}`;
    return `${squareName(square)}，${piece ? pieceName(piece, language) : '空'}`;
  },
});
