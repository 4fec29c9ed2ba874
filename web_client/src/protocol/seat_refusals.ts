/** Refusals of whoever wants to sit down that are none for whoever wants to look on. */
export const takenSeat: ReadonlySet<string> = new Set(['full', 'not_allowed', 'forbidden']);
