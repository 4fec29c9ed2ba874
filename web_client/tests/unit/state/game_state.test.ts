import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameEvent, StateDelta } from '../../../src/protocol/server_messages';
import type { GameState } from '../../../src/protocol/types';
import { applyEvent } from '../../../src/state/game_state';

const before: GameState = {
  moves: 'h8 h9',
  ply: 2,
  turn: 'first',
  pos: 'XO------- X',
  check: true,
  legal: ['a1', 'b1'],
  forbidden: ['c1'],
  perilous: ['b1'],
  expiresMs: 15_000,
  lapse: { ms: 86_400_000, winner: 'second' },
  opening: { step: 'place', by: 'first', stones: 1 },
  clock: { ms: [60_000, 50_000], periods: [3, 2], running: 'first', at: 1_000, spent: 700 },
  status: 'playing',
  result: null,
  reason: null,
  offers: { draw: null, takeback: 'second' },
};

const event = (kind: GameEvent['kind'], delta: StateDelta, more: Partial<GameEvent> = {}): GameEvent => ({
  t: 'event',
  gameId: 'g',
  v: 8,
  kind,
  delta,
  ...more,
});

const move = (delta: StateDelta): GameState | null =>
  applyEvent(before, event('move', delta, { move: 'c1' }));
const other = (delta: StateDelta): GameState | null => applyEvent(before, event('offer', delta));

it('the name of an opening stays until another is said, or none', () => {
  const named = applyEvent(before, event('move', { openingCode: '4D' }, { move: 'c1' }));
  expect(named?.openingCode).toBe('4D');
  const later = named && applyEvent(named, event('move', {}, { move: 'c2' }));
  expect(later?.openingCode).toBe('4D');
  const none = later && applyEvent(later, event('takeback', { openingCode: '' }, { plies: 2 }));
  expect(none).not.toHaveProperty('openingCode');
});

describe('a move', () => {
  it('is appended, passes the turn and the clock on, and ends what held for one position', () => {
    const after = move({ pos: [2, 1, 'X', 10, 1, 'O'], clock: { at: 2_000, ms: [59_000, 50_000] } });
    expect(after).toEqual({
      moves: 'h8 h9 c1',
      ply: 3,
      turn: 'second',
      pos: 'XOX------ O',
      check: false,
      clock: { ms: [59_000, 50_000], periods: [3, 2], running: 'second', at: 2_000, spent: 0 },
      status: 'playing',
      result: null,
      reason: null,
      offers: { draw: null, takeback: 'second' },
    });
  });

  it('is the first of a game, too', () => {
    const start = { ...before, moves: '', ply: 0 };
    expect(applyEvent(start, event('move', {}, { move: 'h8' }))).toMatchObject({ moves: 'h8', ply: 1 });
  });

  it('leaves the turn where the server says so, and stops the clock of a game that it ends', () => {
    expect(move({ turn: 'first' })?.turn).toBe('first');
    const after = move({
      clock: { at: 2_000, running: null },
      status: 'finished',
      result: 'first',
      reason: 'five',
    });
    expect(after).toMatchObject({
      clock: { running: null },
      status: 'finished',
      result: 'first',
      reason: 'five',
    });
  });

  it('starts no clock that stood still', () => {
    const still = { ...before, clock: { ms: [60_000, 50_000] as const, running: null, at: 1 } };
    const after = applyEvent(still, event('move', { clock: { at: 2_000 } }, { move: 'c1' }));
    expect(after?.clock).toEqual({ ms: [60_000, 50_000], running: null, at: 2_000, spent: 0 });
  });

  it('without its name cannot be applied', () => {
    expect(applyEvent(before, event('move', {}))).toBeNull();
  });
});

