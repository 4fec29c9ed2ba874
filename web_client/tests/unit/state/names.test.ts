import { expect, it } from 'vitest';
import { nameProblem } from '../../../src/state/names';

it.each([
  ['Lin', null],
  ['林小明', null],
  ['Lin Mei', null],
  ['  Lin  ', null],
  ['x_y-9', null],
  ['محمد', null],
  ['a', 'name.short'],
  ['', 'name.short'],
  ['x'.repeat(21), 'name.long'],
  ['𠮷'.repeat(20), null],
  ['Lin  Mei', 'name.signs'],
  ['_lin', 'name.signs'],
  ['a<b', 'name.signs'],
  ['a\u202eb', 'name.signs'],
])('of %j says %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});
