// What a board must know of a game to draw it and to let it be played: how it looks, what its squares, pieces and moves
// are called. No rules: the server sends the legal moves, and its word is final. What a game says here is only drawn:
// a wrong `after` or `premoves` looks wrong for one round trip, and cannot make a move that the server did not allow.
//
// Squares, moves and positions are texts of the protocol (docs/protocol.md, docs/formats.md). Lengths are user units of
// the drawing, the unit of SVG's viewBox, whose y grows downwards; `flipped` puts the second side at the bottom.

import type { LanguageTag } from '../../base/language';
import type { Hand, HandEvents, Placing } from './hand';
import type { Material, Rails } from '../wood/material';
import type { Box, Move, Piece, Point, Position, Side, Square } from './position';
import type { BoardKind } from '../wood/board_theme';

export * from './position';

export type { LanguageTag };

/**
 * Where squares lie. Pure: equal questions have equal answers for as long as the page lives. `flipped` turns the
 * board by 180 degrees; the box stays.
 */
export interface Geometry {
  readonly files: number;
  readonly ranks: number;
  /** What is seen of the drawing; the second where the board goes from edge to edge of a phone. */
  readonly viewBox: Box;
  readonly narrowBox: Box;
  /** Distance of neighbouring squares, and the radius of a piece, in user units. */
  readonly cell: number;
  readonly radius: number;
  /**
   * A hand aims at crossings of lines, or into cells. That decides the shape of the dead zone: round at crossings,
   * square in cells.
   */
  readonly aim: 'crossing' | 'cell';
  /** Squares as the eye reads them, top row first, left to right. Made once: the same arrays at each call. */
  rows(flipped: boolean): readonly (readonly Square[])[];
  /** @pre `square` is a square of this board. Throws RangeError on others. */
  pointOf(square: Square, flipped: boolean): Point;
  /**
   * The square whose centre is nearest, or null when it is further than `reach` cells: the dead zone, or beyond the
   * edge. `point` may lie anywhere.
   */
  squareAt(point: Point, flipped: boolean, reach: number): Square | null;
}

/** The faces of xiangqi pieces; the other games have one face and ignore it. */
export type PieceSet = 'kai' | 'serif' | 'hybrid' | 'pictogram';
export const pieceSets: readonly PieceSet[] = ['kai', 'serif', 'hybrid', 'pictogram'];

/** How a board is to be drawn. A value: drawings made with another one are void as a whole. */
export interface Look {
  readonly flipped: boolean;
  readonly coordinates: boolean;
  /** In coordinates, for the side that counts so. */
  readonly chineseNumerals?: boolean;
  readonly pieceSet: PieceSet;
  /** From edge to edge of a phone: the narrow box. */
  readonly narrow: boolean;
  /**
   * Before every id of the drawing, because ids are global to a page. Unique to a board, and the same for as long as
   * it lives.
   */
  readonly prefix: string;
}

/** Where the shadow of a piece lies, from the piece's own centre, and how far it reaches. */
export interface Shadow extends Point {
  readonly radius: number;
}

/**
 * Draws a game. Pieces are drawn around 0,0, in user units. Each call makes new elements, which belong to the caller:
 * an element can be in one place only.
 */
export interface Art {
  /** The class of what the board is made of, of materials.css. */
  readonly surface: string;
  /** What the board is made of, for the canvas under the drawing. */
  material(boards: BoardKind, dark: boolean): Material;
  /** How wide the rails round the field are. Zero where there are none. */
  rails(narrow: boolean): Rails;
  /** Under a piece that stands. */
  readonly shadow: Shadow;
  /** Gradients that the other two refer to. */
  paints(prefix: string): SVGElement[];
  /** Lines and names, over the material. Drawn anew at each change of the look. */
  ground(look: Look): SVGElement[];
  /** Without its shadow. Called once for each kind and side of a board: copies refer to it. */
  piece(piece: Piece, look: Look): SVGElement;
}

/**
 * What the game says aloud; the labels of the board's accessible grid are made of these. Texts of three languages,
 * not of the dictionaries: a board is used without any page around it, too.
 */
export interface Words {
  readonly board: Readonly<Record<LanguageTag, string>>;
  side(side: Side, language: LanguageTag): string;
  piece(piece: Piece, language: LanguageTag): string;
  /** "file 2, rank 3", "H8". Xiangqi counts files from the right of the side at the bottom. */
  square(square: Square, language: LanguageTag, flipped: boolean): string;
  /** "red cannon, file 2, rank 3", "H8, black", "d3, empty". */
  cell(square: Square, piece: Piece | undefined, language: LanguageTag, flipped: boolean): string;
}

/**
 * What a game must tell a board. One value for all boards of a game, a rule and a size; it keeps no state of any of
 * them. Add a game: docs/adding-a-game.md.
 */
export interface BoardGame {
  readonly id: string;
  /**
   * How a hand makes a move: carries a piece, or places one. Decides, too, how two positions are compared: see
   * `difference`.
   */
  readonly hand: 'carry' | 'place';
  /** A hand of its own for one board, which it lives as long as. */
  newHand(events: HandEvents, placing: Placing): Hand;
  /** Whether legal squares are few enough to be shown before anything is picked up. */
  readonly hints: boolean;
  readonly geometry: Geometry;
  readonly art: Art;
  readonly words: Words;
  /**
   * Throws on text that the server would never send. Linear in the squares; called at each change of the position.
   */
  parsePosition(text: string): Position;
  /**
   * Null for a move without a square, such as `pass`. Other text is not checked: it comes from the server or from
   * this game.
   */
  parseMove(text: string): Move | null;
  /** The reverse of `parseMove`. */
  formatMove(move: Move): string;
  /** Short name for buttons and lists: "H2-E2", "H8", "d3". */
  moveName(text: string, language: LanguageTag): string;
  /**
   * How the board looks after `text`: drawn at once, while the server has not yet answered. Does not check that the
   * move is legal. `position` stays as it is.
   */
  after(position: Position, text: string): Position;
  /**
   * Moves that `side` may make ahead, while the other is to move: whatever might be possible when the turn comes,
   * after any reply. More than will be legal, never less: the server's list decides when it is the turn. Arrows of
   * the visitor end at them, too.
   */
  premoves(position: Position, side: Side): readonly string[];
  /**
   * Fetches what a piece set needs and is not here yet; null when all is. Drawings before that look like the usual
   * set. Rejects where it cannot be had; may be called again.
   */
  loadPieceSet?(pieceSet: PieceSet): Promise<void> | null;
  /** Address of the licence that the drawings must travel with. */
  readonly licence?: string;
  /** Kinds that the letters of a keyboard jump to; only where kinds differ. */
  readonly letters?: Readonly<Record<string, string>>;
  /** The square of the piece that a check threatens: of the side to move. Null where it is not on the board. */
  royal?(position: Position): Square | null;
  /** The row of five or more through the last stone, end to end; empty where there is none. */
  winLine?(position: Position, lastMove: string): readonly Square[];
  /**
   * Discs that the side to move would own more after `text`, the placed one included; shown while hovering over a
   * legal square.
   */
  gain?(position: Position, text: string): number;
}
