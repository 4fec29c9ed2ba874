import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { openingsOf } from '../../../../src/games/rules';
import { defaults, type Settings } from '../../../../src/ui/services/settings';
import type { LobbyModel } from '../../../../src/ui/lobby/lobby_model';
import { rulesOf, Setup, sizesOf } from '../../../../src/ui/lobby/setup';

/** What is kept on this device, and changed as it is. */
function preferences(some: Partial<Settings> = {}) {
  const settings = signal<Settings>({ ...defaults(['en']), against: 'anyone', ...some });
  const change = (changed: Partial<Settings>): void => {
    settings.value = { ...settings.value, ...changed };
  };
  return { settings, change };
}

describe('the message that opens a room', () => {
  const setup = new Setup(preferences({ level: 5 }));

  it('names the rule that the server lists first, until one is chosen', () => {
    setup.chooseGame('gomoku');
    expect(setup.create([], null, 'human')).toEqual({
      t: 'create',
      game: 'gomoku',
      rule: 'freestyle',
      time: { initial: 600_000, increment: 5_000 },
      side: 'random',
      opponent: 'human',
      private: true,
    });
    setup.rule.value = 'renju';
    expect(setup.create([], null, 'ai')).toMatchObject({ rule: 'renju', opponent: 'ai', level: 5 });
  });

  it('forgets the rule of another game', () => {
    setup.chooseGame('antireversi');
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
    setup.chooseGame('gomoku');
    setup.opening.value = 'swap2';
    expect(setup.create(offers, null, 'ai')).toMatchObject({ opening: 'swap2' });
    setup.chooseRule('renju');
    expect(setup.create(offers, null, 'ai')).not.toHaveProperty('opening');
  });

  it('seeks rated games for those who have an account only', () => {
    setup.rated.value = true;
    const lin = { id: 'u', name: 'Lin' };
    expect(setup.seekTerms([], { ...lin, guest: false })).toMatchObject({ rated: true });
    expect(setup.seekTerms([], { ...lin, guest: true })).not.toHaveProperty('rated');
    expect(setup.seekTerms([], null)).not.toHaveProperty('rated');
    setup.chooseGame('antireversi');
    setup.chooseRule('6x6');
    expect(setup.seekTerms([], { ...lin, guest: false })).not.toHaveProperty('rated');
  });

  it('offers the rules of the server', () => {
    expect(rulesOf('gomoku', [{ game: 'gomoku', rules: ['caro'], sides: ['black', 'white'] }])).toEqual([
      'caro',
    ]);
  });
});

describe('who has never chosen an opponent', () => {
  it('plays the computer, unless there are people', () => {
    const setup = new Setup(preferences({ against: 'auto' }));
    expect(setup.against.value).toBe('computer');
    setup.onPlayerCount(1);
    expect(setup.against.value).toBe('computer');
    setup.onPlayerCount(2);
    expect(setup.against.value).toBe('anyone');
  });

  // The level was chosen, and the form turned to people when the server told of some.
  it('keeps the computer whose level is chosen', () => {
    const kept = preferences({ against: 'auto' });
    const setup = new Setup(kept);
    setup.chooseLevel(3);
    setup.onPlayerCount(9);
    expect([setup.against.value, kept.settings.value.against]).toEqual(['computer', 'computer']);
  });

  it('keeps what is chosen before the server has told', () => {
    const setup = new Setup(preferences({ against: 'auto' }));
    setup.chooseOpponent('friend');
    setup.onPlayerCount(9);
    expect(setup.against.value).toBe('friend');
  });
});

describe('wishes', () => {
  const lin = { id: 'u', name: 'Lin', guest: false };

  it('of a side and of ratings travel with a seek', () => {
    const setup = new Setup(preferences());
    expect(Object.keys(setup.seekTerms([], null))).toEqual(['game', 'rule']);
    setup.chooseSide('second');
    setup.chooseRange(0, 1400);
    expect(setup.seekTerms([], null)).toMatchObject({ side: 'second', minRating: 1400 });
    setup.chooseRange(1, 1600);
    expect(setup.seekTerms([], null)).toMatchObject({ minRating: 1400, maxRating: 1600 });
  });

  it('that nobody can meet are known as such, and are nobody’s but a stranger’s', () => {
    const setup = new Setup(preferences());
    setup.chooseRange(0, 1400);
    expect(setup.isRangeEmpty.value).toBe(false);
    setup.chooseRange(1, 1399);
    expect(setup.isRangeEmpty.value).toBe(true);
    setup.chooseOpponent('friend');
    expect(setup.isRangeEmpty.value).toBe(false);
    setup.chooseOpponent('anyone');
    setup.chooseRange(1, 1400);
    expect(setup.isRangeEmpty.value).toBe(false);
  });

  it('for points hold against a friend, too, but not without a clock or against the computer', () => {
    const setup = new Setup(preferences({ rated: true, against: 'friend' }));
    expect(setup.create([], lin, 'human')).toMatchObject({ rated: true });
    expect(setup.create([], { ...lin, guest: true }, 'human')).not.toHaveProperty('rated');
    expect(setup.create([], lin, 'ai')).not.toHaveProperty('rated');
    setup.chooseClock(null);
    expect(setup.create([], lin, 'human')).not.toHaveProperty('rated');
  });
});

describe('who comes back', () => {
  it('finds the last choice: one press starts it again', () => {
    const kept = preferences();
    const before = new Setup(kept);
    before.chooseGame('gomoku');
    before.chooseOpponent('computer');
    before.chooseLevel(6);
    before.chooseClock({ initial: 300_000, increment: 3_000 });
    before.chooseOpponent('friend');
    before.chooseClock({ days: 3 });
    const after = new Setup(kept);
    expect(after.against.value).toBe('friend');
    expect(after.create([], null, 'human')).toEqual(before.create([], null, 'human'));
    expect(after.time.value).toEqual({ days: 3 });
    after.chooseOpponent('computer');
    expect(after.time.value).toEqual({ initial: 300_000, increment: 3_000 });
    expect(after.create([], null, 'ai')).toMatchObject({ game: 'gomoku', level: 6 });
  });

  it('has a clock of his own for once, and a usual one the next time', () => {
    const kept = preferences();
    const before = new Setup(kept);
    const own = { initial: 420_000, increment: 1_000 };
    before.chooseClock(own);
    expect(before.time.value).toEqual(own);
    expect(new Setup(kept).time.value).toEqual({ initial: 600_000, increment: 5_000 });
  });

  it('starts what the form says, and stops a search by the same press', async () => {
    const done: string[] = [];
    const search = signal<object | null>(null);
    const model = {
      search,
      stopSearch: () => done.push('stop'),
      seek: (named: object) => Promise.resolve(done.push(`seek ${JSON.stringify(named)}`)),
      create: ({ opponent }: { opponent: string }) => Promise.resolve(done.push(`create ${opponent}`)),
    } as unknown as LobbyModel;
    const member = { id: 'u', name: 'lin', guest: false };
    const setup = new Setup(preferences({ rated: true }));
    await setup.start(model, [], member);
    await setup.start(model, [], { ...member, guest: true });
    setup.chooseOpponent('computer');
    await setup.start(model, [], member);
    setup.chooseOpponent('friend');
    await setup.start(model, [], member);
    search.value = {};
    await setup.start(model, [], member);
    expect(done).toEqual([
      'seek {"game":"xiangqi","rule":"standard","rated":true}',
      'seek {"game":"xiangqi","rule":"standard"}',
      'create ai',
      'create human',
      'stop',
    ]);
  });
});
