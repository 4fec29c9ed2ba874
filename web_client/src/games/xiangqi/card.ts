import { fileRankOf } from '../kit/grid';
import { woodenFaces, type GameCard, type MiniGame } from '../kit/mini';
import { strokes } from './micro';
import { letters, parsePosition } from './position';

/** As the real board has them, but for ticks and frame, which are too small to be seen. */
function lines(): string {
  let path = '';
  for (let y = 50; y <= 950; y += 100) path += `M50 ${y}H850`;
  for (let x = 50; x <= 850; x += 100) path += x % 800 === 50 ? `M${x} 50V950` : `M${x} 50V450M${x} 550V950`;
  return `${path}M350 50l200 200M550 50l-200 200M350 950l200-200M550 950l-200-200`;
}

const mini: MiniGame = {
  box: { x: -20, y: -20, width: 940, height: 1040 },
  rails: { x: 20, y: 20 },
  material: 'wood-xiangqi',
  lines: lines(),
  radius: 45,
  shadow: { x: 3, y: 7 },
  faces: woodenFaces,
  pointOf(square) {
    const { file, rank } = fileRankOf(square, 0);
    return { x: 50 + 100 * file, y: 50 + 100 * (9 - rank) };
  },
  parse: (position) => parsePosition(position).pieces,
  target: (move) => move.slice(2),
  written: {
    strokes: ({ side, kind }) => strokes[side][kind] ?? '',
    letter: ({ kind }) => letters[kind] ?? '',
  },
};

export const xiangqi: GameCard = {
  nativeName: '象棋',
  sample: 'r1bakab2/7r1/1cn4c1/p1p1C1n1p/4p1p2/2PN1R3/P3P1P1P/1C4N2/9/R1BAKAB2 w',
  mini: () => mini,
};
