import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { defaults } from '../../../src/state/settings';
import { customTime, rulesOf, Setup } from '../../../src/ui/lobby/setup';

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

  it('offers the rules of the server', () => {
    expect(rulesOf('gomoku', [{ game: 'gomoku', rules: ['caro'], sides: ['black', 'white'] }])).toEqual([
      'caro',
    ]);
  });
});
