import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en, type Key } from '../../../src/i18n/en';
import { fill, keyOf, translator } from '../../../src/i18n/translate';
import { zhHans } from '../../../src/i18n/zh-Hans';

const places = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();
const keys = Object.keys(en) as Key[];

describe('dictionaries', () => {
  it('have the same keys', () => {
    expect(Object.keys(zhHans).sort()).toEqual([...keys].sort());
  });

  it.each(keys)('%s has text and the same places in both', (key) => {
    expect(zhHans[key].trim()).not.toBe('');
    expect(places(zhHans[key])).toEqual(places(en[key]));
  });

  it('have no word that nobody says', () => {
    const folder = new URL('../../../src/ui/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const source = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    // Keys that are put together from a prefix and a word, such as `reason.${word}`.
    const composed = /^(game|side|rule|reason|error|illegal|level|offer|moves|time|chat|settings)\./;
    const unsaid = keys.filter((key) => !composed.test(key) && !source.includes(`'${key}'`));
    expect(unsaid).toEqual([]);
  });

  it('name every reason, error and rule of the protocol', () => {
    const reasons =
      'checkmate stalemate five fewest_discs resign timeout abandoned agreement repetition perpetual_check ' +
      'perpetual_chase move_limit insufficient_material full_board no_start';
    for (const word of reasons.split(' ')) expect(keyOf(en, 'reason', word), word).not.toBeNull();
    for (const word of ['freestyle', 'standard', 'renju', 'caro'])
      expect(keyOf(en, 'rule', word)).not.toBeNull();
    expect(keyOf(en, 'reason', 'constructor')).toBeNull();
  });
});

it('fills places and leaves unknown ones visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  expect(translator(en)('link.ms', { ms: 42 })).toBe('42 ms');
});
