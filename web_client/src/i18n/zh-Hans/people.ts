import type { people as english } from '../en/people';

export const people = {
  'games.title': '棋谱',
  'games.all': '全部',
  'games.more': '更早的对局',
  'games.search': '棋手',
  'games.none': '还没有下完的棋。',

  'watch.title': '正在进行的对局',
} as const satisfies Record<keyof typeof english, string>;
