import { expect, it } from 'vitest';
import { areaOf, widthOf } from '../../../../src/board/model/area';

const free = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'];

it('is the smaller of what is allowed and what is not', () => {
  expect(areaOf(['b2'], free)).toEqual({ squares: ['b2'], isOpen: true });
  const outside = free.filter((square) => square !== 'b2');
  expect(areaOf(outside, free)).toEqual({ squares: ['b2'], isOpen: false });
});

it('is none where all or nothing is allowed', () => {
  expect(areaOf(free, free)).toBeNull();
  expect(areaOf([], free)).toBeNull();
});

it('spans files', () => {
  expect(widthOf({ squares: ['a1', 'b1', 'b2'], isOpen: true })).toBe(2);
});
