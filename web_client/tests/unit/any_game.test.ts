// What is written for all games needs no change for another one: docs/adding-a-game.md, section 7.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gameNames } from '../../src/protocol/types';

const client = fileURLToPath(new URL('../../', import.meta.url));

/** Where games are listed, and files that are about each of them; what stands nowhere else needs no change for another
 *  game. */
const lists = [
  'protocol/types.ts',
  'games/index.ts',
  'games/rules.ts',
  'games/kit/textures.ts',
  'ui/services/settings.ts',
  'ui/parts/chinese_names.ts',
  'ui/learn/lessons.ts',
  'ui/lobby/demo_games.ts',
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
