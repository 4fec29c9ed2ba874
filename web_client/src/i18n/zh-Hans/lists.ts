import type { lists as english } from '../en/lists';

export const lists = {
  'list.more': '更多',
  'list.last': '最近 {n} 条。',
} as const satisfies Record<keyof typeof english, string>;
