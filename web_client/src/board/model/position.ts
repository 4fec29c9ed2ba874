import type { Side } from '../../base/side';

// Where pieces stand and how they move, as boards, hands and games speak of it.

export type { Box, Point } from '../../base/box';
export { opposite, type Side } from '../../base/side';

/** A square or point as the protocol writes it: `h2`, `h8`, `d3`. */
export type Square = string;

export interface Piece {
  readonly side: Side;
  /** Xiangqi: `k a b n r c p`; gomoku `stone`; anti-reversi `disc`. */
  readonly kind: string;
}

/** Whether both are equal pieces, or both are none. */
export const samePiece = (a: Piece | undefined, b: Piece | undefined): boolean =>
  a?.kind === b?.kind && a?.side === b?.side;

export type Pieces = ReadonlyMap<Square, Piece>;

export interface Position {
  readonly pieces: Pieces;
  readonly turn: Side;
}

/** A move as a hand makes it: a piece carried from one square to another, or placed on a square. */
export interface Move {
  readonly from?: Square;
  readonly to: Square;
}
