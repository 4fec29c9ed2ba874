import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PROPERTY = /--[a-z][\w-]*/g;
/** What Lightning CSS makes `light-dark()` of. */
const THEME = '--lightningcss-light --lightningcss-dark ';

/** The texts of the files below `folder` whose names match. */
const textsOf = (folder: string, names: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

/** What renames the custom properties of `styles` that `code` does not name. */
export function shortened(styles: string, code: string): (text: string) => string {
  const all = new Set(styles.match(PROPERTY));
  const kept = new Set(code.match(PROPERTY));
  const short = [...all].filter((name) => !kept.has(name)).sort();
  // In capitals, which no name has that is kept.
  const names = new Map(short.map((name, place) => [name, `--${(place + 10).toString(36).toUpperCase()}`]));
  return (text) => text.replace(PROPERTY, (name) => names.get(name) ?? name);
}

/** Gives the custom properties that only styles name, and those of the theme, a short name in a build. */
export function shortProperties(root: string): Plugin {
  let rename = (text: string): string => text;
  return {
    name: 'short-properties',
    apply: 'build',
    buildStart() {
      const source = join(root, 'src');
      const page = readFileSync(join(root, 'index.html'), 'utf8');
      rename = shortened(THEME + textsOf(source, /\.css$/), textsOf(source, /\.tsx?$/) + page);
    },
    renderChunk: (code) => rename(code),
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = rename(String(file.source));
    },
  };
}
