import { beforeEach, describe, expect, it } from 'vitest';
import type { Move } from '../../../../src/board/model/game';
import { CarryHand } from '../../../../src/board/input/carry_hand';
import type { Hand } from '../../../../src/board/model/hand';
import { PlaceHand } from '../../../../src/board/input/place_hand';

let made: Move[];
let changes: number;
const events = { move: (move: Move) => void made.push(move), changed: () => void (changes += 1) };

beforeEach(() => {
  made = [];
  changes = 0;
});

const click = (hand: Hand, square: string | null, touch = false) => {
  hand.press(square, touch);
  hand.release(square);
};

describe('a carrying hand', () => {
  let hand: CarryHand;
  beforeEach(() => {
    hand = new CarryHand(events);
    hand.setLegal([
      { from: 'h2', to: 'e2' },
      { from: 'h2', to: 'h9' },
      { from: 'b0', to: 'c2' },
    ]);
  });

  it('moves by two clicks', () => {
    click(hand, 'h2');
    expect(hand.view.selected).toBe('h2');
    expect(hand.view.targets).toEqual(['e2', 'h9']);
    click(hand, 'e2');
    expect(made).toEqual([{ from: 'h2', to: 'e2' }]);
    expect(hand.view.selected).toBeNull();
  });

  it('moves by a drag', () => {
    expect(hand.press('h2')).toBe(true);
    hand.drag('e2');
    expect(hand.view.aim).toBe('e2');
    expect(hand.release('e2')).toBe(true);
    expect(made).toEqual([{ from: 'h2', to: 'e2' }]);
  });

  it('keeps the piece in hand after a drag to a square where it may not go, or into the dead zone', () => {
    hand.press('h2');
    expect(hand.release('h3')).toBe(false);
    hand.press('h2');
    expect(hand.release(null)).toBe(false);
    expect(hand.view.selected).toBe('h2');
    expect(made).toEqual([]);
  });

  it('does nothing when a press on a target slips to another target', () => {
    click(hand, 'h2');
    hand.press('e2');
    expect(hand.release('h9')).toBe(false);
    expect(made).toEqual([]);
    expect(hand.view.selected).toBe('h2');
  });

  it('puts the piece back on a second click, on an empty square and on cancel', () => {
    for (const putBack of [() => click(hand, 'h2'), () => click(hand, 'a5'), () => hand.cancel()]) {
      click(hand, 'h2');
      expect(hand.view.selected).toBe('h2');
      putBack();
      expect(hand.view.selected).toBeNull();
    }
  });

  it('changes its mind to another piece', () => {
    click(hand, 'h2');
    click(hand, 'b0');
    expect(hand.view).toMatchObject({ selected: 'b0', targets: ['c2'] });
  });

  it('cannot pick what has no legal move', () => {
    expect(hand.canUse('a0')).toBe(false);
    click(hand, 'a0');
    expect(hand.view.selected).toBeNull();
  });

  it('lets go of a piece that may no longer move', () => {
    click(hand, 'h2');
    hand.setLegal([{ from: 'b0', to: 'c2' }]);
    expect(hand.view.selected).toBeNull();
  });

  it('moves by key', () => {
    hand.act('h2');
    hand.act('e2');
    expect(made).toEqual([{ from: 'h2', to: 'e2' }]);
  });
});

describe('a placing hand', () => {
  let hand: PlaceHand;
  beforeEach(() => {
    hand = new PlaceHand(events, 'auto');
    hand.setLegal([{ to: 'h8' }, { to: 'i9' }]);
  });

  it('places at once with a mouse', () => {
    click(hand, 'h8');
    expect(made).toEqual([{ to: 'h8' }]);
  });

  it('shows a ghost under the mouse on legal squares only', () => {
    hand.hover('h8');
    expect(hand.view.aim).toBe('h8');
    hand.hover('a1');
    expect(hand.view.aim).toBeNull();
    expect(changes).toBe(2);
  });

  it('does nothing when a press slips to another square', () => {
    hand.press('h8', false);
    expect(hand.release('i9')).toBe(false);
    expect(made).toEqual([]);
  });

  it('waits for a second tap on touch', () => {
    click(hand, 'h8', true);
    expect(made).toEqual([]);
    expect(hand.view.pending).toBe('h8');
    click(hand, 'h8', true);
    expect(made).toEqual([{ to: 'h8' }]);
    expect(hand.view.pending).toBeNull();
  });

  it('moves the ghost by a tap elsewhere, without placing', () => {
    click(hand, 'h8', true);
    click(hand, 'i9', true);
    expect(hand.view.pending).toBe('i9');
    expect(made).toEqual([]);
  });

  it('lets the finger correct the ghost without lifting, even back to where it was', () => {
    click(hand, 'h8', true);
    hand.press('h8', true);
    hand.drag('i9');
    hand.drag('h8');
    expect(hand.release('h8')).toBe(false);
    expect(hand.view.pending).toBe('h8');
    expect(made).toEqual([]);
  });

  it('places by the confirm button and forgets by the other', () => {
    click(hand, 'h8', true);
    hand.cancel();
    expect(hand.view.pending).toBeNull();
    hand.confirm();
    expect(made).toEqual([]);
    click(hand, 'h8', true);
    hand.confirm();
    expect(made).toEqual([{ to: 'h8' }]);
  });

  it('asks always or never when told so', () => {
    hand.placing = 'confirm';
    click(hand, 'h8', false);
    expect(made).toEqual([]);
    hand.placing = 'direct';
    click(hand, 'i9', true);
    expect(made).toEqual([{ to: 'i9' }]);
  });

  it('never asks a key', () => {
    hand.placing = 'confirm';
    hand.act('i9');
    hand.act('a1');
    expect(made).toEqual([{ to: 'i9' }]);
  });

  it('forgets a square that is no longer legal', () => {
    click(hand, 'h8', true);
    hand.setLegal([{ to: 'i9' }]);
    expect(hand.view.pending).toBeNull();
  });
});
