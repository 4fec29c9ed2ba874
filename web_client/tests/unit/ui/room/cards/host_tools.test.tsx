// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import { common } from '../../../../../src/i18n/en/common';
import { parts } from '../../../../../src/i18n/en/parts';
import { room as words } from '../../../../../src/i18n/en/room';
import { memoryStorage } from '../../../memory_storage';
import { view as HostTools } from '../../../../../src/ui/room/cards/host_tools';
import type { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../../src/ui/services/services';
import { roomWith } from '../../../rooms';
import { Stage } from '../../stage';
import { act, cleanup, fireEvent, heldOff, render, screen } from '../../screen';

const host = vi.fn();
const silenced = signal<ReadonlySet<string>>(new Set());
const reports = signal<readonly { from: string; text: string; at: number }[]>([]);
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  reports.value = [];
  silenced.value = new Set();
});

const withAna = (state: Partial<GameState> = {}, full: Partial<GameFull> = {}) => ({
  ...roomWith(state, full),
  spectatorNames: ['ana'],
});
function show(state: Partial<GameState> = {}, full: Partial<GameFull> = {}) {
  const room = signal(withAna(state, full));
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...words, ...parts } });
  const services = { preferences };
  const ctrl = {
    room,
    model: { host, reports, mutedByHost: silenced, name: 'lin' },
  } as unknown as RoomController;
  render(
    <ServicesContext.Provider value={services as unknown as Services}>
      <HostTools ctrl={ctrl} />
    </ServicesContext.Provider>,
  );
  return room;
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const question = (): string | null | undefined =>
  screen.queryByRole('alertdialog')?.getAttribute('aria-label');
const kicks = (): readonly (string | null)[] =>
  screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label'));

