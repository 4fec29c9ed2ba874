import { squareNamed, type FileRank } from '../../games/kit/grid';
import { pointBoardText } from '../../games/kit/point_board';
import type { Key } from '../../i18n/keys';
import type { GameName } from '../../protocol/types';

/** A moment that asks for one move. */
export interface LessonStep {
  readonly text: Key;
  readonly position: string;
  /** Moves that may be tried; `free` stands for every empty point. */
  readonly moves: readonly string[] | 'free';
  /** Those that solve it; all of them where nothing is said. */
  readonly goal?: readonly string[];
  readonly forbidden?: readonly string[];
  /** The moves are those of an opening rule: where they lie is framed. */
  readonly isOpening?: true;
}

/** All moves of one piece: `from` and where it may go. */
const movesFrom = (from: string, targets: string): readonly string[] =>
  targets.split(' ').map((to) => from + to);

/** A gomoku board with these stones, black to move. */
const stones = (black: string, white?: string): string => pointBoardText(15, black, white);

/** The points of a gomoku board within `reach` of the centre, and those beyond. */
function pointsAround(reach: number): { inside: readonly string[]; outside: readonly string[] } {
  const all = Array.from({ length: 225 }, (_, n) => ({ file: n % 15, rank: Math.floor(n / 15) }));
  const isInside = ({ file, rank }: FileRank) => Math.max(Math.abs(file - 7), Math.abs(rank - 7)) <= reach;
  const name = (place: FileRank) => squareNamed(place, 1);
  return {
    inside: all.filter(isInside).map(name),
    outside: all.filter((point) => !isInside(point)).map(name),
  };
}

/** Black in the centre, white beside it: where openings tell Black's second stone its place. */
const begun = stones('h8', 'h9');
const free = (points: readonly string[]) => points.filter((point) => point !== 'h8' && point !== 'h9');

/** An anti-reversi board from its ranks, black to move. */
const discs = (...ranks: readonly string[]): string =>
  `${[...ranks, ...Array<string>(8 - ranks.length).fill('--------')].join('')} X`;

/** Of the games that have any. */
export const lessons: Readonly<Partial<Record<GameName, readonly LessonStep[]>>> = {
  xiangqi: [
    {
      text: 'lesson.xiangqi.chariot',
      position: '3k5/9/9/9/2p6/9/9/2R6/9/4K4 w',
      moves: movesFrom('c2', 'a2 b2 d2 e2 f2 g2 h2 i2 c0 c1 c3 c4 c5'),
      goal: ['c2c5'],
    },
    {
      text: 'lesson.xiangqi.horse',
      position: '3k5/9/9/9/9/9/2P1p4/2N6/9/4K4 w',
      moves: movesFrom('c2', 'a1 a3 e1 e3 b0 d0'),
      goal: ['c2e3'],
    },
    {
      text: 'lesson.xiangqi.cannon',
      position: '3k5/9/9/2p6/9/2P6/9/2C6/9/4K4 w',
      moves: movesFrom('c2', 'a2 b2 d2 e2 f2 g2 h2 i2 c0 c1 c3 c6'),
      goal: ['c2c6'],
    },
    {
      text: 'lesson.xiangqi.elephant',
      position: '3k5/9/9/9/9/9/9/9/5p3/4K1B2 w',
      moves: ['g0i2'],
    },
    {
      text: 'lesson.xiangqi.soldier',
      position: '3k5/9/9/9/2P6/9/9/9/9/4K4 w',
      moves: movesFrom('c5', 'b5 c6 d5'),
      goal: ['c5b5', 'c5d5'],
    },
    {
      text: 'lesson.xiangqi.general',
      position: '4k4/9/9/9/9/9/9/9/9/3K5 w',
      moves: ['d0d1'],
    },
    {
      text: 'lesson.xiangqi.mate',
      position: '3k5/R8/9/9/9/9/9/9/9/4K2R1 w',
      moves: movesFrom('h0', 'f0 g0 i0 h1 h2 h3 h4 h5 h6 h7 h8 h9'),
      goal: ['h0h9'],
    },
    {
      text: 'lesson.xiangqi.repetition',
      position: '3k5/9/9/9/4R4/9/9/9/9/5K3 w',
      moves: movesFrom('e5', 'e0 e1 e2 e3 e4 e6 e7 e8 a5 b5 c5 d5 f5 g5 h5 i5'),
      goal: movesFrom('e5', 'e0 e1 e2 e3 e4 e6 e7 e8 a5 b5 c5 f5 g5 h5 i5'),
    },
  ],
  gomoku: [
    {
      text: 'lesson.gomoku.five',
      position: stones('h8 i8 j8 k8', 'h9 i9 j9 i7'),
      moves: 'free',
      goal: ['g8', 'l8'],
    },
    {
      text: 'lesson.gomoku.block',
      position: stones('l8 h7 i7 k9', 'h8 i8 j8 k8'),
      moves: 'free',
      goal: ['g8'],
    },
    {
      text: 'lesson.gomoku.four',
      position: stones('h8 i8 j8', 'i9 j7 h10'),
      moves: 'free',
      goal: ['g8', 'k8'],
    },
    {
      text: 'lesson.gomoku.forbidden',
      position: stones('f8 g8 h6 h7', 'i9 e5 j6 f10'),
      moves: 'free',
      forbidden: ['h8'],
    },
    { text: 'rule.opening.pro.about', position: begun, moves: pointsAround(2).outside, isOpening: true },
    { text: 'rule.opening.swap2.about', position: begun, moves: 'free' },
    {
      text: 'rule.opening.taraguchi10.about',
      position: begun,
      moves: free(pointsAround(2).inside),
      isOpening: true,
    },
  ],
  antireversi: [
    {
      text: 'lesson.antireversi.flip',
      position: discs('--------', '--------', '--------', '---OX---', '---XO---'),
      moves: ['d3', 'c4', 'f5', 'e6'],
    },
    {
      text: 'lesson.antireversi.least',
      position: discs('XOO-----', '--------', 'XO------'),
      moves: ['d1', 'c3'],
      goal: ['c3'],
    },
    {
      text: 'lesson.antireversi.corner',
      position: discs('-OX-----', '--------', '--------', 'XO------'),
      moves: ['a1', 'c4'],
      goal: ['c4'],
    },
  ],
};

/** How many lines of rules each game has; their keys are counted from 1. */
export const ruleLines: Readonly<Partial<Record<GameName, number>>> = {
  xiangqi: 8,
  gomoku: 5,
  antireversi: 5,
};

/** How a game between people may begin. */
export const openingRules: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  gomoku: ['pro', 'longpro', 'swap', 'swap2', 'taraguchi10', 'soosyrv8'],
};
