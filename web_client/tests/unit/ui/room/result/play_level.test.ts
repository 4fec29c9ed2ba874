// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Refusal } from '../../../../../src/protocol/connection';
import { playLevel } from '../../../../../src/ui/room/result/play_level';
import { gameFull, stateAfter } from '../../../rooms';
import { settled } from '../../../room_messages';
import { Stage } from '../../stage';

const over = { status: 'finished', result: 'first', reason: 'resign' } as const;
const created = { t: 'created', gameId: 'g2', code: 'K7', url: '', token: 'S' } as const;

it('opens a game like the one before, once, and hosts it', async () => {
  const { model, services, requests, routes } = new Stage();
  model.onMessage(gameFull(stateAfter('d3 c3', over), { opening: 'swap', you: 'second' }));
  const done = [4, 4].map((level) => playLevel(model, services, level));
  await settled();
  expect(requests.map(({ message }) => message)).toEqual([
    {
      t: 'create',
      game: 'gomoku',
      rule: 'freestyle',
      opening: 'swap',
      time: null,
      side: 'second',
      level: 4,
      opponent: 'ai',
    },
  ]);
  requests[0]?.resolve(created);
  await Promise.all(done);
  expect(routes).toEqual([{ page: 'room', gameId: 'g2' }]);
  expect(services.account.seatOf('g2')).toMatchObject({ token: 'S' });
});

it('is entered all the same where its answer was lost with the line', async () => {
  const { model, services, requests, routes } = new Stage();
  model.onMessage(gameFull(stateAfter('d3 c3', over)));
  const done = playLevel(model, services, 4);
  await settled();
  requests[0]?.reject(new Refusal('connection_lost', ''));
  await done;
  services.account.playing.value = [{ gameId: 'g2', game: 'gomoku', opponent: 'Bot 4', yourTurn: true }];
  expect(routes).toEqual([{ page: 'room', gameId: 'g2' }]);
});

it('says why there is none', async () => {
  const { model, services, requests, routes } = new Stage();
  model.onMessage(gameFull(stateAfter('d3 c3', over)));
  const done = playLevel(model, services, 4);
  await settled();
  requests[0]?.reject(new Error('no line'));
  await done;
  expect(services.toasts.list.value).toHaveLength(1);
  expect(routes).toEqual([]);
});
