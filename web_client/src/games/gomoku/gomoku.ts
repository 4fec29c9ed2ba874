import type { GameView, Position, Square } from '../kit/game';
import { fileRankOf, squareNamed } from '../kit/grid';
import { pointGame } from '../kit/point_game';
import { placingWords } from '../kit/placing_words';
import { artOf } from './art';
import { geometryOf } from './geometry';

const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/**
 * The stones of one colour that touch `square` in a straight line, `square` not included. Ends at the edge because no
 * piece stands beyond it.
 */
function reach(position: Position, square: Square, dx: number, dy: number): Square[] {
  const side = position.pieces.get(square)?.side;
  const row: Square[] = [];
  let { file, rank } = fileRankOf(square, 1);
  for (;;) {
    file += dx;
    rank += dy;
    const next = squareNamed({ file, rank }, 1);
    if (side === undefined || position.pieces.get(next)?.side !== side) return row;
    row.push(next);
  }
}

/**
 * The first row of five or more through the last stone, whichever rule is played: that the game is won by it is the
 * server's to say, and asked for only then.
 */
function winLine(position: Position, lastMove: string): readonly Square[] {
  for (const [dx, dy] of directions) {
    const behind = reach(position, lastMove, -dx, -dy).toReversed();
    const line = [...behind, lastMove, ...reach(position, lastMove, dx, dy)];
    if (line.length >= 5) return line;
  }
  return [];
}

const words = placingWords(
  { en: 'Gomoku board', 'zh-Hans': '五子棋棋盘', 'zh-Hant': '五子棋棋盤' },
  (square) => square.toUpperCase(),
);

const usualSize = 15;

/** The game on a board of `size` lines each way. */
export function gomokuOf(size = usualSize): GameView {
  const geometry = geometryOf(size);
  return {
    ...pointGame(geometry, 'stone'),
    id: 'gomoku',
    example: 'H8',
    playerTags: ['Black', 'White'],
    formats: ['sgf', 'psq', 'json'],
    start: `${'-'.repeat(size * size)} X`,
    // Named on the usual board only.
    ...(size === usualSize && {
      openings: () => import('./openings').then(({ openings }) => openings),
    }),
    hints: false,
    art: artOf(geometry),
    words,
    moveName: (text) => text.toUpperCase(),
    winLine,
    lineReason: 'five',
  };
}

/** The usual board. Marked as pure: a build leaves it out where only others are used. */
export const gomoku = /* @__PURE__ */ gomokuOf();
