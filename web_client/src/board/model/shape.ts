import type { Square } from './position';

/** As on lichess: plain, with Shift or Ctrl, with Alt, with both. */
export type Colour = 'orange' | 'red' | 'blue' | 'green';

/** An arrow, or a circle where it ends where it began. */
export interface Shape {
  readonly from: Square;
  readonly to: Square;
  readonly colour: Colour;
  /** Stands on the square, in the place of a circle. */
  readonly label?: string;
}

/** By the keys that are down at this moment. Alt is Option on a Mac, where Ctrl with a click asks for a menu. */
export const colourOf = (keys: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'altKey'>): Colour => {
  const strong = keys.shiftKey || keys.ctrlKey;
  if (keys.altKey) return strong ? 'green' : 'blue';
  return strong ? 'red' : 'orange';
};
