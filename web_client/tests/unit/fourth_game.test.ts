import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameNames } from '../../src/protocol/types';

// docs/adding-a-game.md, section 7, followed to the letter in a copy of the client.
const client = fileURLToPath(new URL('../../', import.meta.url));
const guide =
  readFileSync(join(client, '../docs/adding-a-game.md'), 'utf8').split('## 7. The client')[1] ?? '';
const root = mkdtempSync(join(tmpdir(), 'sanqi-fourth-'));
const copy = join(root, 'web_client');

/** Whole files, each after its name. */
const files = [...guide.matchAll(/^`([^`\n]+)`:\n\n```ts\n(.*?)^```$/gms)].map(
  ([, name = '', text = '']) => ({ name, text }),
);
/** Lines to add, below those that they follow, or in place of those that go. */
const changes = [...guide.matchAll(/^```diff (\S+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => ({
  name,
  lines: text.trimEnd().split('\n'),
}));

function change(name: string, lines: readonly string[]): void {
  const path = join(root, name);
  const of = (...marks: readonly string[]) =>
    lines.filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1));
  const before = `${of(' ', '-').join('\n')}\n`;
  const text = readFileSync(path, 'utf8');
  expect(text, `${name} has the lines that the guide speaks of`).toContain(before);
  writeFileSync(
    path,
    text.replace(before, () => `${of(' ', '+').join('\n')}\n`),
  );
}

/** What a program of the client's says; fails with the end of that when it fails. */
function run(program: string, ...words: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [join(client, 'node_modules', program), ...words], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined, NO_COLOR: '1' },
  });
  expect(status, `${program} ${words.join(' ')}\n${stdout.slice(-3_000)}`).toBe(0);
  return stdout;
}

beforeAll(() => {
  for (const part of ['src', 'tests/unit', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(client, part), join(copy, part), { recursive: true });
  symlinkSync(join(client, 'node_modules'), join(copy, 'node_modules'));
  for (const folder of ['tests', 'server', 'engine'])
    symlinkSync(join(client, '..', folder), join(root, folder));
  for (const { name, text } of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  for (const { name, lines } of changes) change(name, lines);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Compilers take their time beside others. */
const patience = 240_000;

/** Where games are listed, and files that are about each of them; what stands nowhere else needs no change for another game. */
const lists = [
  'protocol/types.ts',
  'games/index.ts',
  'games/rules.ts',
  'games/kit/textures.ts',
  'state/settings.ts',
  'ui/parts/chinese_names.ts',
  'ui/learn/lessons.ts',
  'ui/lobby/shown_games.ts',
  'demo.ts',
];

/** Files below `src`, but for games' own, tests and words, in which `pattern` is found. */
const filesWith = (pattern: RegExp, ends: readonly string[]): readonly string[] =>
  readdirSync(join(client, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.some((end) => name.endsWith(end)) && !/\.test\.|^i18n/.test(name))
    .filter((name) => !gameNames.some((game) => name.startsWith(`games/${game}/`)))
    .filter((name) => pattern.test(readFileSync(join(client, 'src', name), 'utf8')))
    .sort();

describe('what is written for all games', () => {
  it('names none but where they are listed', () => {
    const named = new RegExp(`['"](${gameNames.join('|')})['"]|\\b(${gameNames.join('|')}):`);
    expect(filesWith(named, ['.ts', '.tsx']).filter((name) => !lists.includes(name))).toEqual([]);
  });

  it('is styled for any', () => {
    expect(filesWith(/data-game/, ['.css', '.ts', '.tsx'])).toEqual([]);
  });

  it('asks for no rule, reason or kind of a piece by how it is written', () => {
    const hidden = /'five'|includes\('x'\)|parseInt\(rule|kind\.length/;
    expect(filesWith(hidden, ['.ts', '.tsx'])).toEqual([]);
  });
});

describe('a fourth game', () => {
  it('is what the guide shows', () => {
    expect(files.map(({ name }) => name.split('/').at(-1))).toEqual(['tictactoe.ts', 'card.ts']);
    expect(changes).toHaveLength(6);
  });

  it('leaves no type unsatisfied', { timeout: patience }, () => {
    expect(run('typescript/bin/tsc', '--noEmit')).toBe('');
  });

  it('passes what all games pass, and is known in all languages', { timeout: patience }, () => {
    const suites = ['src/games/index.test.ts', 'tests/unit/imports.test.ts', 'tests/unit/i18n'];
    const said = run('vitest/vitest.mjs', 'run', '--reporter=verbose', ...suites);
    expect(said).toMatch(/tictactoe > writes the moves that it reads/);
  });
});
