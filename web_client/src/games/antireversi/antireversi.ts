import type { GameView, Pieces, Position, Side, Square } from '../kit/game';
import { fileRankOf, squareNamed } from '../kit/grid';
import { countPieces as countDiscs } from '../kit/point_board';
import { pointGame } from '../kit/point_game';
import { placingWords } from '../kit/placing_words';
import { artOf } from './art';
import { geometryOf } from './geometry';

const steps = [-1, 0, 1];
const directions = steps.flatMap((dx) => steps.map((dy) => [dx, dy] as const)).filter(([dx, dy]) => dx || dy);

/**
 * The run of the opponent's discs that a disc of `side` on `square` would close in one direction. Empty where the run
 * does not end with a disc of `side`: at an empty square, or at the edge, which is no square either.
 */
function closed(pieces: Pieces, square: Square, side: Side, dx: number, dy: number): Square[] {
  const run: Square[] = [];
  let { file, rank } = fileRankOf(square, 1);
  for (;;) {
    file += dx;
    rank += dy;
    const next = squareNamed({ file, rank }, 1);
    const piece = pieces.get(next);
    if (!piece) return [];
    if (piece.side === side) return run;
    run.push(next);
  }
}

/**
 * What a disc turns over: needed to show a move before the server answers, and to show its price beforehand. The same
 * rule as the server's, for drawing only.
 */
const flips = (position: Position, square: Square): Square[] =>
  directions.flatMap(([dx, dy]) => closed(position.pieces, square, position.turn, dx, dy));

const words = placingWords(
  { en: 'Anti-reversi board', 'zh-Hans': '反黑白棋棋盘', 'zh-Hant': '反黑白棋棋盤' },
  (square) => square,
);

/** The game on a board of `size` squares each way. */
export function antireversiOf(size = 8): GameView {
  const geometry = geometryOf(size);
  const around = '-'.repeat((size / 2 - 1) * (size + 1));
  return {
    ...pointGame(geometry, 'disc', flips),
    id: 'antireversi',
    example: 'd3',
    playerTags: ['Black', 'White'],
    formats: ['ggf', 'transcript', 'json'],
    start: `${around}OX${'-'.repeat(size - 2)}XO${around} X`,
    score: countDiscs,
    hints: true,
    art: artOf(geometry),
    words,
    moveName: (text, language) => (text !== 'pass' || language === 'en' ? text : '停一手'),
    gain: (position, text) => (text === 'pass' ? 0 : flips(position, text).length + 1),
  };
}

/** Rules that are played on another board than the usual one. */
const sizes: ReadonlyMap<string, number> = new Map([
  ['6x6', 6],
  ['4x4', 4],
]);

export const antireversiBy = (rule = ''): GameView => antireversiOf(sizes.get(rule));

/** The usual board. Marked as pure: a build leaves it out where only others are used. */
export const antireversi = /* @__PURE__ */ antireversiOf();
