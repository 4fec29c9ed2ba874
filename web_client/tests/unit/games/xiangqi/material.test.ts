import { describe, expect, it } from 'vitest';
import { balance, captured } from '../../../../src/games/xiangqi/material';
import { parsePosition } from '../../../../src/games/xiangqi/position';

const start = parsePosition('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w');
const kinds = (pieces: readonly { kind: string; side: string }[]) =>
  pieces.map(({ side, kind }) => `${side}-${kind}`).join(' ');

describe('what has been taken', () => {
  it('is nothing at the start', () => {
    expect(captured(start, start)).toEqual([[], []]);
    expect(balance(start)).toBe(0);
  });

  it('is told to whoever took it, the most valuable first', () => {
    const now = parsePosition('r1bakabnr/9/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w');
    const [red, black] = captured(start, now);
    expect(kinds(red)).toBe('second-n second-p');
    expect(kinds(black)).toBe('first-n');
    expect(balance(now)).toBe(1);
    const more = parsePosition('r1bakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b');
    expect(captured(start, more).map(kinds)).toEqual(['second-c second-n', '']);
  });

  it('counts from where the game began, not from thirty-two pieces', () => {
    const study = parsePosition('3k5/9/9/9/4p4/4R4/9/9/9/4K4 w');
    const taken = parsePosition('3k5/9/9/9/4R4/9/9/9/9/4K4 b');
    expect(captured(study, taken).map(kinds)).toEqual(['second-p', '']);
    expect(balance(taken)).toBe(9);
  });

  it('reckons cannons by halves', () => {
    expect(balance(parsePosition('3k5/9/9/9/4n4/4C4/9/9/9/4K4 w'))).toBe(0.5);
  });
});
