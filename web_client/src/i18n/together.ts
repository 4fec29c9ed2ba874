import type { Dictionary, PageWords } from './keys';

/** The words of several pages, for one that speaks them all. */
export const together = (...pages: readonly PageWords[]): PageWords => ({
  en: Object.assign({}, ...pages.map(({ en }) => en)) as Dictionary,
  'zh-Hans': Object.assign({}, ...pages.map((page) => page['zh-Hans'])) as Dictionary,
});
