import { CarryHand } from '../../board/input/carry_hand';
import { opposite, type GameView, type Move, type Position, type Square } from '../kit/game';
import { art } from './art';
import { geometry } from './geometry';
import licence from './outlines.OFL.txt?url';
import { loadPieceSet } from './pieces';
import { balance, captured } from './material';
import { notationOf, written } from './notation';
import { parsePosition } from './position';
import { premoves } from './premoves';
import { words } from './words';

const parseMove = (text: string): Move => ({ from: text.slice(0, 2), to: text.slice(2) });

/** What stands on the target is captured, of either side. Unchanged where nothing stands on the origin. */
function after(position: Position, text: string): Position {
  const { from, to } = parseMove(text);
  const pieces = new Map(position.pieces);
  const carried = from && pieces.get(from);
  if (!from || !carried) return position;
  pieces.delete(from);
  pieces.set(to, carried);
  return { pieces, turn: opposite(position.turn) };
}

/** One pass over at most 32 pieces. */
function royal(position: Position): Square | null {
  for (const [square, piece] of position.pieces)
    if (piece.kind === 'k' && piece.side === position.turn) return square;
  return null;
}

/** One value: xiangqi has one board and one rule here. */
export const xiangqi: GameView = {
  id: 'xiangqi',
  notations: { of: notationOf, written },
  example: 'C2=5',
  facesPlayer: true,
  playerIcon: 'letter',
  iconKind: 'k',
  playerTags: ['Red', 'Black'],
  formats: ['pgn', 'dhtmlxq', 'xqf', 'json'],
  setUp: () => import('./set_up').then(({ setUpOn }) => setUpOn(geometry)),
  start: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w',
  captured,
  balance,
  openings: () => import('./openings').then(({ openings }) => openings),
  hand: 'carry',
  newHand: (events) => new CarryHand(events),
  hints: false,
  geometry,
  art,
  words,
  licence,
  loadPieceSet,
  parsePosition,
  parseMove,
  formatMove: ({ from = '', to }) => from + to,
  moveName: (text) => `${text.slice(0, 2)}-${text.slice(2)}`.toUpperCase(),
  after,
  premoves,
  letters: { k: 'k', g: 'k', a: 'a', b: 'b', e: 'b', n: 'n', h: 'n', r: 'r', c: 'c', p: 'p', s: 'p' },
  royal,
};
