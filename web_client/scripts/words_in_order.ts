import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

/** The words that such a file holds. */
const wordsIn = (code: string): Readonly<Record<string, string>> =>
  runInNewContext(`(${/=\s*(\{[^]*\})\s*as const/.exec(code)?.[1] ?? ''})`) as Record<string, string>;

/** A file of words in 简体 without the keys, which stand in the English one, in the order in which the texts are here. */
export function withoutKeys(code: string, english: string): string {
  const [, name = ''] = /export const (\w+)/.exec(code) ?? [];
  const words = wordsIn(code);
  const texts = Object.keys(wordsIn(english)).map((key) => words[key]);
  return [
    `import { ${name} as english } from '../en/${name}';`,
    `import { inOrder } from '../translate';`,
    `export const ${name} = inOrder(english, ${JSON.stringify(texts.join('\n'))});`,
  ].join('\n');
}

/** Words that come in two languages at once have their keys once. */
export function wordsInOrder(): Plugin {
  return {
    name: 'words-in-order',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/zh-Hans\/(?!common|room)\w+\.ts$/ },
      handler: (code, id) => withoutKeys(code, readFileSync(id.replace('zh-Hans', 'en'), 'utf8')),
    },
  };
}
