import { expect, it } from 'vitest';
import { xiangqi } from '../../../../src/games/xiangqi/card';
import { characters } from '../../../../src/games/xiangqi/position';

const { written } = xiangqi.mini(xiangqi.sample);

it('writes red with the sign of a person where the large pieces have it', () => {
  const person = 'M-5-10L-9-2M-7-5V10';
  for (const kind of Object.keys(characters.first)) {
    const isPerson = '傌俥仕'.includes(characters.first[kind] ?? '');
    expect([kind, written?.strokes({ side: 'first', kind }).startsWith(person)]).toEqual([kind, isPerson]);
    expect([kind, written?.strokes({ side: 'second', kind }).startsWith(person)]).toEqual([kind, false]);
  }
});
