import type { Dictionary } from './keys';
import type { LanguageTag } from './translate';

/** What a language says at first: the common words, and those of rooms. English is in the scripts that speak it. */
const first = {
  'zh-Hans': () => import('./zh-Hans/first'),
  'zh-Hant': () => import('./zh-Hant/first'),
} as const;

export const languageNames: Readonly<Record<LanguageTag, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};
export const languageTags = Object.keys(languageNames) as readonly LanguageTag[];

/** The words that have a file of their own; none for English. */
export async function loadFirst(tag: LanguageTag): Promise<Dictionary> {
  if (tag === 'en') return {};
  const { common, room } = await first[tag]();
  return { ...common, ...room };
}
