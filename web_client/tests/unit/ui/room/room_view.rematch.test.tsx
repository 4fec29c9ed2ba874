// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { RoomModel } from '../../../../src/ui/room/model/room_model';
import { RoomView } from '../../../../src/ui/room/room_view';
import { ServicesContext } from '../../../../src/ui/services/services';
import { gameFull, stateAfter } from '../../rooms';
import { cleanup, fireEvent, render, screen } from '../screen';
import { Stage, START } from '../stage';

vi.mock('../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

afterEach(cleanup);

it.each([
  ['goes on to the rematch', 'g2', 'well pl', 'Send to: Players'],
  ['stays out of another room', 'g3', '', 'Send to: Everyone'],
])('what is being written %s', async (_, gameId, draft, audience) => {
  const { services } = new Stage();
  const view = (id: string, rematchId: string | null = null) => {
    const model = new RoomModel(id, services);
    const state = stateAfter('d3 c3', { pos: START, status: 'finished', result: 'first', reason: 'resign' });
    model.onMessage(gameFull(state, { gameId: id, game: 'antireversi', startPos: START, rematchId }));
    return (
      <ServicesContext.Provider value={services}>
        <RoomView model={model} game={antireversi} />
      </ServicesContext.Provider>
    );
  };
  const { rerender } = render(view('g1', 'g2'));
  const field = () => screen.findByPlaceholderText<HTMLInputElement>('Say something kind…');
  fireEvent.input(await field(), { target: { value: 'well pl' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send to: Everyone' }));
  rerender(view(gameId));
  expect((await field()).value).toBe(draft);
  expect(screen.getByRole('button', { name: audience })).toBeTruthy();
});
