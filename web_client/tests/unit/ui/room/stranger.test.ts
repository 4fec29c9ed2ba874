import { expect, it } from 'vitest';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import { Account } from '../../../../src/state/account';
import { memoryStorage } from '../../../../src/state/settings';
import { RoomModel } from '../../../../src/ui/room/room_model';
import type { Services } from '../../../../src/ui/services/services';
import { ack, settled } from '../../room_messages';

/** How each attempt to join is made. */
function visit(account: Account) {
  const joined: unknown[] = [];
  const request = (message: ClientMessage) => {
    if (message.t === 'join') joined.push(message.as);
    return ack(message);
  };
  const model = new RoomModel('g1', { account, link: { request } } as unknown as Services);
  return { joined, model };
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
