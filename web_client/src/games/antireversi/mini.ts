import { placeOf } from '../grid';
import { ruled, type MiniGame } from '../mini';
import { parsePointBoard } from '../point_board';

const mini: MiniGame = {
  box: { x: 0, y: 0, width: 840, height: 840 },
  material: 'felt',
  lines: ruled(20, 100, 9),
  radius: 41,
  pointOf(square) {
    const { file, rank } = placeOf(square, 1);
    return { x: 70 + 100 * file, y: 70 + 100 * rank };
  },
  parse: (position) => parsePointBoard(position, 8, 'disc').pieces,
  target: (move) => (move === 'pass' ? null : move),
};

export const antireversi = (): MiniGame => mini;
