/** Words around the lessons; the lessons themselves are in ui/learn. Other languages have exactly these keys. */
export const learn = {
  'learn.title': 'How to play',
} as const;
