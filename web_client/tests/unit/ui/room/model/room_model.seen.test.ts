// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { gameFull, stateAfter } from '../../../rooms';
import { settled } from '../../../room_messages';
import { Stage } from '../../stage';

const version = (v: number) => gameFull(stateAfter('h8 h9', { turn: 'first' }), { v });

it('what is asked says which game was seen when it was pressed, also where it has to wait for the room', async () => {
  const { model, requests } = new Stage();
  model.onMessage(version(4));
  model.onConnected();
  model.sendAction('draw');
  model.sendAction('takeback', false);
  model.choose('keep');
  void model.host('close');
  model.onMessage(version(7));
  requests[0]?.resolve({ t: 'ack' });
  await settled();
  model.sendAction('pause');
  await settled();
  const seen = { gameId: 'g1', v: 4 };
  expect(requests.slice(1).map(({ message }) => message)).toEqual([
    { t: 'action', ...seen, do: 'draw' },
    { t: 'action', ...seen, do: 'takeback', on: false },
    { t: 'action', ...seen, do: 'keep' },
    { t: 'host', ...seen, do: 'close' },
    { t: 'action', gameId: 'g1', v: 7, do: 'pause' },
  ]);
});
