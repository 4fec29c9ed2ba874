import type { Dictionary, PageWords } from './keys';
import type { LanguageTag } from './translate';

/** 繁體, made of 简体 with a table that is fetched for that. */
async function traditional(words: Dictionary | Promise<Dictionary> = {}): Promise<Dictionary> {
  const [{ inTraditional }, simplified] = await Promise.all([import('./traditional'), words]);
  return inTraditional(simplified);
}

const simplifiedRoom = async () => (await import('./zh-Hans/room')).room;

/** Words that have files of their own. The first visit reads `common` without the table: the build makes that file. */
const files = {
  common: {
    en: async () => (await import('./en/common')).common,
    'zh-Hans': async () => (await import('./zh-Hans/common')).common,
    'zh-Hant': async () => (await import('./zh-Hans/common?traditional')).common,
  },
  room: {
    en: async () => (await import('./en/room')).room,
    'zh-Hans': simplifiedRoom,
    'zh-Hant': () => traditional(simplifiedRoom()),
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

/** Where words come from. */
export type Source = FileArea | PageWords;

/** What `source` says in `tag`. */
export async function wordsFrom(source: Source, tag: LanguageTag): Promise<Dictionary> {
  if (typeof source === 'string') return files[source][tag]();
  return tag === 'zh-Hant' ? traditional(source['zh-Hans']) : (source[tag] ?? {});
}
