import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { playFrom } from '../../../src/ui/replay/play_from';
import type { Services } from '../../../src/ui/services/services';

const place = { game: 'gomoku', rule: 'renju', size: 19 } as const;

function services(answer: Promise<unknown>) {
  const parts = {
    account: { keepSeat: vi.fn() },
    link: { request: vi.fn(() => answer) },
    navigation: { to: vi.fn() },
    preferences: { settings: signal({ level: 5 }) },
    toasts: { fail: vi.fn() },
  };
  return { parts, services: parts as unknown as Services };
}

it('sits down at a game from the position, against the level that was chosen last', async () => {
  const created = { t: 'created', gameId: 'g7', token: 'secret', code: 'ABCDE' };
  const { parts, services: all } = services(Promise.resolve(created));
  await playFrom(all, place, 'X- X', 'first');
  expect(parts.link.request).toHaveBeenCalledWith({
    t: 'create',
    ...place,
    pos: 'X- X',
    side: 'first',
    time: null,
    opponent: 'ai',
    level: 5,
    private: true,
  });
  expect(parts.account.keepSeat).toHaveBeenCalledWith({
    gameId: 'g7',
    token: 'secret',
    code: 'ABCDE',
    host: true,
  });
  expect(parts.navigation.to).toHaveBeenCalledWith({ page: 'room', gameId: 'g7' });
});

it('says why the server will not play from it', async () => {
  const why = new Error('In this position the game is over.');
  const { parts, services: all } = services(Promise.reject(why));
  await playFrom(all, place, 'X- X', 'second');
  expect(parts.toasts.fail).toHaveBeenCalledWith(why);
  expect(parts.navigation.to).not.toHaveBeenCalled();
});
