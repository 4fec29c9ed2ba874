/** Codes that refuse a seat: one may still join as a spectator. */
export const seatRefusals: ReadonlySet<string> = new Set(['full', 'not_allowed', 'forbidden']);
