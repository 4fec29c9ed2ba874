import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composedIn, ShortKeys } from '../../scripts/short_keys';
import { inOrder } from '../../src/i18n/translate';
import { areas, wordsOf } from './areas';

const keys = new ShortKeys('src');

describe.each(['en', 'zh-Hans'] as const)('a build in %s', (language) => {
  it.each(areas)('keeps the words of %s under the names of their keys', async (area) => {
    const built = keys.words(readFileSync(join('src/i18n', language, `${area}.ts`), 'utf8'), `${area}.ts`);
    const [, given = ''] = /inOrder\((.*)\);$/.exec(built) ?? [];
    const words = Object.entries(await wordsOf(language, area));
    const named = words.map(([key, text]) => [keys.nameOf(key), text]);
    expect(inOrder(...(JSON.parse(`[${given}]`) as [string, string, string]))).toEqual(
      Object.fromEntries(named),
    );
    expect(new Set(named.map(([name]) => name)).size).toBe(words.length);
  });
});

it('a build keeps the keys that the code puts together', () => {
  for (const key of ['game.gomoku', 'rule.opening', 'rule.opening.swap2', 'reason.checkmate', 'error.busy'])
    expect(keys.nameOf(key)).toBe(key);
  expect(keys.nameOf('app.loading')).toMatch(/^[a-z]\d+$/);
  const isComposed = composedIn("t(`game.${id}`); named('reason', one); named(`rule.${game}`, 'name')");
  expect(['game.a', 'reason.b', 'reason', 'rule.c.d'].filter((key) => !isComposed(key))).toEqual([]);
  expect(['game', 'game.a.b', 'other.game.a'].filter(isComposed)).toEqual([]);
});

it('a build names what a group of keys begins with once', () => {
  const built = keys.words(readFileSync('src/i18n/en/challenges.ts', 'utf8'), 'challenges.ts');
  expect(built).toContain('"challenge.line. from to accepted challenge. why challenge.why. later faster ');
  expect(inOrder('a. b c a.d. e', 'x', '1\n2\n3\n4')).toEqual({
    'a.b': '1',
    'a.c': '2',
    'a.d.e': '3',
    x3: '4',
  });
  expect(inOrder('', 'x', '1')).toEqual({ x0: '1' });
});

it('a build says the short names, and leaves all else', () => {
  const loading = keys.nameOf('app.loading');
  expect(
    keys.speaking(`t('app.loading'); <A title="app.loading" />; 'sanqi.settings'; t(\`game.\${id}\`)`),
  ).toBe(`t('${loading}'); <A title="${loading}" />; 'sanqi.settings'; t(\`game.\${id}\`)`);
});
