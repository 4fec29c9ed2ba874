import type { people as english } from '../en/people';

export const people = {
  'games.title': '棋譜',
  'games.all': '全部',
  'games.more': '更早的對局',
  'games.search': '棋手',
  'games.none': '還沒有下完的棋。',

  'watch.title': '正在進行的對局',
} as const satisfies Record<keyof typeof english, string>;
