import './board/materials.css';
import './board/board.css';
import './board/marks.css';
import './board/mini_board.css';
import { pieceSets, type GameView } from './games/kit/game';
import { pointAt, pointBoardText } from './games/kit/point_board';
import { loadGame } from './games/index';
import type { GameName } from './protocol/types';
import { cards } from './games/cards';
import { createBoard, type Board, type BoardSettings, type BoardState } from './board/board';
import { miniBoard } from './board/drawing/mini_board';
import { textureBoard } from './ui/boards/board_texture';

// Drives board_demo.html. `?show=<part of a caption>` shows some, `?theme=dark`, `?size=300px`.

interface Exhibit {
  readonly caption: string;
  readonly game: GameName;
  readonly state: BoardState & { readonly position: string };
  readonly settings?: Partial<BoardSettings>;
}

const midgame = 'r1b1kabr1/4a1c2/1cn6/p1p1pR2p/6pn1/2PN5/P3P1P1P/1C2C1N2/9/R1BAKAB2 w';
const stones = {
  first: ['f10', 'h9', 'i10', 'k11', 'j9', 'h8', 'i8', 'j8', 'k8', 'l8', 'g7', 'h7'],
  second: ['j11', 'h10', 'j10', 'g9', 'i9', 'g8', 'g6', 'i7', 'j7', 'l7', 'e5'],
};
const discs = [
  'OX-O----',
  'OOX--XO-',
  'OOXXXX--',
  '-OXXOX--',
  '--OOXX--',
  '-OOOO---',
  '-----O--',
  '--------',
].join('');

const gomokuPosition = (turn: 'X' | 'O'): string =>
  pointBoardText(15, stones.first.join(' '), stones.second.join(' ')).replace(/X$/, turn);

const horseMoves = ['d4c6', 'd4e6', 'd4b5', 'd4f5', 'd4f3', 'd4c2', 'd4e2', 'f6f9', 'f6e6', 'e0e1'];

const emptyPoints = (position: string): string[] =>
  Array.from(position).flatMap((sign, index) => (sign === '-' ? [pointAt(index, 15)] : []));

const exhibits: readonly Exhibit[] = [
  {
    caption: 'xiangqi, your move',
    game: 'xiangqi',
    state: { position: midgame, lastMove: 'g7h5', legal: horseMoves },
  },
  {
    caption: 'xiangqi flipped, check',
    game: 'xiangqi',
    state: { position: midgame, check: true, lastMove: 'f3f6' },
    settings: { flipped: true },
  },
  {
    caption: 'xiangqi analysis and premove',
    game: 'xiangqi',
    state: {
      position: midgame,
      premove: 'd4e6',
      arrows: [
        { move: 'f6f9', rank: 'best' },
        { move: 'b2b7', rank: 'second' },
      ],
    },
  },
  ...pieceSets.map((pieceSet) => ({
    caption: `piece set ${pieceSet}`,
    game: 'xiangqi' as const,
    state: { position: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w' },
    settings: { pieceSet },
  })),
  {
    caption: 'gomoku, won',
    game: 'gomoku',
    state: {
      position: gomokuPosition('O'),
      lastMove: 'l8',
      winLine: ['h8', 'i8', 'j8', 'k8', 'l8'],
    },
  },
  {
    caption: 'gomoku, your move, forbidden points',
    game: 'gomoku',
    state: {
      position: gomokuPosition('X'),
      lastMove: 'g8',
      legal: emptyPoints(gomokuPosition('X')),
      forbidden: ['f8', 'm8', 'e9'],
      arrows: [{ move: 'f11', rank: 'best' }],
    },
  },
  {
    caption: 'anti-reversi, black to move',
    game: 'antireversi',
    state: {
      position: `${discs} X`,
      lastMove: 'f7',
      legal: ['h1', 'h2', 'a4', 'a5', 'b5', 'a7', 'b7', 'c7', 'd7', 'e7', 'g8'],
    },
  },
  {
    caption: 'anti-reversi flipped, white to move',
    game: 'antireversi',
    state: { position: `${discs} O`, lastMove: 'f4', legal: ['c1', 'e1', 'g4', 'g5', 'g6'] },
    settings: { flipped: true },
  },
];

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'light';
document.documentElement.style.setProperty('--size', query.get('size') ?? '420px');
const main = document.querySelector('main');

function exhibit(caption: string): HTMLElement {
  const figure = document.createElement('figure');
  const title = document.createElement('figcaption');
  title.textContent = caption;
  const host = document.createElement('div');
  figure.append(title, host);
  main?.append(figure);
  return host;
}

/** Moves are shown as they come, without an opponent: enough to see them animated. */
function showAndPlay(board: Board, game: GameView, state: Exhibit['state']): void {
  let position = game.parsePosition(state.position);
  board.onMove = (move) => {
    position = game.after(position, move);
    board.set({ ...state, position, lastMove: move });
  };
  board.set(state);
}

const boards: Board[] = [];
for (const { caption, game: id, state, settings } of exhibits) {
  if (!caption.includes(query.get('show') ?? '')) continue;
  const game = await loadGame(id);
  const board = createBoard(exhibit(caption), game, settings);
  showAndPlay(board, game, state);
  boards.push(board);
}
for (const { game: id, state } of exhibits.filter(({ caption }) => /your move|black to move/.test(caption))) {
  const host = exhibit('mini');
  host.style.width = '170px';
  const mini = miniBoard(host, cards[id].mini(state.position), state.position);
  mini.set(state.position, state.lastMove ?? null);
  textureBoard(mini, id, cards[id].mini(state.position));
}
Object.assign(window, { boards });
