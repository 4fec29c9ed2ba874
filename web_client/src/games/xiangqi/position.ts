import type { Piece, Position, Side, Square } from '../kit/game';
import { squareNamed } from '../kit/grid';

/** The characters of the pieces, by side and by the letter of their kind. */
export const characters: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  first: { k: '帥', a: '仕', b: '相', n: '傌', r: '俥', c: '炮', p: '兵' },
  second: { k: '將', a: '士', b: '象', n: '馬', r: '車', c: '砲', p: '卒' },
};

/** The letters of international notation: king, advisor, elephant, horse, rook, cannon, pawn. */
export const letters: Readonly<Record<string, string>> = {
  k: 'K',
  a: 'A',
  b: 'E',
  n: 'H',
  r: 'R',
  c: 'C',
  p: 'P',
};

/** Of the board, from a to i. */
export const files = 9;
export const ranks = 10;

/**
 * The first two fields of a xiangqi FEN: ranks from 9 down to 0, red in upper case, `w` or `r` for red to move.
 * Fields after these (counts of moves) are not looked at.
 */
export function parsePosition(text: string): Position {
  const [board = '', turn = 'w'] = text.split(' ');
  const rows = board.split('/');
  if (rows.length !== ranks) throw new Error(`bad position: ${text}`);
  const pieces = new Map<Square, Piece>();
  for (const [row, line] of rows.entries()) parseRow(line, ranks - 1 - row, pieces);
  return { pieces, turn: turn === 'b' ? 'second' : 'first' };
}

/** A digit is so many empty points. Throws where the rank has another number of points than nine. */
function parseRow(line: string, rank: number, pieces: Map<Square, Piece>): void {
  let file = 0;
  for (const character of line) {
    if (/\d/.test(character)) {
      file += Number(character);
      continue;
    }
    const kind = character.toLowerCase();
    pieces.set(squareNamed({ file, rank }, 0), { side: kind === character ? 'second' : 'first', kind });
    file += 1;
  }
  if (file !== files) throw new Error(`bad rank: ${line}`);
}