describe('who keeps order', () => {
  it('is asked before somebody is sent out, and sends nobody without a yes', () => {
    show();
    press(/^Remove ana/);
    expect(host).not.toHaveBeenCalled();
    press('No');
    expect(question()).toBeUndefined();
    press(/^Remove ana/);
    press('Yes');
    expect(host.mock.calls).toEqual([['kick', 'ana']]);
  });

  it.each([parts['host.close'], 'Remove ana'])('has the focus back at %s after a no', (name) => {
    show();
    const button = screen.getByRole('button', { name });
    button.focus();
    press(name);
    expect(document.activeElement?.textContent).toBe('Yes');
    press('No');
    expect(document.activeElement).toBe(button);
  });

  it('presses nothing beside a name that has just come under the finger', async () => {
    const room = show();
    const watched = (spectatorNames: string[]) =>
      act(() => void (room.value = { ...room.value, spectatorNames }));
    await watched(['ana', 'bo', 'cy']);
    const held = heldOff();
    await watched(['ana', 'cy']);
    expect(held()).toEqual(['cy']);
  });

  it('is told when the game ends with the player that goes', () => {
    show();
    press(/^Remove ana/);
    const ofSpectators = question();
    press('No');
    press(/^Remove chen/);
    expect(question()).not.toBe(ofSpectators);
    cleanup();
    show({ status: 'finished', result: 'first', reason: 'resign' });
    press(/^Remove chen/);
    expect(question()).toBe(ofSpectators);
  });

  // "The game is aborted", it said, and the host had lost.
  it('is told that to send the opponent out is to resign, once both have moved', () => {
    show({ moves: 'd3' });
    press(/^Remove chen/);
    expect(question()).toBe(parts['confirm.kickPlayer']);
    cleanup();
    show();
    press(/^Remove chen/);
    expect(question()).toBe(parts['confirm.resigns']);
    cleanup();
    show({}, { you: null });
    press(/^Remove chen/);
    expect(question()).toBe(parts['confirm.kickPlayer']);
  });

  it('cannot stop a rated game that has begun, nor send its players out', () => {
    show({}, { rated: true });
    expect(kicks()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: parts['host.close'] })).toBeNull();
    cleanup();
    show({ moves: '' }, { rated: true });
    expect(kicks()).toHaveLength(2);
    cleanup();
    show({ moves: 'd3 c3 e3', expiresMs: 60_000 }, { rated: true });
    expect(kicks()).toHaveLength(2);
  });

  it('cannot stop a game of a tournament but by resigning it', () => {
    for (const moves of ['', 'd3 c3 e3']) {
      show({ moves }, { tournamentId: 't1t1', you: null });
      expect(screen.queryByRole('button', { name: parts['host.close'] })).toBeNull();
      expect(screen.queryByRole('button', { name: /^Remove ana/ })).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Remove chen/ })).toBeNull();
      cleanup();
    }
    show({}, { tournamentId: 't1t1' });
    press(parts['host.close']);
    expect(question()).toBe(parts['confirm.resigns']);
  });

  it('is asked before the room is closed, and told that it is to resign', () => {
    show({ moves: '' });
    press(parts['host.close']);
    expect(question()).toBe(parts['confirm.close']);
    cleanup();
    show();
    press(parts['host.close']);
    expect(question()).toBe(parts['confirm.resigns']);
    press('Yes');
    expect(host.mock.calls).toEqual([['close']]);
  });

  it('is asked again where the question would become another one under the hand', async () => {
    const room = show({ moves: '' });
    press(parts['host.close']);
    expect(question()).toBe(parts['confirm.close']);
    await act(() => void (room.value = withAna()));
    expect(question()).toBeUndefined();
    press(/^Remove chen/);
    expect(question()).toBe(parts['confirm.resigns']);
    await act(() => void (room.value = withAna({ status: 'finished', result: 'first', reason: 'resign' })));
    expect(question()).toBeUndefined();
    expect(host).not.toHaveBeenCalled();
  });

  it('mutes and unmutes, once by a double click, as the server has agreed', async () => {
    show();
    const mute = screen.getByRole('button', { name: /^Mute ana/ });
    fireEvent.click(mute, { detail: 1 });
    fireEvent.click(mute, { detail: 2 });
    expect(screen.queryByRole('button', { name: /^Unmute ana/ })).toBeNull();
    await act(() => void (silenced.value = new Set(['ana'])));
    press(/^Unmute ana/);
    expect(host.mock.calls).toEqual([
      ['mute', 'ana'],
      ['unmute', 'ana'],
    ]);
  });

  it('has muted only whom the server says', async () => {
    const stage = new Stage();
    const muted = async (what: 'mute' | 'unmute', answers: boolean): Promise<readonly string[]> => {
      const done = stage.model.host(what, 'ana');
      await Promise.resolve();
      const request = stage.requests.at(-1);
      if (answers) request?.resolve({ t: 'ack' });
      else request?.reject(new Error('no'));
      await done;
      return [...stage.model.mutedByHost.value];
    };
    expect(await muted('mute', false)).toEqual([]);
    expect(await muted('mute', true)).toEqual(['ana']);
    expect(await muted('unmute', false)).toEqual(['ana']);
    expect(await muted('unmute', true)).toEqual([]);
  });

  it('is not among those who may be sent out, by whatever name it sat down', async () => {
    const stage = new Stage();
    stage.services.account.applyWelcome({
      token: 't',
      user: { id: 'u', name: 'mei', guest: false },
    } as never);
    stage.open({}, { host: true });
    await vi.waitFor(() => expect(kicks()).toEqual(['Remove chen']), 30_000);
  });

  it('reads a report beside its author, who may have gone', async () => {
    show();
    await act(() => void (reports.value = [{ from: 'tom', text: 'rude', at: 1 }]));
    expect(screen.getByText('rude').closest('li')?.textContent).toContain('tom');
  });

  it('has nothing to do alone with a computer', () => {
    const players = [
      { name: 'lin', online: true },
      { name: 'Bot', level: 3, ai: true, online: true },
    ] as const;
    const room = signal({ ...roomWith({}, { players }), spectatorNames: [] });
    const preferences = new Preferences(memoryStorage(), ['en']);
    const services = { preferences };
    render(
      <ServicesContext.Provider value={services as unknown as Services}>
        <HostTools ctrl={{ room, model: { host, reports, name: 'lin' } } as unknown as RoomController} />
      </ServicesContext.Provider>,
    );
    expect(document.querySelector('.host-tools')).toBeNull();
  });
});
