import { expect, it } from 'vitest';
import { shortened } from '../../scripts/short_properties';

it('a build names custom properties by a letter, but for those that the code knows', () => {
  const rename = shortened(
    'a { --line: 1px; --x: 2px; border: var(--line) }',
    "style={{ '--x': 1 }} --count",
  );
  expect(rename('b{--line:2px;left:var(--x);top:var(--other)}--count')).toBe(
    'b{--A:2px;left:var(--x);top:var(--other)}--count',
  );
});
