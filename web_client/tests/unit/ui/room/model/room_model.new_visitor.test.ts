import { expect, it, vi } from 'vitest';
import type { ClientMessage } from '../../../../../src/protocol/client_messages';
import { Refusal } from '../../../../../src/protocol/connection';
import { Account } from '../../../../../src/state/account';
import { memoryStorage } from '../../../memory_storage';
import { RoomModel } from '../../../../../src/ui/room/model/room_model';
import type { Services } from '../../../../../src/ui/services/services';
import { ack, full, settled } from '../../../room_messages';

/** How each attempt to join is made, and what the visitor is told. Players are refused for `refusal`. */
function visit(account: Account, refusal?: Refusal) {
  const joined: unknown[] = [];
  const told: unknown[] = [];
  const server = { refusal };
  const request = (message: ClientMessage) => {
    if (message.t !== 'join') return ack(message);
    joined.push(message.as);
    if (message.as === 'player' && server.refusal) return Promise.reject(server.refusal);
    model.onMessage({ ...full('', 4), you: message.as === 'player' ? 'first' : null });
    return ack(message);
  };
  const toasts = { showError: (error: unknown) => told.push(error), show: (text: string) => told.push(text) };
  const services = {
    account,
    socket: { request, time: { at: () => 0 } },
    toasts,
    preferences: { t: (key: string) => key },
  };
  const model = new RoomModel('g1', services as unknown as Services);
  return { joined, told, model, server };
}

it('only looks, and sits down by a name or without one', async () => {
  const account = new Account(memoryStorage());
  const { joined, model } = visit(account);
  model.onConnected();
  await settled();
  model.sitDown('Mei');
  expect(account.name).toBe('Mei');
  model.onConnected();
  await settled();
  expect(joined).toEqual(['spectator', 'player']);
});

it('comes back to a game that is played', async () => {
  const account = new Account(memoryStorage());
  account.updateGame({ t: 'turn', gameId: 'g1', game: 'gomoku', opponent: '', yourTurn: false });
  const { joined, model } = visit(account);
  model.onConnected();
  await settled();
  expect(joined).toEqual(['player']);
});

it('hears once that another has taken the seat that it asked for, and looks on', async () => {
  const taken = new Refusal('full', '');
  const account = new Account(memoryStorage());
  const { joined, told, model } = visit(account, taken);
  model.onConnected();
  await settled();
  model.sitDown('Mei');
  model.onConnected();
  await settled();
  expect(joined).toEqual(['spectator', 'player', 'spectator']);
  account.applyWelcome({
    t: 'welcome',
    v: 1,
    user: { id: 'u1', name: 'Mei', guest: true },
    token: 'T',
    now: 0,
    games: [],
  });
  model.onConnected();
  await settled();
  expect(told).toEqual([taken]);
});

// A visitor who gave the name of an account was seated as a guest, and had no say in it.
it.each(['name_taken', 'bad_name'])(
  'looks on where its name is refused (%s), until it gives another one',
  async (code) => {
    const { joined, model } = visit(new Account(memoryStorage()));
    model.onConnected();
    await settled();
    model.sitDown('Mei');
    model.onMessage({ t: 'error', code, message: '' });
    model.onConnected();
    await settled();
    expect(joined).toEqual(['spectator', 'spectator']);
    model.sitDown('Lin');
    model.onConnected();
    await settled();
    expect(joined.slice(2)).toEqual(['player']);
  },
);

it('keeps the seat that it has where a later name is refused', async () => {
  const { joined, model } = visit(new Account(memoryStorage()));
  model.sitDown('Mei');
  model.onConnected();
  await settled();
  model.onMessage({ t: 'error', code: 'name_taken', message: '' });
  model.onConnected();
  await settled();
  expect(joined).toEqual(['player', 'player']);
});

it('looks on where it plays too much to sit down, and hears so once it asks for the seat', async () => {
  const account = new Account(memoryStorage());
  account.rename('Mei');
  const games = new Refusal('rate_limited', '', 'games');
  const { joined, told, model } = visit(account, games);
  model.onConnected();
  await settled();
  expect(joined).toEqual(['player', 'spectator']);
  expect([model.failure.value, told]).toEqual([null, []]);
  model.sitDown('Mei');
  model.onConnected();
  await settled();
  expect(joined.slice(2)).toEqual(['player', 'spectator']);
  expect(told).toEqual([games]);
});

