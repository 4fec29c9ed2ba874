import { describe, expect, it } from 'vitest';
import { Identity } from '../../../src/state/identity';
import { memoryStorage } from '../../../src/state/settings';

describe('identity', () => {
  it('keeps user and seats', () => {
    const identity = new Identity(memoryStorage());
    expect(identity.token).toBeNull();
    identity.keepUser('U');
    identity.keepSeat({ gameId: 'g1', token: 'S1', code: 'A' });
    identity.keepSeat({ gameId: 'g1', token: 'S2', code: 'A' });
    expect(identity.token).toBe('U');
    expect(identity.seatOf('g1')?.token).toBe('S2');
    expect(identity.seatOf('g2')).toBeUndefined();
  });

  it('forgets the oldest seats', () => {
    const identity = new Identity(memoryStorage());
    for (let n = 0; n < 60; n++) identity.keepSeat({ gameId: `g${n}`, token: 'S', code: '' });
    expect(identity.seatOf('g0')).toBeUndefined();
    expect(identity.seatOf('g59')).toBeDefined();
  });

  it('remembers what the server said last, until the visitor leaves', () => {
    const keep = memoryStorage();
    const user = { id: 'u1', name: 'Lin', guest: false };
    const playing = [{ gameId: 'g1', game: 'gomoku', opponent: null, yourTurn: false }] as const;
    expect(new Identity(keep).visit).toBeNull();
    new Identity(keep).keepVisit({ user, playing });
    expect(new Identity(keep).visit).toEqual({ user, playing });
    new Identity(keep).forgetUser();
    expect(new Identity(keep).visit).toBeNull();
  });

  it.each(['', '{', '{}', 'null'])('takes %j in the storage for nothing', (text) => {
    const keep = memoryStorage();
    for (const key of ['sanqi.visit', 'sanqi.seats']) keep.setItem(key, text);
    expect(new Identity(keep).visit).toBeNull();
    expect(new Identity(keep).seatOf('g1')).toBeUndefined();
  });
});
