import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// docs/adding-a-game.md, section 7, followed to the letter in a copy of the client.
const client = fileURLToPath(new URL('../../', import.meta.url));
const guide =
  readFileSync(join(client, '../docs/adding-a-game.md'), 'utf8').split('## 7. The client')[1] ?? '';
const root = mkdtempSync(join(tmpdir(), 'sanqi-fourth-'));
const copy = join(root, 'web_client');

/** Whole files to be copied. */
const files = [...guide.matchAll(/\]\((examples\/tictactoe\/[\w.]+)\)/g)].map(([, path = '']) => ({
  name: `web_client/src/games/tictactoe/${path.split('/').at(-1)}`,
  text: readFileSync(join(client, '../docs', path), 'utf8'),
}));
/** Lines to add, below those that they follow, or in place of those that go. */
const changes = [...guide.matchAll(/^```diff (\S+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => ({
  name,
  lines: text.trimEnd().split('\n'),
}));

function change(name: string, lines: readonly string[]): void {
  const path = join(root, name);
  const of = (...marks: readonly string[]) =>
    lines.filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1));
  const [before, after] = [of(' ', '-'), of(' ', '+')].map((found) => `${found.join('\n')}\n`) as [
    string,
    string,
  ];
  const text = readFileSync(path, 'utf8');
  if (text.includes(after)) return; // Who follows the guide has made the change.
  expect(text, `${name} has the lines that the guide speaks of`).toContain(before);
  writeFileSync(
    path,
    text.replace(before, () => after),
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

describe('a fourth game', () => {
  it('is what the guide shows', () => {
    expect(files.map(({ name }) => name.split('/').at(-1))).toEqual(['tictactoe.ts', 'card.ts']);
    expect(changes).toHaveLength(6);
  });

  it('is formatted', () => {
    const written = files.map(({ name }) => join(root, name));
    run('prettier/bin/prettier.cjs', '--config', join(client, '../.prettierrc.json'), '--check', ...written);
  });

  it('leaves no type unsatisfied', { timeout: patience }, () => {
    expect(run('typescript/bin/tsc', '--noEmit')).toBe('');
  });

  it('passes what all games pass, and is known in all languages', { timeout: patience }, () => {
    const suites = [
      'tests/unit/games/index.test.ts',
      'tests/unit/imports.test.ts',
      'tests/unit/dictionaries.test.ts',
    ];
    const said = run('vitest/vitest.mjs', 'run', '--reporter=verbose', ...suites);
    expect(said).toMatch(/tictactoe > writes the moves that it reads/);
  });
});
