/** Which drawer a phone shows over the board; tablets show the chat in place of the moves. */
export type Sheet = 'moves' | 'chat' | null;
