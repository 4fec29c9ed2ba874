import type { Area, Dictionary } from './keys';
import type { LanguageTag } from './translate';

type Loaders = Readonly<Record<Area, () => Promise<Dictionary>>>;

/** English travels with the pages that speak it, as the measure of all dictionaries; the others come when chosen. */
const loaders: Readonly<Record<Exclude<LanguageTag, 'en'>, Loaders>> = {
  'zh-Hans': {
    common: async () => (await import('./zh-Hans/first')).common,
    settings: async () => (await import('./zh-Hans/settings')).settings,
    room: async () => (await import('./zh-Hans/first')).room,
    rare: async () => (await import('./zh-Hans/rare')).rare,
    replay: async () => (await import('./zh-Hans/replay')).replay,
    people: async () => (await import('./zh-Hans/people')).people,
    learn: async () => (await import('./zh-Hans/learn')).learn,
  },
  'zh-Hant': {
    common: async () => (await import('./zh-Hant/first')).common,
    settings: async () => (await import('./zh-Hant/settings')).settings,
    room: async () => (await import('./zh-Hant/first')).room,
    rare: async () => (await import('./zh-Hant/rare')).rare,
    replay: async () => (await import('./zh-Hant/replay')).replay,
    people: async () => (await import('./zh-Hant/people')).people,
    learn: async () => (await import('./zh-Hant/learn')).learn,
  },
};

export const languageNames: Readonly<Record<LanguageTag, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};
export const languageTags = Object.keys(languageNames) as readonly LanguageTag[];

/** The words of one area; nothing for English, which is already here. */
export const loadArea = (tag: LanguageTag, area: Area): Promise<Dictionary> =>
  tag === 'en' ? Promise.resolve({}) : loaders[tag][area]();
