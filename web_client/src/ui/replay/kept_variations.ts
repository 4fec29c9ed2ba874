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
