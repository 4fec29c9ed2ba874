import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { defaults } from '../../../src/state/settings';
import { customTime, openingsOf, rulesOf, Setup, sizesOf } from '../../../src/ui/lobby/setup';

const typed = { minutes: 0, increment: 0, byoyomi: 0, periods: 0, perMove: 0 };

describe('custom clocks', () => {
  it.each([
    [
      { ...typed, minutes: 7.5, increment: 4 },
      { initial: 450_000, increment: 4_000 },
    ],
    [
      { ...typed, minutes: 10, byoyomi: 30, periods: 3 },
      { initial: 600_000, byoyomi: 30_000, periods: 3 },
    ],
    [
      { ...typed, minutes: 0, byoyomi: 30 },
      { initial: 0, byoyomi: 30_000, periods: 1 },
    ],
    [{ ...typed, perMove: 20 }, { perMove: 20_000 }],
    [typed, null],
  ])('%j', (typing, time) => {
    expect(customTime(typing)).toEqual(time);
  });
});

describe('the message that opens a room', () => {
  const setup = new Setup(signal({ ...defaults(['en']), level: 5 }));

  it('names the rule that the server lists first, until one is chosen', () => {
    setup.choose('gomoku');
    expect(setup.create([], null, 'human')).toEqual({
      t: 'create',
      game: 'gomoku',
      rule: 'freestyle',
      time: null,
      side: 'random',
      opponent: 'human',
      private: true,
    });
    setup.rule.value = 'renju';
    expect(setup.create([], null, 'ai')).toMatchObject({ rule: 'renju', opponent: 'ai', level: 5 });
  });

  it('forgets the rule of another game', () => {
    setup.choose('antireversi');
    expect(setup.create([], null, 'human').rule).toBe('standard');
  });

  it('offers the openings that the rule knows, and forgets one that another rule does not', () => {
    const offers = [
      {
        game: 'gomoku',
        rules: ['freestyle', 'renju'],
        sides: ['black', 'white'],
        sizes: [15, 19],
        openings: [{ id: 'swap2', rules: ['freestyle'] }],
      },
    ] as const;
    expect(openingsOf('gomoku', 'freestyle', offers)).toEqual(['swap2']);
    expect(openingsOf('gomoku', 'renju', offers)).toEqual([]);
    expect(sizesOf('gomoku', offers)).toEqual([15, 19]);
    setup.choose('gomoku');
    setup.opening.value = 'swap2';
    expect(setup.create(offers, null, 'ai')).toMatchObject({ opening: 'swap2' });
    setup.obey('renju');
    expect(setup.create(offers, null, 'ai')).not.toHaveProperty('opening');
  });

  it('seeks rated games for those who have an account only', () => {
    setup.rated.value = true;
    const lin = { id: 'u', name: 'Lin' };
    expect(setup.sought([], { ...lin, guest: false })).toMatchObject({ rated: true });
    expect(setup.sought([], { ...lin, guest: true })).not.toHaveProperty('rated');
    expect(setup.sought([], null)).not.toHaveProperty('rated');
  });

  it('offers the rules of the server', () => {
    expect(rulesOf('gomoku', [{ game: 'gomoku', rules: ['caro'], sides: ['black', 'white'] }])).toEqual([
      'caro',
    ]);
  });
});
