import { placeOf } from '../grid';
import { ruled, stoneFaces, type MiniGame } from '../mini';
import { parsePointBoard } from '../point_board';

/** The points of a position text lie in a square. */
const sizeOf = (position: string): number => Math.round(Math.sqrt(position.indexOf(' ')));

/** A board as large as the position says. */
export function gomoku(position: string): MiniGame {
  const size = sizeOf(position);
  const width = 116 + 60 * (size - 1);
  return {
    box: { x: 0, y: 0, width, height: width },
    rails: { x: 0, y: 0 },
    material: 'wood-gomoku',
    lines: ruled(58, 60, size),
    radius: 28,
    shadow: { x: 3, y: 5 },
    faces: stoneFaces('ball'),
    pointOf(square) {
      const { file, rank } = placeOf(square, 1);
      return { x: 58 + 60 * file, y: 58 + 60 * (size - 1 - rank) };
    },
    parse: (text) => parsePointBoard(text, size, 'stone').pieces,
    target: (move) => (move === 'pass' ? null : move),
  };
}
