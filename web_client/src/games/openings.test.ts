import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error A script, without types.
import { traditional as convert } from '../../scripts/traditional.mjs';
import { openings } from './openings';

const traditional = convert as (text: string) => string;

/** The codes that the server's engine gives to openings of `game`. */
function engineCodes(game: string): Set<string> {
  const source = readFileSync(`../engine/games/${game}/openings.cpp`, 'utf8');
  return new Set([...source.matchAll(/\{"(\w+)", \{/g)].map(([, code = '']) => code));
}

describe.each(['xiangqi', 'gomoku'] as const)('openings of %s', (game) => {
  const names = [...openings[game]];

  it('have a name for each code of the engine, and no other', () => {
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(openings[game].keys())).toEqual(engineCodes(game));
  });

  // Characters that only openings have are not in that list.
  it('are written in traditional characters as everything else is', () => {
    for (const [, name] of names) {
      const hant = Array.from(name['zh-Hant']);
      for (const [n, one] of Array.from(name['zh-Hans']).entries())
        if (traditional(one) !== one) expect(hant[n]).toBe(traditional(one));
    }
  });

  it('differ from each other', () => {
    for (const language of ['en', 'zh-Hans'] as const)
      expect(new Set(names.map(([, name]) => name[language])).size).toBe(names.length);
  });
});

it('shows of a code what books know', () => {
  expect(openings.xiangqi.get('C6a')).toMatchObject({ code: 'C6', 'zh-Hans': '五七炮对屏风马' });
  expect(openings.xiangqi.get('A0b')?.['zh-Hant']).toBe('金鉤炮');
  expect(openings.gomoku.get('4D')).toMatchObject({ code: '4D', en: 'Kagetsu' });
});
