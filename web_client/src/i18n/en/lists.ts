/** Words at the ends of lists. Other languages have exactly these keys. */
export const lists = {
  'list.more': 'More',
  'list.last': 'The last {n}.',
} as const;
