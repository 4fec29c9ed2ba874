// What was tried beside the moves of a game: trees of moves that grow from its plies. Immutable; what does not change
// is shared.

/** A move that was tried, and the tree after it. */
export interface Variation {
  readonly move: string;
  /** What was tried after it, the first first. */
  readonly next: readonly Variation[];
}

/** Trees by the ply of the game that they grow from. */
export type Variations = ReadonlyMap<number, readonly Variation[]>;

/** With `moves`, one after another, tried; the same object where they were tried before. */
export function withLine(all: readonly Variation[], moves: readonly string[]): readonly Variation[] {
  const [move, ...rest] = moves;
  if (move === undefined) return all;
  const known = all.find((one) => one.move === move);
  if (!known) return [...all, { move, next: withLine([], rest) }];
  const next = withLine(known.next, rest);
  return next === known.next ? all : all.map((one) => (one === known ? { move, next } : one));
}

/** Without the last of `moves` and all that follows it. */
export function withoutLine(all: readonly Variation[], moves: readonly string[]): readonly Variation[] {
  const [move, ...rest] = moves;
  if (rest.length === 0) return all.filter((one) => one.move !== move);
  return all.map((one) => (one.move === move ? { move, next: withoutLine(one.next, rest) } : one));
}

/** What was tried after `moves`. */
export const childrenAfter = (all: readonly Variation[], moves: readonly string[]): readonly Variation[] =>
  moves.reduce((level, move) => level.find((one) => one.move === move)?.next ?? [], all);

/** What was tried first, to its end. */
export const mainLine = ([first]: readonly Variation[]): readonly string[] =>
  first ? [first.move, ...mainLine(first.next)] : [];
