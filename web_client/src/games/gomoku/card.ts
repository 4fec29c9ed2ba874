import { fileRankOf } from '../kit/grid';
import { ruled, stoneFaces, type GameCard, type MiniGame } from '../kit/mini';
import { parsePointBoard, pointBoardText, sizeOf } from '../kit/point_board';

/** The size follows from the length of the text. */
function mini(position: string): MiniGame {
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
      const { file, rank } = fileRankOf(square, 1);
      return { x: 58 + 60 * file, y: 58 + 60 * (size - 1 - rank) };
    },
    parse: (text) => parsePointBoard(text, size, 'stone').pieces,
    target: (move) => (move === 'pass' ? null : move),
  };
}

export const gomoku: GameCard = {
  nativeName: '五子棋',
  sample: pointBoardText(15, 'h8 i8 h9 g7 k11 f10 i10 j9 h7 k8 j8', 'i9 g8 h10 j10 i7 g9 j11 g6 e5 l7 i6'),
  mini,
};
