import { PlaceHand } from '../../board/place_hand';
import {
  opponentOf,
  type GameView,
  type Piece,
  type Pieces,
  type Position,
  type Side,
  type Square,
} from '../game';
import { placeOf, squareAtPlace } from '../grid';
import { countPieces as countDiscs, freePoints, parsePlacing, parsePointBoard } from '../point_board';
import { placingWords } from '../placing_words';
import { art } from './art';
import { geometry, size } from './geometry';

const steps = [-1, 0, 1];
const directions = steps.flatMap((dx) => steps.map((dy) => [dx, dy] as const)).filter(([dx, dy]) => dx || dy);

/** The run of the opponent's discs that a disc of `side` on `square` would close in one direction. */
function closed(pieces: Pieces, square: Square, side: Side, dx: number, dy: number): Square[] {
  const run: Square[] = [];
  let { file, rank } = placeOf(square, 1);
  for (;;) {
    file += dx;
    rank += dy;
    const next = squareAtPlace({ file, rank }, 1);
    const piece = pieces.get(next);
    if (!piece) return [];
    if (piece.side === side) return run;
    run.push(next);
  }
}

/** What a disc turns over: needed to show a move before the server answers, and to show its price beforehand. */
const flips = (position: Position, square: Square): Square[] =>
  directions.flatMap(([dx, dy]) => closed(position.pieces, square, position.turn, dx, dy));

function after(position: Position, text: string): Position {
  const move = parsePlacing(text);
  const turn = opponentOf(position.turn);
  if (!move) return { pieces: position.pieces, turn };
  const pieces = new Map<Square, Piece>(position.pieces);
  const disc: Piece = { side: position.turn, kind: 'disc' };
  for (const square of [move.to, ...flips(position, move.to)]) pieces.set(square, disc);
  return { pieces, turn };
}

const passNames = { en: 'pass', 'zh-Hans': '停一手', 'zh-Hant': '停一手' } as const;

export const antireversi: GameView = {
  id: 'antireversi',
  example: 'd3',
  facesPlayer: false,
  emblem: 'piece',
  mark: 'disc',
  formats: ['ggf', 'transcript', 'json'],
  setUp: () => import('../set_up').then(({ pointBoardSetUp }) => pointBoardSetUp(size, 'disc')),
  start: `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`,
  score: countDiscs,
  hand: 'place',
  newHand: (events, placing) => new PlaceHand(events, placing),
  hints: true,
  geometry,
  art,
  words: placingWords(
    { en: 'Anti-reversi board', 'zh-Hans': '反黑白棋棋盘', 'zh-Hant': '反黑白棋棋盤' },
    (square) => square,
  ),
  parsePosition: (text) => parsePointBoard(text, size, 'disc'),
  parseMove: parsePlacing,
  formatMove: ({ to }) => to,
  moveName: (text, language) => (text === 'pass' ? passNames[language] : text),
  after,
  premoves: (position) => freePoints(geometry, position),
  gain: (position, text) => (text === 'pass' ? 0 : flips(position, text).length + 1),
};