it('is told why it cannot come in, where nothing says when it can', async () => {
  const account = new Account(memoryStorage());
  account.rename('Mei');
  const refusal = new Refusal('rate_limited', '');
  const { model } = visit(account, refusal);
  model.onConnected();
  await settled();
  expect(model.failure.value).toBe(refusal);
});

it('is told nothing of seats by who only comes by', async () => {
  const account = new Account(memoryStorage());
  account.updateGame({ t: 'turn', gameId: 'g1', game: 'gomoku', opponent: '', yourTurn: false });
  const { joined, told, model } = visit(account, new Refusal('full', ''));
  model.onConnected();
  await settled();
  expect(joined).toEqual(['player', 'spectator']);
  expect(told).toEqual([]);
});

it('is told of a seat that was lost by logging out elsewhere, and has it again by logging in', async () => {
  const account = new Account(memoryStorage());
  account.rename('Mei');
  const { joined, told, model, server } = visit(account);
  const greeted = async (token: string, refusal?: Refusal): Promise<void> => {
    const user = { id: token, name: 'Mei', guest: false };
    account.applyWelcome({ t: 'welcome', v: 1, user, token, now: 0, games: [] });
    server.refusal = refusal;
    model.onConnected();
    await settled();
  };
  await greeted('mine');
  await greeted('of a guest', new Refusal('full', ''));
  await greeted('of a guest', new Refusal('full', ''));
  expect(told).toEqual(['link.closed.logged_out']);
  await greeted('mine');
  expect(joined).toEqual(['player', 'player', 'spectator', 'spectator', 'player']);
  expect(model.room.value?.full.you).toBe('first');
});

it('hears why a moderator mutes it', () => {
  const { told, model } = visit(new Account(memoryStorage()));
  model.onMessage({ t: 'measure', kind: 'mute', reason: 'links to shops', until: 1 });
  expect(told).toEqual([new Refusal('not_allowed', 'links to shops', 'measure')]);
});

// An account that opened the link of a rated game to look at it was in that game.
it.each([
  ['looks on at a rated game of others, until it sits down', true, ['Wu', ''], ['spectator', 'player']],
  ['takes the free seat of a casual one', false, ['Wu', ''], ['player', 'player']],
  ['comes back to its own', true, ['Mei', ''], ['player', 'player']],
])('of an account %s', async (_, rated, names, expected) => {
  const players = names.map((name) => ({ name, online: false }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ rated, players }))));
  const account = new Account(memoryStorage());
  account.logIn({ id: 'u1', name: 'Mei', guest: false }, 'T');
  account.applyWelcome(
    { t: 'welcome', v: 1, user: { id: 'u1', name: 'Mei', guest: false }, token: 'T', now: 0, games: [] },
    'T',
  );
  const { joined, model } = visit(account);
  model.onConnected();
  await vi.waitFor(() => expect(joined).toHaveLength(1), 30_000);
  model.sitDown('');
  model.onConnected();
  await vi.waitFor(() => expect(joined).toEqual(expected), 30_000);
  vi.unstubAllGlobals();
});

// The record was awaited, the visitor went back, and the join came after that: a seat without a page.
it('takes no seat for a page that was left meanwhile', async () => {
  const players = [{ name: 'Wu', online: false }];
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
  const account = new Account(memoryStorage());
  account.logIn({ id: 'u1', name: 'Mei', guest: false }, 'T');
  account.applyWelcome(
    { t: 'welcome', v: 1, user: { id: 'u1', name: 'Mei', guest: false }, token: 'T', now: 0, games: [] },
    'T',
  );
  const { joined, model } = visit(account);
  model.onConnected();
  model.destroy();
  answers[0]?.(new Response(JSON.stringify({ rated: false, players })));
  await settled();
  expect(joined).toEqual([]);
  vi.unstubAllGlobals();
});
