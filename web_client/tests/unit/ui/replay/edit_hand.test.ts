import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EditHand } from '../../../../src/ui/replay/edit_hand';

const move = vi.fn();
const changed = vi.fn();
let hand: EditHand;
beforeEach(() => {
  vi.clearAllMocks();
  hand = new EditHand({ move, changed }, (square) => square === 'a1');
});

describe('the hand that sets up a position', () => {
  it('puts down by a tap, on a taken square, too', () => {
    for (const square of ['b2', 'a1']) {
      hand.press(square);
      expect(hand.release(square)).toBe(true);
      expect(move).toHaveBeenLastCalledWith({ to: square });
    }
  });

  it('carries what stands there by a drag', () => {
    expect(hand.press('a1')).toBe(true);
    hand.drag();
    expect(hand.view.selected).toBe('a1');
    expect(hand.release('c3')).toBe(true);
    expect(move).toHaveBeenCalledExactlyOnceWith({ from: 'a1', to: 'c3' });
    expect(hand.view.selected).toBeNull();
  });

  it('leaves a piece where it was when it is dropped there, or beside the board', () => {
    for (const to of ['a1', null]) {
      hand.press('a1');
      hand.drag();
      expect(hand.release(to)).toBe(false);
    }
    expect(move).not.toHaveBeenCalled();
  });

  it('drags nothing from an empty square, and slips off without a trace', () => {
    expect(hand.press('b2')).toBe(false);
    hand.drag();
    expect(hand.view.selected).toBeNull();
    expect(hand.release('c3')).toBe(false);
    expect(move).not.toHaveBeenCalled();
  });

  it('forgets what was begun, when the pointer is lost', () => {
    hand.press('a1');
    hand.drag();
    hand.cancel();
    expect(hand.view.selected).toBeNull();
    expect(hand.release('c3')).toBe(false);
    expect(move).not.toHaveBeenCalled();
  });

  it('shows where it would put something, but not while it carries', () => {
    hand.hover('b2');
    hand.hover('b2');
    expect(changed).toHaveBeenCalledOnce();
    expect(hand.view.aim).toBe('b2');
    hand.press('a1');
    hand.drag();
    expect(hand.view.aim).toBeNull();
  });

  it('works by key', () => {
    hand.act('b2');
    expect(move).toHaveBeenCalledExactlyOnceWith({ to: 'b2' });
  });
});
