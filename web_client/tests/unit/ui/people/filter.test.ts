import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activeFilters, filterOf, noFilter, queryOf } from '../../../../src/ui/people/filter';

describe('the query of the archive', () => {
  it('says nothing of what is not filtered', () => {
    expect(queryOf(noFilter, null, null)).toEqual({ status: 'finished', limit: '20' });
  });

  it('names what is, and where the page begins', () => {
    const filter = { ...noFilter, game: 'gomoku', rule: 'renju', player: 'lin', result: 'draw' } as const;
    expect(queryOf(filter, null, 'c7')).toMatchObject({
      game: 'gomoku',
      rule: 'renju',
      player: 'lin',
      result: 'draw',
      cursor: 'c7',
    });
  });

  it('looks for the own games, and for those against somebody', () => {
    expect(queryOf(noFilter, 'u1', null)).toMatchObject({ player: 'u1' });
    expect(queryOf({ ...noFilter, player: 'lin' }, 'u1', null)).toMatchObject({
      player: 'u1',
      opponent: 'lin',
    });
  });

  // "Opponent: Mei" alone was refused by the server.
  it.each([
    [null, '', 'mei', { player: 'mei' }],
    [null, 'lin', 'mei', { player: 'lin', opponent: 'mei' }],
    ['u1', '', 'mei', { player: 'u1', opponent: 'mei' }],
    ['u1', 'lin', 'mei', { player: 'u1', opponent: 'lin' }],
  ])('of %s, the player "%s" and the opponent "%s" says the first two', (mine, player, opponent, said) => {
    const query = queryOf({ ...noFilter, player, opponent }, mine, null);
    expect(query).toEqual({ status: 'finished', limit: '20', ...said });
  });

  it('takes a day from its first to its last moment', () => {
    const { from, to } = queryOf({ ...noFilter, from: '2026-03-12', to: '2026-03-12' }, null, null);
    expect(Number(to) - Number(from)).toBe(24 * 60 * 60 * 1_000);
    expect(new Date(Number(from)).getHours()).toBe(0);
  });
});

// The clocks go forward on 29 March and back on 25 October: days of 23 and of 25 hours.
describe('a day on which the clocks change', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('%s has %i hours', (day, hours) => {
    const { from, to } = queryOf({ ...noFilter, from: day, to: day }, null, null);
    expect(Number(to) - Number(from)).toBe(hours * 60 * 60 * 1_000);
  });
});

describe('the address of the archive', () => {
  it('holds what is filtered, and brings it back', () => {
    const filter = {
      ...noFilter,
      game: 'xiangqi',
      opening: 'C',
      player: 'lin 林',
      from: '2026-03-12',
      mine: 'yes',
    } as const;
    expect(activeFilters(filter)).toEqual({
      game: 'xiangqi',
      opening: 'C',
      player: 'lin 林',
      from: '2026-03-12',
      mine: 'yes',
    });
    expect(filterOf(activeFilters(filter))).toEqual(filter);
    expect(activeFilters(noFilter)).toEqual({});
  });

  it('may say what it likes', () => {
    expect(filterOf({ game: 'constructor', from: '<b>', to: '12' })).toEqual(noFilter);
  });
});
