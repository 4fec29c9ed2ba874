import type { Geometry, Move, Piece, Position, Side, Square } from './game';
import { squareNamed } from './grid';

// What gomoku and anti-reversi share: one kind of piece that is placed and never carried, and the position text
// `BOARD SIDE`, a character a point, rank 1 first, file a first.

/** The point of this index in the text of a board of `size` lines. */
export const pointAt = (index: number, size: number): Square =>
  squareNamed({ file: index % size, rank: Math.floor(index / size) }, 1);

/** A board of `size` lines as `parsePointBoard` reads it: stones on these squares, which blanks separate; black to move. */
export function pointBoardText(size: number, black: string, white = ''): string {
  const [blacks, whites] = [black.split(' '), white.split(' ')];
  const signs = Array.from({ length: size * size }, (_, index) => {
    const square = pointAt(index, size);
    if (blacks.includes(square)) return 'X';
    return whites.includes(square) ? 'O' : '-';
  });
  return `${signs.join('')} X`;
}

/** Throws on text of another size or with another character. */
export function parsePointBoard(text: string, size: number, kind: string): Position {
  const [board = '', turn] = text.split(' ');
  if (board.length !== size * size || (turn !== 'X' && turn !== 'O'))
    throw new Error(`bad position: ${text}`);
  const pieces = new Map<Square, Piece>();
  for (let i = 0; i < board.length; i++) {
    const character = board.charAt(i);
    if (character === '-') continue;
    pieces.set(pointAt(i, size), {
      side: sideOf(character),
      kind,
    });
  }
  return { pieces, turn: sideOf(turn) };
}

function sideOf(character: string): Side {
  if (character === 'X') return 'first';
  if (character === 'O') return 'second';
  throw new Error(`bad piece: ${character}`);
}

/** The points of a position lie in a square. */
export const sizeOf = (position: string): number => Math.sqrt(position.indexOf(' '));

/** A placing move is the square itself; `pass` has none. */
export const parsePlacing = (text: string): Move | null => (text === 'pass' ? null : { to: text });

/** Where a stone might be placed when one's turn comes: wherever none stands now. */
export const freePoints = (geometry: Geometry, { pieces }: Position): string[] =>
  geometry
    .rows(false)
    .flat()
    .filter((square) => !pieces.has(square));

/** Pieces of each side, from the text of a position. */
export function countPieces(pos: string): readonly [first: number, second: number] {
  const board = pos.split(' ')[0] ?? '';
  const count = (mark: string): number => board.split(mark).length - 1;
  return [count('X'), count('O')];
}
