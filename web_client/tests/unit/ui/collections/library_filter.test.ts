import { describe, expect, it } from 'vitest';
import {
  activeFilter,
  isNarrowed,
  libraryQuery,
  makesSense,
} from '../../../../src/ui/collections/library_filter';

describe('what games of a collection are looked for', () => {
  it.each([
    ['from', '2019', true],
    ['from', '2019-05', true],
    ['to', '2019-05-31', true],
    ['from', '20', false],
    ['to', 'May', false],
    ['minPlies', '40', true],
    ['maxPlies', '10000', true],
    ['maxPlies', '10001', false],
    ['minPlies', '-1', false],
    ['result', 'draw', true],
    ['result', 'lost', false],
    ['sort', '-plies', true],
    ['sort', 'event', false],
    ['name', '', false],
  ] as const)('by %s is asked for with "%s": %s', (key, text, sense) => {
    expect(makesSense(key, text)).toBe(sense);
  });

  it('is nothing that the server would refuse, such as a year half typed', () => {
    expect(activeFilter({ name: 'Lin', from: '20', event: '' })).toEqual({ name: 'Lin' });
    expect(libraryQuery({ from: '20', result: 'x' }, null)).toEqual({ limit: '20' });
  });

  it('has an order, but not of one player, whose index has no other', () => {
    expect(libraryQuery({ sort: '-date' }, 'c')).toEqual({ limit: '20', sort: '-date', cursor: 'c' });
    expect(libraryQuery({ sort: '-date', player: 'Lin' }, null)).toEqual({ limit: '20', player: 'Lin' });
  });

  it('is narrowed by a filter, not by an order', () => {
    expect(isNarrowed({ sort: '-date' })).toBe(false);
    expect(isNarrowed({ event: 'Cup' })).toBe(true);
  });
});
