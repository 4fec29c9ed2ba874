import type { LanguageTag, Piece, Side, Square, Words } from './game';

// Black moves first in both placing games, and both name the square before what stands on it.

const sideNames: Readonly<Record<LanguageTag, Readonly<Record<Side, string>>>> = {
  en: { first: 'black', second: 'white' },
  'zh-Hans': { first: '黑', second: '白' },
  'zh-Hant': { first: '黑', second: '白' },
};

const pieceName = (piece: Piece, language: LanguageTag): string =>
  language === 'en' ? sideNames.en[piece.side] : `${sideNames[language][piece.side]}子`;

/** `squareName` writes a square as the players of this game do. */
export const placingWords = (board: Words['board'], squareName: (square: Square) => string): Words => ({
  board,
  side: (side, language) => sideNames[language][side],
  piece: pieceName,
  square: squareName,
  cell(square, piece, language) {
    if (language === 'en') return `${squareName(square)}, ${piece ? pieceName(piece, language) : 'empty'}`;
    return `${squareName(square)}，${piece ? pieceName(piece, language) : '空'}`;
  },
});
