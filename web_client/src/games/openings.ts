import { openingOf as gomoku } from './gomoku/openings';
import { openingOf as xiangqi } from './xiangqi/openings';

/** What knows the openings of each game, in one file, for each is small. */
export const openings = { gomoku, xiangqi };
