import type { Dictionary, Key } from './keys';

/** BCP 47 tags of the languages that the pages are written in. */
export type LanguageTag = 'en' | 'zh-Hans' | 'zh-Hant';

export type Params = Readonly<Record<string, string | number>>;

/** Fills `{name}` places; one without a value stays visible, so that it is noticed. */
export const fill = (text: string, params: Params): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));

/** The key `prefix.word`, if the dictionary has it: words of the server, such as reasons, may be newer than we are. */
export function keyOf(dictionary: Dictionary, prefix: string, word: string): Key | null {
  const key = `${prefix}.${word}`;
  return Object.hasOwn(dictionary, key) ? (key as Key) : null;
}

/** The best of our languages for what a browser asks for: regions that write traditional characters get those. */
export function languageFor(wanted: readonly string[]): LanguageTag {
  const first = wanted[0]?.toLowerCase() ?? '';
  if (!first.startsWith('zh')) return 'en';
  return /hant|-(tw|hk|mo)\b/.test(first) ? 'zh-Hant' : 'zh-Hans';
}
