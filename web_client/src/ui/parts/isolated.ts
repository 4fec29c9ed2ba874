/** Hebrew, Arabic and their neighbours, and signs of direction, which names of a file may hold. */
const FROM_THE_RIGHT = /[\u202a-\u202e\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name to be put between others: two that are written from right to left would change places with what joins them. */
export const isolated = (name: string): string => (FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name);
