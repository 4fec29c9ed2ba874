import type { Dictionary, Key } from './en';

/** BCP 47 tags of the languages that the pages are written in. */
export type LanguageTag = 'en' | 'zh-Hans';

export type Params = Readonly<Record<string, string | number>>;
export type Translate = (key: Key, params?: Params) => string;

/** Fills `{name}` places; one without a value stays visible, so that it is noticed. */
export const fill = (text: string, params: Params): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));

export const translator =
  (dictionary: Dictionary): Translate =>
  (key, params) =>
    params ? fill(dictionary[key], params) : dictionary[key];

/** The key `prefix.word`, if the dictionary has it: words of the server, such as reasons, may be newer than we are. */
export function keyOf(dictionary: Dictionary, prefix: string, word: string): Key | null {
  const key = `${prefix}.${word}`;
  return Object.hasOwn(dictionary, key) ? (key as Key) : null;
}
