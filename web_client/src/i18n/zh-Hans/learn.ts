import type { learn as english } from '../en/learn';

export const learn = {
  'learn.title': '怎么下',
} as const satisfies Record<keyof typeof english, string>;
