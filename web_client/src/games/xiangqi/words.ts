import type { LanguageTag, Piece, Side, Square, Words } from '../kit/game';
import { fileRankOf } from '../kit/grid';
import { files, ranks } from './geometry';
import { characters } from './position';

type Names = Readonly<Record<Side, Readonly<Record<string, string>>>>;

const english = {
  k: 'general',
  a: 'advisor',
  b: 'elephant',
  n: 'horse',
  r: 'chariot',
  c: 'cannon',
  p: 'soldier',
};

/** As each side calls its own. In 繁體 they are the characters on the pieces, in 简体 their simple forms. */
export const pieceNames: Readonly<Record<LanguageTag, Names>> = {
  en: { first: english, second: english },
  'zh-Hans': {
    first: { k: '帅', a: '仕', b: '相', n: '马', r: '车', c: '炮', p: '兵' },
    second: { k: '将', a: '士', b: '象', n: '马', r: '车', c: '炮', p: '卒' },
  },
  'zh-Hant': characters,
};

const sideNames: Readonly<Record<LanguageTag, Readonly<Record<Side, string>>>> = {
  en: { first: 'red', second: 'black' },
  'zh-Hans': { first: '红', second: '黑' },
  'zh-Hant': { first: '紅', second: '黑' },
};

function pieceName(piece: Piece, language: LanguageTag): string {
  const side = sideNames[language][piece.side];
  const kind = pieceNames[language][piece.side][piece.kind] ?? piece.kind;
  return language === 'en' ? `${side} ${kind}` : side + kind;
}

/** As the players count: files from their own right hand, ranks from their own side. */
function squareName(square: Square, language: LanguageTag, flipped: boolean): string {
  const { file, rank } = fileRankOf(square, 0);
  const fileNumber = flipped ? file + 1 : files - file;
  const rankNumber = flipped ? ranks - rank : rank + 1;
  return language === 'en' ? `file ${fileNumber}, rank ${rankNumber}` : `${fileNumber}路，第${rankNumber}行`;
}

export const words: Words = {
  board: { en: 'Xiangqi board', 'zh-Hans': '象棋棋盘', 'zh-Hant': '象棋棋盤' },
  side: (side, language) => sideNames[language][side],
  piece: pieceName,
  square: squareName,
  cell(square, piece, language, flipped) {
    const name = squareName(square, language, flipped);
    if (language === 'en') return `${piece ? pieceName(piece, language) : 'empty'}, ${name}`;
    return `${piece ? pieceName(piece, language) : '空'}，${name}`;
  },
};
