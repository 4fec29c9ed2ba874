import { expect, it } from 'vitest';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import { Refusal } from '../../../../src/protocol/connection';
import { Account } from '../../../../src/state/account';
import { memoryStorage } from '../../../../src/state/settings';
import { RoomModel } from '../../../../src/ui/room/room_model';
import type { Services } from '../../../../src/ui/services/services';
import { ack, settled } from '../../room_messages';

/** How each attempt to join is made, and what the visitor is told. Players are refused for `refusal`. */
function visit(account: Account, refusal?: Refusal) {
  const joined: unknown[] = [];
  const told: unknown[] = [];
  const request = (message: ClientMessage) => {
    if (message.t === 'join') joined.push(message.as);
    return message.t === 'join' && message.as === 'player' && refusal
      ? Promise.reject(refusal)
      : ack(message);
  };
  const toasts = { fail: (error: unknown) => told.push(error) };
  const model = new RoomModel('g1', { account, link: { request }, toasts } as unknown as Services);
  return { joined, told, model };
}

it('only looks, and sits down by a name or without one', async () => {
  const account = new Account(memoryStorage());
  const { joined, model } = visit(account);
  model.greeted();
  await settled();
  model.sitDown('Mei');
  expect(account.name).toBe('Mei');
  model.greeted();
  await settled();
  expect(joined).toEqual(['spectator', 'player']);
});

it('comes back to a game that is played', async () => {
  const account = new Account(memoryStorage());
  account.turned({ t: 'turn', gameId: 'g1', game: 'gomoku', opponent: '', yourTurn: false });
  const { joined, model } = visit(account);
  model.greeted();
  await settled();
  expect(joined).toEqual(['player']);
});

it('hears that another has taken the seat that it asked for, and looks on', async () => {
  const full = new Refusal('full', '');
  const { joined, told, model } = visit(new Account(memoryStorage()), full);
  model.greeted();
  await settled();
  model.sitDown('Mei');
  model.greeted();
  await settled();
  expect(joined).toEqual(['spectator', 'player', 'spectator']);
  expect(told).toEqual([full]);
});

it('looks on where it plays too much to sit down, and hears so once it asks for the seat', async () => {
  const account = new Account(memoryStorage());
  account.rename('Mei');
  const games = new Refusal('rate_limited', '', 'games');
  const { joined, told, model } = visit(account, games);
  model.greeted();
  await settled();
  expect(joined).toEqual(['player', 'spectator']);
  expect([model.failure.value, told]).toEqual([null, []]);
  model.sitDown('Mei');
  model.greeted();
  await settled();
  expect(joined.slice(2)).toEqual(['player', 'spectator']);
  expect(told).toEqual([games]);
});

it('is told why it cannot come in, where nothing says when it can', async () => {
  const account = new Account(memoryStorage());
  account.rename('Mei');
  const refusal = new Refusal('rate_limited', '');
  const { model } = visit(account, refusal);
  model.greeted();
  await settled();
  expect(model.failure.value).toBe(refusal);
});

it('is told nothing of seats by who only comes by', async () => {
  const account = new Account(memoryStorage());
  account.turned({ t: 'turn', gameId: 'g1', game: 'gomoku', opponent: '', yourTurn: false });
  const { joined, told, model } = visit(account, new Refusal('full', ''));
  model.greeted();
  await settled();
  expect(joined).toEqual(['player', 'spectator']);
  expect(told).toEqual([]);
});
