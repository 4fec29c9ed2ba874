import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The house of the client, read from its sources: what knows what.
const root = fileURLToPath(new URL('../../src/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const known = new Set(files);

/** The files of ours that `name` imports: values, types, and what it fetches later. */
function imports(name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8');
  return [...text.matchAll(/(?:from|^import|\bimport\()\s*'(\.[^'?]*)'/gm)].flatMap(([, path = '']) => {
    const base = normalize(join(dirname(name), path));
    return [base, `${base}.ts`, `${base}.tsx`].filter((one) => known.has(one));
  });
}

type Graph = ReadonlyMap<string, readonly string[]>;

const graph: Graph = new Map(files.map((name) => [name, imports(name)]));

/** What each folder imports from others. */
const folders: Graph = new Map(
  [...new Set(files.map(dirname))].map((folder) => [
    folder,
    [...graph]
      .filter(([name]) => dirname(name) === folder)
      .flatMap(([, names]) => names.map(dirname).filter((other) => other !== folder)),
  ]),
);

/** The ways in `all` that lead from something back to itself. */
function circles(all: Graph): string[] {
  const done = new Set<string>();
  const walk = (name: string, path: readonly string[]): string[] => {
    if (path.includes(name)) return [[...path.slice(path.indexOf(name)), name].join(' > ')];
    if (done.has(name)) return [];
    const found = (all.get(name) ?? []).flatMap((next) => walk(next, [...path, name]));
    done.add(name);
    return found;
  };
  return [...new Set([...all.keys()].flatMap((name) => walk(name, [])))];
}

describe('the sources', () => {
  it('are read', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(graph.get('main.tsx')).toContain('ui/app.tsx');
    expect(graph.get('ui/app.tsx'), 'fetched later').toContain('ui/room/room_page.tsx');
    expect(graph.get('ui/services/socket_client.ts'), 'a type').toContain('state/account.ts');
  });

  it('import in no circle, neither files nor folders', () => {
    expect(circles(new Map([['a', ['b', 'c']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b > c > b']); // prettier-ignore
    expect(circles(graph)).toEqual([]);
    expect(circles(folders)).toEqual([]);
  });

  it.each([
    ['base', /^base\//],
    ['board', /^(board|base)\//],
    ['sound', /^sound\//],
    ['protocol', /^(protocol|base)\//],
    ['i18n', /^(i18n|base)\//],
    ['games', /^(games|board|protocol|base)\//],
    ['state', /^(state|protocol|i18n|base)\//],
  ])('of %s know nothing above them', (folder, allowed) => {
    const strangers = files
      .filter((name) => name.startsWith(`${folder}/`))
      .flatMap((name) =>
        (graph.get(name) ?? []).filter((next) => !allowed.test(next)).map((next) => `${name}: ${next}`),
      );
    expect(strangers).toEqual([]);
  });

  it('are short: no file has more than 300 lines without comments, no style more than 250', () => {
    const code = (text: string): string => text.replaceAll(/^\s*\/\*[^]*?\*\/\n|^\s*\/\/.*\n/gm, '');
    const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const limits = [
      [/\.css$/, 250],
      [/(?<!outlines)\.tsx?$/, 300],
    ] as const;
    const long = limits.flatMap(([pattern, most]) =>
      all
        .filter((name) => pattern.test(name))
        .filter((name) => code(readFileSync(join(root, name), 'utf8')).split('\n').length - 1 > most),
    );
    expect(long).toEqual([]);
  });

  it('write no signals but their own: views and hooks none, models those of `this`', () => {
    const others = files
      .filter((name) => !name.startsWith('sound/')) // Those values are volumes and pitches.
      .flatMap((name) => {
        const text = readFileSync(join(root, name), 'utf8');
        const isView = name.endsWith('.tsx') || name.includes('/use_');
        return [...text.matchAll(/([\w.#]+)\.value(?: (?:=|\+=|-=) |\+\+|--)/g)]
          .map(([, owner = '']) => owner)
          .filter((owner) => isView || !/^this\.#?\w+$/.test(owner))
          .map((owner) => `${name}: ${owner}`);
      });
    // Fields that are filled or emptied, and the module that watches the window.
    expect(others).toEqual([
      'ui/core/copy.ts: area',
      'ui/core/layout.ts: matches',
      'ui/lobby/clock_picker.tsx: currentTarget',
      'ui/people/import_dialog.tsx: event.currentTarget',
      'ui/study/new_chapter.tsx: event.currentTarget',
    ]);
  });

  it('write the history of the browser in three files', () => {
    const writing = files.filter((name) =>
      /(?<![.\w])history\.(?:pushState|replaceState|go|back)\(/.test(readFileSync(join(root, name), 'utf8')),
    );
    expect(writing.sort()).toEqual([
      'ui/core/overlays.ts',
      'ui/replay/kept_variations.ts',
      'ui/services/navigation.ts',
    ]);
  });

  it('keep connection, account and server time apart', () => {
    expect(graph.get('protocol/connection.ts')?.filter((next) => !next.startsWith('protocol/'))).toEqual([]);
    expect(graph.get('state/server_time.ts')).toEqual([]);
    const known = graph.get('state/account.ts') ?? [];
    expect(known.filter((next) => /connection|server_time|socket_client/.test(next))).toEqual([]);
  });

  it('ask nowhere which game it is, but in its own folder', () => {
    const asking = files
      .filter((name) => !name.startsWith('games/'))
      .filter((name) => /[!=]== '(xiangqi|gomoku|antireversi)'/.test(readFileSync(join(root, name), 'utf8')));
    expect(asking).toEqual([]);
  });
});

describe('the unit tests', () => {
  const tests = readdirSync(fileURLToPath(new URL('./', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  });

  it('stand where the tested file does, by its name, and a topic: `board/board.held.test.ts` tests board/board.ts', () => {
    const stems = new Set(files.map((name) => name.replace(/\.tsx?$/, '')));
    const strangers = tests
      .filter((name) => /\.test\.tsx?$/.test(name) && name.includes('/')) // Those beside this one look at all sources.
      .filter((name) => !stems.has(name.replace(/(\.\w+)?\.test\.tsx?$/, '')));
    expect(strangers).toEqual([]);
    expect(
      readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.test.')),
    ).toEqual([]);
  });
});
