import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutKeys } from '../../scripts/words_in_order';
import { inOrder } from '../../src/i18n/translate';

const areas = readdirSync('src/i18n/zh-Hans').filter((name) => !/common|room/.test(name));
const source = (language: string, file: string): string =>
  readFileSync(`src/i18n/${language}/${file}`, 'utf8');

it.each(areas)('the build keeps the words of %s under their keys', async (file) => {
  const area = file.replace('.ts', '');
  const built = withoutKeys(source('zh-Hans', file), source('en', file));
  const text = JSON.parse(/inOrder\(english, (".*")\);$/.exec(built)?.[1] ?? 'null') as string;
  const [english, simplified] = (await Promise.all([
    import(`../../src/i18n/en/${area}.ts`),
    import(`../../src/i18n/zh-Hans/${area}.ts`),
  ])) as readonly Readonly<Record<string, Readonly<Record<string, string>>>>[];
  expect(inOrder(english?.[area] ?? {}, text)).toEqual(simplified?.[area]);
});
