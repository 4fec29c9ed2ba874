import type { Dictionary } from './keys';
import type { LanguageTag } from './translate';

/** Words that have a file of their own in each language. */
const files = {
  common: {
    en: async () => (await import('./en/common')).common,
    'zh-Hans': async () => (await import('./zh-Hans/common')).common,
    'zh-Hant': async () => (await import('./zh-Hant/common')).common,
  },
  room: {
    en: async () => (await import('./en/room')).room,
    'zh-Hans': async () => (await import('./zh-Hans/room')).room,
    'zh-Hant': async () => (await import('./zh-Hant/room')).room,
  },
} as const;

/** The words of every page, and those of all pages with rooms and boards. */
export type FileArea = keyof typeof files;

export const languageNames: Readonly<Record<LanguageTag, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};
export const languageTags = Object.keys(languageNames) as readonly LanguageTag[];

export const loadArea = (tag: LanguageTag, area: FileArea): Promise<Dictionary> => files[area][tag]();
