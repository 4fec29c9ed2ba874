import type { Variation, Variations } from './variations';

/** What this tab remembers of games: a reload brings it back. */
const keyOf = (gameId: string): string => `sanqi.variations.${gameId}`;

/** Characters of JSON; more is not kept. No one tries as many moves by hand. */
const LONGEST = 50_000;

/**
 * Empty where nothing is kept, or it cannot be read. What is kept was written by `keepVariations`, and is not
 * checked.
 */
export function keptVariations(gameId: string): Variations {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(gameId)) ?? '[]');
    return new Map(kept as readonly [number, readonly Variation[]][]);
  } catch {
    return new Map();
  }
}

/** Called at each change; in the storage of the tab, so that two tabs of a game do not mix. */
export function keepVariations(gameId: string, variations: Variations): void {
  const text = JSON.stringify([...variations].filter(([, tree]) => tree.length > 0));
  try {
    if (text.length <= LONGEST) sessionStorage.setItem(keyOf(gameId), text);
  } catch {
    // A full or forbidden storage: they last as long as the page.
  }
}

/** What was tried on boards that begin in different ways, by how they do. */
type Tried = Readonly<Record<string, readonly [number, readonly Variation[]][]>>;

const triedBefore = (): Tried => (history.state as { tried?: Tried } | null)?.tried ?? {};

/**
 * What was tried on a board without a game in this entry of the browser's history: a reload and Back bring it back, a
 * new visit begins with nothing.
 */
export const triedHere = (start: string): Variations => new Map(triedBefore()[start]);

/** Called at each change. Where there is no room for all boards, those before it go; what is too long for itself is not
 *  kept. */
export function keepTried(start: string, variations: Variations): void {
  const before = triedBefore();
  const mine = { [start]: [...variations].filter(([, tree]) => tree.length > 0) };
  if (mine[start]?.length === 0 && !(start in before)) return;
  const tried = [{ ...before, ...mine }, mine].find((all) => JSON.stringify(all).length <= LONGEST);
  if (tried) history.replaceState({ ...(history.state as object | null), tried }, '');
}
