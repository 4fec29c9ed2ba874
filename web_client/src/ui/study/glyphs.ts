/** PGN's numbers of what is said of a move or of the position after it, and their signs. */
export const glyphSigns: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
};

/** Those that are offered: one of each of the first two groups at a move, as books have it. */
export const glyphGroups = [[1, 2, 3, 4, 5, 6], [10, 13, 14, 15, 16, 17, 18, 19], [7]] as const;

export type KnownGlyph = (typeof glyphGroups)[number][number];

/** Others as files write them. */
export const signOf = (glyph: number): string => glyphSigns[glyph] ?? `$${glyph}`;

/** With `glyph` where it was not, in the place of others of its group; else without it. */
export function toggled(glyphs: readonly number[], glyph: number): readonly number[] {
  if (glyphs.includes(glyph)) return glyphs.filter((one) => one !== glyph);
  const group: readonly number[] =
    glyphGroups.find((one) => (one as readonly number[]).includes(glyph)) ?? [];
  return [...glyphs.filter((one) => !group.includes(one)), glyph];
}
