import { PlaceHand } from '../../board/input/place_hand';
import { opposite, type GameView, type Geometry, type Piece, type Position, type Square } from './game';
import { freePoints, parsePlacing, parsePointBoard } from './point_board';

/**
 * What games have in common whose pieces are of one `kind` and are placed on a square board. A piece on a square turns
 * those of `turned` to its side.
 */
export const pointGame = (
  geometry: Geometry,
  kind: string,
  turned: (position: Position, square: Square) => readonly Square[] = () => [],
) =>
  ({
    facesPlayer: false,
    playerIcon: 'piece',
    iconKind: kind,
    setUp: () => import('./set_up').then(({ pointBoardSetUp }) => pointBoardSetUp(geometry.files, kind)),
    hand: 'place',
    newHand: (events, placing) => new PlaceHand(events, placing),
    geometry,
    parsePosition: (text) => parsePointBoard(text, geometry.files, kind),
    parseMove: parsePlacing,
    formatMove: ({ to }) => to,
    after(position, text) {
      const turn = opposite(position.turn);
      const move = parsePlacing(text);
      if (!move) return { pieces: position.pieces, turn };
      const pieces = new Map<Square, Piece>(position.pieces);
      // Worked out from the position before: the placed piece is not on it yet.
      for (const square of [move.to, ...turned(position, move.to)])
        pieces.set(square, { side: position.turn, kind });
      return { pieces, turn };
    },
    premoves: (position) => freePoints(geometry, position),
  }) satisfies Partial<GameView>;
