// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { xiangqi } from '../../../../../src/games/xiangqi/xiangqi';
import type { Settings } from '../../../../../src/ui/services/settings';
import { defaults } from '../../../../../src/ui/services/settings';
import { RoomController } from '../../../../../src/ui/room/model/room_controller';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import { Stage } from '../../stage';
import { act, cleanup, fireEvent, screen, seen } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

const start = xiangqi.start;
const legal = ['h2e2', 'b0c2'];
let stage: Stage;
let settings: ReturnType<typeof signal<Settings>>;
let ctrl: RoomController;

function sit(chosen: Partial<Settings>, state: Partial<GameState> = {}, full: Partial<GameFull> = {}): void {
  stage = new Stage();
  stage.services.preferences.change(chosen);
  stage.open(
    { moves: '', pos: start, legal, ...state },
    { game: 'xiangqi', startPos: start, ...full },
    xiangqi,
  );
  settings = signal({ ...defaults(['en']), ...chosen });
  ctrl = new RoomController(stage.model, xiangqi, settings as never);
}
const sent = (): readonly unknown[] => stage.asked('move');

beforeEach(() => sit({ confirmMoves: 'always' }));
afterEach(cleanup);

describe('a move that is asked about', () => {
  it('is shown and not sent, until it is confirmed', () => {
    ctrl.move('h2e2');
    expect(ctrl.moveToConfirm.value).toBe('h2e2');
    expect(ctrl.state.value.lastMove).toBe('h2e2');
    expect(sent()).toEqual([]);
    ctrl.confirm();
    expect(stage.model.pending.value?.move).toBe('h2e2');
    expect(ctrl.moveToConfirm.value).toBeNull();
  });

  it('goes when it is withdrawn', () => {
    ctrl.move('h2e2');
    ctrl.cancelConfirm();
    expect(ctrl.moveToConfirm.value).toBeNull();
    expect(ctrl.state.value.lastMove).toBeUndefined();
  });

  it('goes when the game goes on without it', () => {
    ctrl.move('h2e2');
    stage.model.onMessage({
      t: 'event',
      gameId: 'g1',
      v: 2,
      kind: 'end',
      state: { ...ctrl.room.value.state, status: 'finished', result: 'second', reason: 'timeout' },
    });
    expect(ctrl.moveToConfirm.value).toBeNull();
    ctrl.confirm();
    expect(stage.model.pending.value).toBeNull();
  });

  it('is sent at once in time trouble', () => {
    ctrl.setLowTime(true);
    ctrl.move('h2e2');
    expect(ctrl.moveToConfirm.value).toBeNull();
    expect(stage.model.pending.value?.move).toBe('h2e2');
  });

  it('is none where it is made ahead', () => {
    sit({ confirmMoves: 'always' }, { moves: 'h2e2', turn: 'second' });
    ctrl.move('b0c2');
    expect(ctrl.moveToConfirm.value).toBeNull();
    expect(stage.model.premove.value).toBe('b0c2');
  });
});

// The question about it could not be asked, and the move was lost without a word.
it('is not asked about a move ahead while another one is out', () => {
  stage.model.play('h2e2');
  ctrl.move('b0c2');
  expect(stage.model.toConfirm.value).toBeNull();
  expect(stage.model.premove.value).toBe('b0c2');
});

describe('games of days', () => {
  it('ask unless that is switched off, others do not', () => {
    sit({ confirmMoves: 'days' });
    ctrl.move('h2e2');
    expect(ctrl.moveToConfirm.value).toBeNull();
    sit({ confirmMoves: 'days' }, {}, { time: { days: 3 } });
    ctrl.move('h2e2');
    expect(ctrl.moveToConfirm.value).toBe('h2e2');
    sit({ confirmMoves: 'never' }, {}, { time: { days: 3 } });
    ctrl.move('h2e2');
    expect(ctrl.moveToConfirm.value).toBeNull();
  });
});

describe('the question', () => {
  const cell = (square: string): HTMLElement => seen(`[data-square="${square}"]`);
  const make = (): Promise<void> =>
    act(() => {
      for (const square of ['h2', 'e2']) {
        cell(square).focus();
        fireEvent.keyDown(cell(square), { key: 'Enter' });
      }
    });

  it('takes the place of the actions and the focus, and names the move', async () => {
    await make();
    const yes = await screen.findByRole('button', { name: 'Play C2=5' });
    expect(document.activeElement).toBe(yes);
    expect(screen.queryByRole('button', { name: 'Resign' })).toBeNull();
    fireEvent.click(yes);
    expect(stage.model.pending.value?.move).toBe('h2e2');
  });

  it('is answered by Escape with no, and the board has the focus again', async () => {
    await make();
    await screen.findByRole('button', { name: 'Play C2=5' });
    await act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
    expect(screen.queryByRole('button', { name: /^Play C/ })).toBeNull();
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
    expect(stage.model.pending.value).toBeNull();
  });
});
