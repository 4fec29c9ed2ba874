import { expect, it } from 'vitest';
import { isolated } from '../../../../src/ui/parts/isolated';

// "א – ב, 1 – 0" was shown as if the second had won: the browser writes such a line from right to left.
it('keeps a name from right to left in its place, and leaves others as they are', () => {
  expect(['Lin', '林', 'Łukasz', 'دانا', 'דנה'].map(isolated)).toEqual([
    'Lin',
    '林',
    'Łukasz',
    '\u2068دانا\u2069',
    '\u2068דנה\u2069',
  ]);
});

// Names of a file may hold signs that turn all that follows.
it('ends what a sign of direction in a name begins', () => {
  expect(isolated('\u202eabc')).toBe('\u2068\u202eabc\u2069');
});
