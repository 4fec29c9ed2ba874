import type { Area, Dictionary } from './keys';
import type { LanguageTag } from './translate';

type File = 'first' | 'more' | 'learn';
type Load = () => Promise<Partial<Record<Area, Dictionary>>>;

/** English travels with the pages that speak it, as the measure of all dictionaries; the others come when chosen. */
const files: Readonly<Record<Exclude<LanguageTag, 'en'>, Readonly<Record<File, Load>>>> = {
  'zh-Hans': {
    first: () => import('./zh-Hans/first'),
    more: () => import('./zh-Hans/more'),
    learn: () => import('./zh-Hans/learn'),
  },
  'zh-Hant': {
    first: () => import('./zh-Hant/first'),
    more: () => import('./zh-Hant/more'),
    learn: () => import('./zh-Hant/learn'),
  },
};

const fileOf: Readonly<Partial<Record<Area, File>>> = { common: 'first', room: 'first', learn: 'learn' };

export const languageNames: Readonly<Record<LanguageTag, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};
export const languageTags = Object.keys(languageNames) as readonly LanguageTag[];

/** The words of one area; nothing for English, which is already here. */
export async function loadArea(tag: LanguageTag, area: Area): Promise<Dictionary> {
  if (tag === 'en') return {};
  const file = await files[tag][fileOf[area] ?? 'more']();
  return file[area] ?? {};
}
