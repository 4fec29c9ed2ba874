/** A point in the user units of a board's drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner; y grows downwards. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
