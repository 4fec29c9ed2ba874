import { beforeEach, expect, it } from 'vitest';
import { NodeHint } from '../../../src/protocol/node_hint';

let hint: NodeHint;
beforeEach(() => {
  hint = new NodeHint();
  hint.follow('x', 0);
  hint.arrived();
});

it('goes where a server says, and where that one says', () => {
  expect([hint.follow('a', 5), hint.node]).toEqual([true, 'a']);
  expect([hint.follow('b', 6), hint.node]).toEqual([true, 'b']);
});

it('lets the proxy choose anew where it does not lead to that server', () => {
  hint.follow('a', 5);
  expect([hint.follow('a', 6), hint.node]).toEqual([true, null]);
});

it('stays where two servers point at each other, and looks again after some seconds', () => {
  let followed = 0;
  for (let now = 0; now < 60_000; now += 50) if (hint.follow(now % 100 ? 'a' : 'b', now)) followed++;
  expect(followed).toBeGreaterThan(20);
  expect(followed).toBeLessThanOrEqual(30);
});

it('follows at once again after it has arrived', () => {
  hint.follow('a', 5);
  hint.follow('b', 6);
  expect([hint.follow('a', 7), hint.node]).toEqual([false, 'b']);
  hint.arrived();
  expect(hint.follow('a', 8)).toBe(true);
});

it('saves nothing up in an hour of rest', () => {
  hint.arrived();
  const followed = [1, 2, 3, 4].filter((ms) => hint.follow(`n${ms}`, 3_600_000 + ms));
  expect(followed).toEqual([1, 2]);
});
