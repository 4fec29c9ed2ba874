import { en, type Dictionary } from './en';
import type { LanguageTag } from './translate';

/** English is part of the first load, as the measure of all dictionaries; the others come when they are chosen. */
const loaders: Readonly<Record<LanguageTag, () => Promise<Dictionary>>> = {
  en: () => Promise.resolve(en),
  'zh-Hans': async () => (await import('./zh-Hans')).zhHans,
};

export const languageNames: Readonly<Record<LanguageTag, string>> = { en: 'English', 'zh-Hans': '简体中文' };
export const languageTags = Object.keys(loaders) as readonly LanguageTag[];
export const loadLanguage = (tag: LanguageTag): Promise<Dictionary> => loaders[tag]();
