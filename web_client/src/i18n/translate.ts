import type { Dictionary, Key, LanguageTag } from './keys';

export type { LanguageTag };

export type Params = Readonly<Record<string, string | number>>;

/** Fills `{name}` places, and `{name|one|many}` by the number that it names; one without a value stays visible, so that
 *  it is noticed. Chinese has one form for all numbers. */
export const fill = (text: string, params: Params): string =>
  text
    .replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) =>
      params[name] === 1 ? one : many,
    )
    .replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));

/** Words as a build gives them (scripts/short_keys.ts): a text a line, the first ones under the names of their keys, the
 *  others under a letter and their place. What ends with a dot, names begin with until there is another one. */
export function inOrder(kept: string, letter: string, texts: string): Dictionary {
  const keys: string[] = [];
  let group = '';
  for (const word of kept.split(' '))
    if (word.endsWith('.')) group = word;
    else if (word) keys.push(group + word);
  const named = texts.split('\n').map((text, place) => [keys[place] ?? `${letter}${place}`, text]);
  return Object.fromEntries(named) as Dictionary;
}

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
