import { opponentOf, type GameView, type Move, type Piece, type Position, type Square } from '../game';
import { squareAtPlace } from '../grid';
import { art } from './art';
import { geometry, ranks } from './geometry';
import notices from './outlines.OFL.txt?url';
import { words } from './words';

/** The first two fields of a xiangqi FEN: ranks from 9 down to 0, red in upper case, `w` or `r` for red to move. */
function parsePosition(text: string): Position {
  const [board = '', turn = 'w'] = text.split(' ');
  const rows = board.split('/');
  if (rows.length !== ranks) throw new Error(`bad position: ${text}`);
  const pieces = new Map<Square, Piece>();
  for (const [row, line] of rows.entries()) parseRow(line, ranks - 1 - row, pieces);
  return { pieces, turn: turn === 'b' ? 'second' : 'first' };
}

function parseRow(line: string, rank: number, pieces: Map<Square, Piece>): void {
  let file = 0;
  for (const character of line) {
    if (/\d/.test(character)) {
      file += Number(character);
      continue;
    }
    const kind = character.toLowerCase();
    pieces.set(squareAtPlace({ file, rank }, 0), { side: kind === character ? 'second' : 'first', kind });
    file += 1;
  }
  if (file !== geometry.files) throw new Error(`bad rank: ${line}`);
}

const parseMove = (text: string): Move => ({ from: text.slice(0, 2), to: text.slice(2) });

function after(position: Position, text: string): Position {
  const { from, to } = parseMove(text);
  const pieces = new Map(position.pieces);
  const carried = from && pieces.get(from);
  if (!from || !carried) return position;
  pieces.delete(from);
  pieces.set(to, carried);
  return { pieces, turn: opponentOf(position.turn) };
}

function royal(position: Position): Square | null {
  for (const [square, piece] of position.pieces)
    if (piece.kind === 'k' && piece.side === position.turn) return square;
  return null;
}

export const xiangqi: GameView = {
  id: 'xiangqi',
  hand: 'carry',
  hints: false,
  geometry,
  art,
  words,
  notices,
  parsePosition,
  parseMove,
  formatMove: ({ from = '', to }) => from + to,
  moveName: (text) => `${text.slice(0, 2)}-${text.slice(2)}`.toUpperCase(),
  after,
  letters: { k: 'k', g: 'k', a: 'a', b: 'b', e: 'b', n: 'n', h: 'n', r: 'r', c: 'c', p: 'p', s: 'p' },
  royal,
};
