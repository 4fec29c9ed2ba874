import { fileRankOf } from '../kit/grid';
import { ruled, stoneFaces, type GameCard, type MiniGame } from '../kit/mini';
import { parsePointBoard, sizeOf } from '../kit/point_board';

function mini(position: string): MiniGame {
  const size = sizeOf(position);
  const width = 80 + 100 * size;
  return {
    box: { x: 0, y: 0, width, height: width },
    rails: { x: 40, y: 40 },
    material: 'felt',
    lines: ruled(40, 100, size + 1),
    radius: 41,
    shadow: { x: 2, y: 7 },
    faces: stoneFaces('disc'),
    pointOf(square) {
      const { file, rank } = fileRankOf(square, 1);
      return { x: 90 + 100 * file, y: 90 + 100 * rank };
    },
    parse: (text) => parsePointBoard(text, size, 'disc').pieces,
    target: (move) => (move === 'pass' ? null : move),
  };
}

export const antireversi: GameCard = {
  nativeName: '反黑白棋',
  sample: 'OX-O----OOX--XO-OOXXXX---OXXOX----OOXX---OOOO--------O---------- X',
  mini,
};
