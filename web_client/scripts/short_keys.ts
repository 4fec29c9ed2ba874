import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

type Words = Readonly<Record<string, string>>;

/** The words that such a file holds. */
const wordsIn = (code: string): Words =>
  runInNewContext(`(${/=\s*(\{[^]*\})\s*as const/.exec(code)?.[1] ?? ''})`) as Words;

/** All code that says words. */
export function speakingCode(source: string): string {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const speaking = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('i18n'));
  return speaking.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
}

/** Tells the keys that `code` puts together, by `game.${id}` or named('reason', …); and what it puts them together of. */
export function composedIn(code: string): (key: string) => boolean {
  const templates = [...code.matchAll(/`((?:[\w.]|\$\{[^}]*\})+)`/g)].map(([, text = '']) => text);
  const prefixes = [...code.matchAll(/named\(\s*['`]([^'`]*)['`]/g)].map(([, text = '']) => text);
  const patterns = [...templates, ...prefixes, ...prefixes.map((text) => `${text}.\${}`)]
    .filter((text) => /^\w+(\.|$)/.test(text))
    .map((text) => text.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+'));
  const composed = new RegExp(`^(${patterns.join('|')})$`);
  return (key) => composed.test(key);
}

const groupOf = (key: string): string => key.slice(0, key.lastIndexOf('.') + 1);

/** Keys as `inOrder` reads them. */
const grouped = (keys: readonly string[]): string =>
  keys
    .flatMap((key, place) => {
      const group = groupOf(key);
      const name = key.slice(group.length);
      return group === groupOf(keys[place - 1] ?? '') ? [name] : [group, name];
    })
    .join(' ');

/** The keys of the files of words in `source`/i18n, and their names in a build. */
export class ShortKeys {
  /** By area: the keys that keep their names, then those that are named by the area's letter and their place here. */
  private readonly keys = new Map<string, { letter: string; kept: string[]; short: string[] }>();
  private readonly names = new Map<string, string>();

  constructor(source: string) {
    const code = speakingCode(source);
    const isComposed = composedIn(code);
    const isShort = (key: string): boolean => code.includes(`'${key}'`) && !isComposed(key);
    for (const [index, file] of readdirSync(join(source, 'i18n/en')).sort().entries()) {
      const all = Object.keys(wordsIn(readFileSync(join(source, 'i18n/en', file), 'utf8')));
      const letter = String.fromCharCode(97 + index);
      const kept = all.filter((key) => !isShort(key));
      const short = all.filter(isShort);
      this.keys.set(file, { letter, kept, short });
      for (const [place, key] of short.entries()) this.names.set(key, `${letter}${kept.length + place}`);
    }
  }

  nameOf(key: string): string {
    return this.names.get(key) ?? key;
  }

  /** A file of words as its texts alone, in the order of the English ones. */
  words(code: string, file: string): string {
    const { letter = '', kept = [], short = [] } = this.keys.get(file) ?? {};
    const words = wordsIn(code);
    const texts = [...kept, ...short].map((key) => words[key]).join('\n');
    const [, name = ''] = /export const (\w+)/.exec(code) ?? [];
    const given = [grouped(kept), letter, texts].map((one) => JSON.stringify(one)).join(', ');
    return `import { inOrder } from '../translate';\nexport const ${name} = inOrder(${given});`;
  }

  /** Code that says words, by the names that their keys have in a build. */
  speaking(code: string): string {
    return code.replace(/(?<=(['"]))\w+(?:\.\w+)+(?=\1)/g, (key) => this.nameOf(key));
  }
}

/** Most keys stand whole in the code. In a build, of which they were 5 KB, they are a letter and a number. */
export function shortKeys(root: string): Plugin {
  const source = join(root, 'src');
  let keys: ShortKeys;
  return {
    name: 'short-keys',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      keys = new ShortKeys(source);
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?(\?traditional)?$/ },
      handler(code, id) {
        if (!id.startsWith(source)) return null;
        const [path = ''] = id.split('?');
        return /\/i18n\/(en|zh-Hans)\//.test(path) ? keys.words(code, basename(path)) : keys.speaking(code);
      },
    },
  };
}
