export const sheets = ['pairings', 'crossTable', 'slips'] as const;
/** What is printed: who meets whom in the shown round, who has met whom, and a slip for each table to be signed. */
export type SheetKind = (typeof sheets)[number];