describe('anything but a move', () => {
  it('leaves turn, moves and the running clock as they are', () => {
    expect(other({ clock: { at: 3_000, spent: 900 } })).toMatchObject({
      moves: 'h8 h9',
      turn: 'first',
      clock: { running: 'first', at: 3_000, spent: 900, periods: [3, 2] },
    });
  });

  it('says offers whole, and pauses as true and false', () => {
    const paused = other({ offers: { draw: 'first' }, paused: true });
    expect(paused).toMatchObject({ offers: { draw: 'first' }, paused: true });
    expect(applyEvent(paused ?? before, event('resume', {}))?.paused).toBe(true);
    expect(applyEvent(paused ?? before, event('resume', { paused: false }))).not.toHaveProperty('paused');
  });

  it('takes back as many moves as it says, and not more than there are', () => {
    const back = (plies?: number) =>
      applyEvent(before, event('takeback', { turn: 'second' }, plies === undefined ? {} : { plies }));
    expect(back(1)).toMatchObject({ moves: 'h8', ply: 1, turn: 'second' });
    expect(back(2)).toMatchObject({ moves: '', ply: 0 });
    expect(back(3)).toBeNull();
    expect(back(-1)).toBeNull();
    expect(back()).toBeNull();
  });

  it('can take a clock away, and bring one', () => {
    expect(other({ clock: null })?.clock).toBeNull();
    const none = { ...before, clock: null };
    expect(applyEvent(none, event('clock', { clock: { at: 1 } }))).toBeNull();
    const brought = { ms: [5, 6] as const, running: 'first' as const, at: 1, spent: 0 };
    expect(applyEvent(none, event('clock', { clock: brought }))?.clock).toEqual(brought);
  });
});

describe('the position', () => {
  const pos = (change: StateDelta['pos']): string | undefined =>
    other({ ...(change !== undefined && { pos: change }) })?.pos;

  it('is said whole or by what changed in it', () => {
    expect(pos(undefined)).toBe('XO------- X');
    expect(pos('--------- X')).toBe('--------- X');
    expect(pos([0, 0, 'ab', 1, 1, '', 11, 0, 'z'])).toBe('abX------- Xz');
  });

  it.each([
    [[5, 1, 'X', 2, 1, 'O']],
    [[2, 3, '', 4, 1, 'O']],
    [[11, 1, '']],
    [[-1, 0, 'X']],
    [[2, -1, 'X']],
    [[2, 1]],
    [['2', 1, 'X']],
  ])('cannot change at %j', (change) => {
    expect(applyEvent(before, event('offer', { pos: change }))).toBeNull();
  });
});

describe('free points', () => {
  it('are the empty ones that are not forbidden, of the board as it is now', () => {
    expect(move({ pos: [2, 1, 'X', 10, 1, 'O'], legal: 'free' })?.legal).toEqual([
      'a2',
      'b2',
      'c2',
      'a3',
      'b3',
      'c3',
    ]);
    expect(other({ legal: 'free', forbidden: ['c1', 'b2'] })?.legal).not.toContain('b2');
  });

  it('have letters up to the last file of the largest board', () => {
    const large = { ...before, pos: `${'-'.repeat(400)} X` };
    const legal = applyEvent(large, event('offer', { legal: 'free' }))?.legal;
    expect(legal).toHaveLength(400);
    expect([legal?.[0], legal?.[19], legal?.at(-1)]).toEqual(['a1', 't1', 't20']);
  });

  it('are unknown where the board is not square', () => {
    expect(other({ pos: '-- X', legal: 'free' })).toBeNull();
  });
});

it('takes the whole state of a server that knows no deltas', () => {
  const whole = { ...before, ply: 7 };
  const told = { t: 'event', gameId: 'g', v: 8, kind: 'move', state: whole } as const;
  expect(applyEvent(before, told)).toBe(whole);
  expect(applyEvent(before, { t: 'event', gameId: 'g', v: 8, kind: 'move' })).toBeNull();
});

it('changes nothing of the state before', () => {
  const copy = structuredClone(before);
  move({ pos: [2, 1, 'X'], clock: { at: 1 }, offers: {} });
  expect(before).toEqual(copy);
});

// Written by the server's tests: what it says and what it means by that.
const samples = new URL('../../../../tests/protocol/samples/deltas.json', import.meta.url);
interface Sample {
  readonly name: string;
  readonly before: GameState;
  readonly event: GameEvent;
  readonly after: GameState;
}

describe('deltas of the server', () => {
  it.each(JSON.parse(readFileSync(samples, 'utf8')) as Sample[])('$name', (sample) => {
    expect(inOrder(applyEvent(sample.before, sample.event))).toEqual(inOrder(sample.after));
  });
});

const inOrder = (state: GameState | null): unknown =>
  state && { ...state, ...(state.legal && { legal: state.legal.toSorted() }) };
