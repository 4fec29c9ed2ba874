import { openings as gomoku } from './gomoku/openings';
import { openings as xiangqi } from './xiangqi/openings';

/** What the openings of each game are called: in one file, for each is small. */
export const openings = { gomoku, xiangqi };
