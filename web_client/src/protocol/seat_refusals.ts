import { Refusal } from './connection';

/** Whether `error` refuses a seat: one may still join as a spectator, also with too many `games` of one's own. */
export const refusesSeat = (error: unknown): boolean =>
  error instanceof Refusal &&
  (['full', 'not_allowed', 'forbidden'].includes(error.code) || error.reason === 'games');
