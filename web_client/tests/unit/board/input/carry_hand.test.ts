import { describe, expect, it } from 'vitest';
import { CarryHand } from '../../../../src/board/input/carry_hand';
import type { Move } from '../../../../src/board/model/game';

const moved: Move[] = [];
const hand = new CarryHand({ move: (move) => void moved.push(move), changed: () => undefined });

// A pinned advisor did not answer to the hand at all, and no word said why.
describe('a piece of one’s own without a legal move', () => {
  it('is picked up and put back, and goes nowhere', () => {
    hand.setLegal([{ from: 'a0', to: 'a1' }], ['a0', 'e1']);
    hand.act('e1');
    expect(hand.view).toMatchObject({ selected: 'e1', targets: [] });
    expect(hand.canUse('d2')).toBe(false);
    hand.act('d2');
    expect([hand.view.selected, moved]).toEqual([null, []]);
  });

  it('stays in the hand while it is one’s own turn, and no longer', () => {
    hand.act('e1');
    hand.setLegal([{ from: 'a0', to: 'a1' }], ['a0', 'e1']);
    expect(hand.view.selected).toBe('e1');
    hand.setLegal([]);
    expect(hand.view.selected).toBeNull();
  });
});
