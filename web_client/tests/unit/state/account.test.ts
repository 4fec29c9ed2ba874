import { describe, expect, it, vi } from 'vitest';
import type { Welcome } from '../../../src/protocol/server_messages';
import { Account } from '../../../src/state/account';
import { memoryStorage } from '../memory_storage';

const lin = { id: 'u1', name: 'Lin', guest: false };
const game = { gameId: 'g1', game: 'gomoku', opponent: null, yourTurn: false } as const;
const welcome: Welcome = {
  t: 'welcome',
  v: 1,
  user: lin,
  token: 'U',
  games: [],
  now: 0,
  playing: [game, { ...game, gameId: 'g2' }],
};

describe('account', () => {
  it('keeps user and seats', () => {
    const account = new Account(memoryStorage());
    expect(account.token).toBeNull();
    account.applyWelcome({ ...welcome, token: 'U' });
    account.keepSeat({ gameId: 'g1', token: 'S1', code: 'A' });
    account.keepSeat({ gameId: 'g1', token: 'S2', code: 'A' });
    expect(account.token).toBe('U');
    expect(account.seatOf('g1')?.token).toBe('S2');
    expect(account.seatOf('g2')).toBeUndefined();
  });

  it('knows whose turn it is in games that are played on elsewhere', () => {
    const account = new Account(memoryStorage());
    account.applyWelcome(welcome);
    account.updateGame({ t: 'turn', ...game, opponent: 'Mei', yourTurn: true });
    expect(account.playing.value).toContainEqual({ ...game, opponent: 'Mei', yourTurn: true });
    account.updateGame({ t: 'turn', ...game, gameId: 'g9', yourTurn: true });
    expect(account.playing.value.map(({ gameId }) => gameId)).toEqual(['g2', 'g1', 'g9']);
    account.updateGame({ t: 'turn', ...game, yourTurn: false, over: true });
    expect(account.playing.value.map(({ gameId }) => gameId)).toEqual(['g2', 'g9']);
  });

  it('greets anew when another tab has become somebody else, and only then', () => {
    const keep = memoryStorage();
    const [one, two] = [new Account(keep), new Account(keep)];
    let greetings = 0;
    two.onChange = () => ++greetings;
    one.applyWelcome(welcome);
    two.onStorage('sanqi.user');
    two.applyWelcome(welcome);
    for (const key of ['sanqi.user', 'sanqi.visit', null]) two.onStorage(key);
    expect(greetings).toBe(1);
    one.logIn({ ...lin, id: 'u2' }, 'U2');
    two.onStorage('sanqi.user');
    one.logOut();
    two.onStorage(null);
    expect(greetings).toBe(3);
  });

  // The late answer made this browser the user's again who had left it, in all tabs.
  it('takes no answer to a hello that was said before another tab logged in or out', () => {
    const keep = memoryStorage();
    const [one, two] = [new Account(keep), new Account(keep)];
    two.applyWelcome(welcome);
    const greet = (two.onChange = vi.fn());
    one.logIn({ ...lin, id: 'u2' }, 'U2');
    two.applyWelcome(welcome, 'U');
    expect([two.token, greet.mock.calls.length]).toEqual(['U2', 1]);
    one.logOut();
    two.applyWelcome({ ...welcome, token: 'U2' }, 'U2');
    expect([two.token, two.user.value, greet.mock.calls.length]).toEqual([null, lin, 2]);
    two.applyWelcome({ ...welcome, token: 'G' }, null);
    expect([two.token, greet.mock.calls.length]).toEqual(['G', 2]);
  });

  it('keeps its seats from whoever sits at this browser next', () => {
    const keep = memoryStorage();
    const account = new Account(keep);
    account.applyWelcome(welcome);
    account.keepSeat({ gameId: 'g1', token: 'S', code: '' });
    account.logIn({ ...lin, id: 'u2' }, 'U2');
    expect(account.seatOf('g1')).toBeUndefined();
    account.logIn(lin, 'U');
    expect(account.seatOf('g1')?.token).toBe('S');
    account.logOut();
    expect(account.seatOf('g1')).toBeUndefined();
    expect(keep.getItem('sanqi.seats')).toBeNull();
  });

  it('forgets the oldest seats', () => {
    const account = new Account(memoryStorage());
    for (let n = 0; n < 60; n++) account.keepSeat({ gameId: `g${n}`, token: 'S', code: '' });
    expect(account.seatOf('g0')).toBeUndefined();
    expect(account.seatOf('g59')).toBeDefined();
  });

  it('remembers what the server said last, until the visitor leaves', () => {
    const keep = memoryStorage();
    expect(new Account(keep).user.value).toBeNull();
    new Account(keep).applyWelcome(welcome);
    const again = new Account(keep);
    expect(again.user.value).toEqual(lin);
    expect(again.playing.value).toEqual(welcome.playing);
    again.removeGame('g1');
    expect(new Account(keep).playing.value.map(({ gameId }) => gameId)).toEqual(['g2']);
    again.logOut();
    expect(new Account(keep).user.value).toBeNull();
    expect(again.token).toBeNull();
  });

  it('is no host of a server that does not say so', () => {
    const account = new Account(memoryStorage());
    account.applyWelcome({ ...welcome, host: true });
    expect(account.host.value).toBe(true);
    account.applyWelcome(welcome);
    expect(account.host.value).toBe(false);
  });

  it('asks to be greeted anew by each change of who it is, with the new name and token', () => {
    const account = new Account(memoryStorage());
    const greeted: unknown[] = [];
    account.onChange = () => greeted.push([account.name, account.token]);
    account.rename('Mei');
    account.logIn(lin, 'U2');
    account.logOut();
    expect(greeted).toEqual([
      ['Mei', null],
      ['Lin', 'U2'],
      [null, null],
    ]);
    account.applyWelcome(welcome);
    expect(greeted).toHaveLength(3);
  });

  it('that was logged out elsewhere does not log out who came meanwhile in another tab', () => {
    const keep = memoryStorage();
    const account = new Account(keep);
    account.applyWelcome(welcome);
    new Account(keep).logIn(lin, 'U2');
    account.expire();
    expect(account.token).toBe('U2');
    account.applyWelcome({ ...welcome, token: 'U2' });
    account.expire();
    expect(account.token).toBeNull();
  });

  it('is a stranger until a name is said, if only an empty one, or a game is played', () => {
    const account = new Account(memoryStorage());
    account.applyWelcome({ ...welcome, playing: [] });
    expect(account.isNewVisitor).toBe(true);
    account.rename('');
    expect(account.isNewVisitor).toBe(false);
    const player = new Account(memoryStorage());
    player.applyWelcome(welcome);
    expect(player.isNewVisitor).toBe(false);
    const seated = new Account(memoryStorage());
    seated.keepSeat({ gameId: 'g1', token: 'S', code: '' });
    expect(seated.isNewVisitor).toBe(false);
  });

  it.each(['', '{', '{}', 'null'])('takes %j in the storage for nothing', (text) => {
    const keep = memoryStorage();
    for (const key of ['sanqi.visit', 'sanqi.seats']) keep.setItem(key, text);
    expect(new Account(keep).user.value).toBeNull();
    expect(new Account(keep).seatOf('g1')).toBeUndefined();
  });
});
