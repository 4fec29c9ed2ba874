// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { room as words } from '../../../../../src/i18n/en/room';
import type { GameState } from '../../../../../src/protocol/types';
import type { Room } from '../../../../../src/state/room';
import { memoryStorage } from '../../../memory_storage';
import { InFlight } from '../../../../../src/ui/core/in_flight';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { ActionBar } from '../../../../../src/ui/room/actions/action_bar';
import type { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { ServicesContext, type Services } from '../../../../../src/ui/services/services';
import { roomWith } from '../../../rooms';
import { act as settle, cleanup, fireEvent, render, screen } from '../../screen';

const act = vi.fn();
const room = signal<Room>(roomWith());

beforeEach(() => {
  room.value = roomWith();
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: words });
  const ctrl = {
    room,
    model: { sendAction: act, inFlight: new InFlight() },
    game: {},
  } as unknown as RoomController;
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <input aria-label="chat" />
      <ActionBar ctrl={ctrl} />
    </ServicesContext.Provider>,
  );
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const press = (name: string, detail = 1): void => void fireEvent.click(button(name), { detail });
const ask = (name: string): void => {
  button(name).focus();
  press(name);
};
const becomes = (state: Partial<GameState>): Promise<void> =>
  settle(() => void (room.value = roomWith(state)));
const question = (): HTMLElement | null => screen.queryByRole('alertdialog');
const focused = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

describe('a question before an action', () => {
  it('takes the focus once, and never back from whoever writes meanwhile', async () => {
    ask('Resign');
    expect(focused()).toBe('Yes');
    screen.getByLabelText('chat').focus();
    await becomes({ moves: 'd3 c3 e3' });
    expect(question()).not.toBeNull();
    expect(focused()).toBe('chat');
  });

  it('gives the focus back to the button that asked', () => {
    ask('Resign');
    press('No');
    expect(act).not.toHaveBeenCalled();
    expect(focused()).toBe('Resign');
  });

  it('is closed by Escape, which then does nothing else', () => {
    const others = vi.fn();
    addEventListener('keydown', others);
    ask('Resign');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    removeEventListener('keydown', others);
    expect(question()).toBeNull();
    expect(focused()).toBe('Resign');
    expect((others.mock.calls[0]?.[0] as Event).defaultPrevented).toBe(true);
  });

  it('does not outlive the game', async () => {
    ask('Resign');
    await becomes({ status: 'finished', result: 'first', reason: 'timeout' });
    expect(question()).toBeNull();
    await becomes({});
    expect(question()).toBeNull();
  });

  it('does not outlive what would make it mean something else', async () => {
    await becomes({ moves: 'd3' });
    ask('Abort');
    await becomes({ moves: 'd3 c3' });
    expect(question()).toBeNull(); // There is nothing to abort any more, and resigning was not asked for.
    ask('Offer draw');
    expect(question()?.textContent).toContain('Offer a draw?');
    await becomes({ offers: { draw: 'first' } }); // On another page of the same player.
    expect(question()).toBeNull();
    await becomes({});
    ask('Offer draw');
    expect(question()).not.toBeNull();
    await becomes({ offers: { draw: 'second' } });
    expect(question()).toBeNull();
    press('Offer draw'); // Agrees, and needs no question.
    expect(act).toHaveBeenLastCalledWith('draw');
  });

  // A second tap in the place of the flag resigned.
  it('has No first, where the button was that asked', () => {
    ask('Resign');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
  });

  it('is not answered by the second half of a double click', () => {
    ask('Resign');
    press('Yes', 2);
    expect(act).not.toHaveBeenCalled();
    press('Yes', 0);
    expect(act).toHaveBeenCalledWith('resign');
  });
});
