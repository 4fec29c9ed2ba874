import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { traditional } from '../../../src/i18n/traditional';
import { openings } from '../../../src/games/openings';

/** The codes that the server's engine gives to openings of `game`. */
function engineCodes(game: string): Set<string> {
  const source = readFileSync(`../engine/games/${game}/openings.cpp`, 'utf8');
  const codes = source.matchAll(/\.code = "(\w+)"|\{"(\w+)", \{/g);
  return new Set([...codes].map(([, system, line]) => system ?? line ?? ''));
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

// Big5 lacks the characters of the simplified script.
it('have no simplified character in traditional names', () => {
  const decoder = new TextDecoder('big5');
  const known = new Set<string>();
  for (let lead = 0xa4; lead <= 0xf9; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) known.add(decoder.decode(Uint8Array.of(lead, trail)));
  for (const { 'zh-Hant': name } of [...openings.xiangqi.values(), ...openings.gomoku.values()])
    for (const one of name.match(/\p{Script=Han}/gu) ?? []) expect(known.has(one), name).toBe(true);
});

/** Lines of play that two records of the literature call alike, of which the engine's tests hold the codes. */
const known = readFileSync('../tests/data/openings/xiangqi.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));

describe.each(known)('%s, %s %s', (code = '', ecco = '', name = '') => {
  // The literature's name says more: our words stand in it in our order. A name may span the next group.
  it('has a name of its group, of words that are in the name of the literature', () => {
    const ours = openings.xiangqi.get(code);
    const words = Array.from(ours?.['zh-Hans'].replace(/局$/, '') ?? '?');
    let at = 0;
    const said = words.map(
      (word) => (at = name.replaceAll('仕', '士').indexOf(word.replace('仕', '士'), at) + 1),
    );
    expect(said, `${ours?.['zh-Hans']} in ${name}`).not.toContain(0);
    const group = ecco.slice(0, 2);
    expect([ours?.code, { C6: 'C7', E2: 'E3' }[ours?.code ?? '']]).toContain(group);
  });
});

it('shows of a code what books know', () => {
  expect(known.length).toBeGreaterThanOrEqual(200);
  expect(openings.xiangqi.get('C6a')).toMatchObject({ code: 'C6', 'zh-Hans': '五七炮对屏风马' });
  expect(openings.xiangqi.get('A0b')?.['zh-Hant']).toBe('金鉤炮局');
  expect(openings.gomoku.get('4D')).toMatchObject({ code: '4D', en: 'Kagetsu' });
});
