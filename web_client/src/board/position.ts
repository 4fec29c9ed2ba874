// Where pieces stand and how they move, as boards, hands and games speak of it.

export type Side = 'first' | 'second';
export const opponentOf = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** A square or point as the protocol writes it: `h2`, `h8`, `d3`. */
export type Square = string;

export interface Piece {
  readonly side: Side;
  /** Xiangqi: `k a b n r c p`; gomoku `stone`; anti-reversi `disc`. */
  readonly kind: string;
}

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

/** A point in the user units of the board's drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
