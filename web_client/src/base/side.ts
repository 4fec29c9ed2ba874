/** Who moves first and who second: red and black, black and white, ... as the game names them. */
export type Side = 'first' | 'second';

/** In the order of all pairs of the protocol. */
export const SIDES = ['first', 'second'] as const;

export const opposite = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** One value for each side, first before second. */
export type BySide<T> = readonly [first: T, second: T];

/** The value of `side`. */
export const forSide = <T>(pair: BySide<T>, side: Side): T => pair[side === 'first' ? 0 : 1];
