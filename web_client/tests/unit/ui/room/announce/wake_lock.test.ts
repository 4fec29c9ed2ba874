// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../memory_storage';
import { holdWakeLock } from '../../../../../src/ui/room/announce/wake_lock';
import type { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { roomWith } from '../../../rooms';
import { settled } from '../../../room_messages';

const release = vi.fn(() => Promise.resolve());
const request = vi.fn<(type: string) => Promise<unknown>>();
const room = signal(roomWith());
let preferences: Preferences;
let stop: () => void = () => undefined;

beforeEach(() => {
  request.mockImplementation(() => Promise.resolve({ release }));
  vi.stubGlobal('navigator', { wakeLock: { request } });
  preferences = new Preferences(memoryStorage(), ['en']);
  preferences.change({ awake: true });
  room.value = roomWith();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const keep = async (): Promise<void> => {
  stop = holdWakeLock({ room } as unknown as RoomController, preferences);
  await settled();
};
async function hide(hidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

describe('the screen stays on', () => {
  it('while the visitor plays, and is asked for once', async () => {
    await keep();
    expect(request).toHaveBeenCalledWith('screen');
    room.value = roomWith({ moves: 'd3 c3 e3' });
    await settled();
    expect(request).toHaveBeenCalledTimes(1);
    expect(release).not.toHaveBeenCalled();
  });

  it.each([
    [
      'the game ends',
      () => (room.value = roomWith({ status: 'finished', result: 'first', reason: 'resign' })),
    ],
    ['it is paused', () => (room.value = roomWith({ paused: true }))],
    ['it is not wanted any more', () => preferences.change({ awake: false })],
    ['the visitor leaves', () => stop()],
  ])('until %s', async (_, happens) => {
    await keep();
    happens();
    await settled();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('for no spectator, no waiting room and nobody who does not want it', async () => {
    room.value = roomWith({}, { you: null });
    await keep();
    stop();
    room.value = roomWith({ status: 'waiting' });
    await keep();
    stop();
    room.value = roomWith();
    preferences.change({ awake: false });
    await keep();
    expect(request).not.toHaveBeenCalled();
  });

  it('and is asked for anew by a page that is seen again', async () => {
    await keep();
    await hide(true);
    expect(request).toHaveBeenCalledTimes(1);
    await hide(false);
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('no longer than wanted, when the answer comes late', async () => {
    let grant: (lock: unknown) => void = () => undefined;
    request.mockImplementation(() => new Promise((resolve) => (grant = resolve)));
    await keep();
    stop();
    grant({ release });
    await settled();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('no longer than the game, where it was asked for twice before the first answer', async () => {
    const grants: ((lock: unknown) => void)[] = [];
    request.mockImplementation(() => new Promise((resolve) => grants.push(resolve)));
    await keep();
    room.value = roomWith({ moves: 'd3 c3 e3' });
    const locks = grants.map((grant) => {
      const lock = { release: vi.fn(() => Promise.resolve()) };
      grant(lock);
      return lock;
    });
    await settled();
    room.value = roomWith({ status: 'finished', result: 'first', reason: 'resign' });
    await settled();
    expect(locks).toHaveLength(2);
    for (const lock of locks) expect(lock.release).toHaveBeenCalled();
  });

  it('where the browser lets it: a refusal and an old browser are no faults', async () => {
    request.mockImplementation(() => Promise.reject(new Error('low battery')));
    await keep();
    stop();
    vi.stubGlobal('navigator', {});
    await keep();
    expect(release).not.toHaveBeenCalled();
  });
});
