import { fileRankOf } from '../kit/grid';
import { stoneFaces, type GameCard } from '../kit/mini';
import { parsePointBoard } from '../kit/point_board';

export const tictactoe: GameCard = {
  nativeName: '井字棋',
  sample: 'O---X---X O',
  mini: () => ({
    box: { x: 0, y: 0, width: 300, height: 300 },
    rails: { x: 0, y: 0 },
    material: 'wood-gomoku',
    lines: 'M100 0V300M200 0V300M0 100H300M0 200H300',
    radius: 40,
    shadow: { x: 2, y: 4 },
    faces: stoneFaces('disc'),
    pointOf(square) {
      const { file, rank } = fileRankOf(square, 1);
      return { x: 50 + 100 * file, y: 250 - 100 * rank };
    },
    parse: (position) => parsePointBoard(position, 3, 'sign').pieces,
    target: (move) => move,
  }),
};
