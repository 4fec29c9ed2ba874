import type { Square } from './position';

/** A part of the board that is framed: the only one where one may place, or the one where one may not. */
export interface Area {
  readonly squares: readonly Square[];
  readonly isOpen: boolean;
}

/**
 * How a rule divides the `free` squares: the smaller part is what one looks at. Null where all of them are legal.
 * Linear. Null, too, where none is: then there is nothing to frame.
 */
export function areaOf(legal: readonly Square[], free: readonly Square[]): Area | null {
  const allowed = new Set(legal);
  const shut = free.filter((square) => !allowed.has(square));
  if (shut.length === 0 || legal.length === 0) return null;
  return legal.length < shut.length ? { squares: legal, isOpen: true } : { squares: shut, isOpen: false };
}

/** How many files an area spans. */
export const widthOf = ({ squares }: Area): number => new Set(squares.map((square) => square.charAt(0))).size;
