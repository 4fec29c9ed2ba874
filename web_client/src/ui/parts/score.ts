const scores: Readonly<Record<string, string>> = { first: '1 – 0', second: '0 – 1', draw: '½ – ½' };

/** A result as it is written between two names. */
export const scoreOf = (result: string | null | undefined): string => scores[result ?? ''] ?? '–';
