import type { Side } from '../../base/side';

// Where pieces stand and how they move, as boards, hands and games speak of it.

export type { Box, Point } from '../../base/box';
export { opposite, type Side } from '../../base/side';

/**
 * A square or point as the protocol writes it: `h2`, `h8`, `d3`. A file letter from `a`, and a rank from 0 (xiangqi)
 * or 1.
 */
export type Square = string;

export interface Piece {
  readonly side: Side;
  /** Xiangqi: `k a b n r c p`; gomoku `stone`; anti-reversi `disc`. */
  readonly kind: string;
}

/** Whether both are equal pieces, or both are none. */
export const samePiece = (a: Piece | undefined, b: Piece | undefined): boolean =>
  a?.kind === b?.kind && a?.side === b?.side;

/** Only occupied squares are in it. Never changed: a position after a move has a map of its own. */
export type Pieces = ReadonlyMap<Square, Piece>;

/** Who stands where, and whose turn it is. No history: repetition and clocks are the server's. */
export interface Position {
  readonly pieces: Pieces;
  readonly turn: Side;
}

/** Where the pieces of the side to move stand, while it has a move. */
export const ownSquares = ({ pieces, turn }: Position, legal: readonly Move[]): readonly Square[] =>
  legal.length === 0 ? [] : [...pieces.keys()].filter((square) => pieces.get(square)?.side === turn);

/** A move as a hand makes it: a piece carried from one square to another, or placed on a square. */
export interface Move {
  readonly from?: Square;
  readonly to: Square;
}
