import { svg } from '../../board/drawing/svg';
import type { Art, GameView, Side } from '../kit/game';
import { gridGeometry } from '../kit/grid';
import { groove } from '../kit/grooves';
import { placingWords } from '../kit/placing_words';
import { pointGame } from '../kit/point_game';
import { kaya } from '../kit/textures';

const size = 3;
const kind = 'sign';

const geometry = gridGeometry({
  files: size,
  ranks: size,
  firstRank: 1,
  firstRankAt: 'bottom',
  viewBox: { x: 0, y: 0, width: 400, height: 400 },
  origin: { x: 100, y: 100 },
  cell: 100,
  radius: 40,
  aim: 'cell',
});

const sign = (side: Side, prefix: string): SVGElement =>
  side === 'first'
    ? svg('path', { d: 'M-25-25L25 25M25-25L-25 25', stroke: `url(#${prefix}-ink)`, 'stroke-width': 10 })
    : svg('circle', { r: 28, fill: 'none', stroke: `url(#${prefix}-ink)`, 'stroke-width': 10 });

const names = (flipped: boolean): SVGElement => {
  const name = (square: string, x: number, y: number): SVGElement =>
    svg('text', { x: 60 + 100 * x, y: 65 + 100 * y, class: 'coordinate on-wood' }, square);
  const rows = geometry.rows(flipped);
  return svg('g', {}, ...rows.flatMap((row, y) => row.map((square, x) => name(square, x, y))));
};

const art: Art = {
  surface: 'wood-gomoku',
  material: (boards, dark) => ({ field: kaya(boards, dark) }),
  rails: () => ({ x: 0, y: 0 }),
  shadow: { x: 2, y: 3, radius: 0 },
  paints: (prefix) => [
    svg(
      'linearGradient',
      { id: `${prefix}-ink`, gradientUnits: 'userSpaceOnUse', x1: -40, x2: 40 },
      svg('stop', { 'stop-color': '#22302f' }),
    ),
  ],
  ground: (look) => [
    ...groove('M150 50V350M250 50V350M50 150H350M50 250H350', 3),
    ...(look.coordinates ? [names(look.flipped)] : []),
  ],
  piece: ({ side }, { prefix }) => svg('g', {}, sign(side, prefix)),
};

export const tictactoe: GameView = {
  ...pointGame(geometry, kind),
  id: 'tictactoe',
  playerTags: ['White', 'Black'],
  example: 'b2',
  formats: ['json'],
  start: '--------- X',
  hints: true,
  art,
  words: placingWords(
    { en: 'Tic-tac-toe board', 'zh-Hans': '井字棋棋盘', 'zh-Hant': '井字棋棋盤' },
    (square) => square,
  ),
  moveName: (text) => text,
};
