// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { replay } from '../../../../src/i18n/en/replay';
import { memoryStorage } from '../../memory_storage';
import { PlayFrom, playFrom } from '../../../../src/ui/replay/play_from';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, fireEvent, render, screen } from '../screen';

afterEach(cleanup);

const place = { game: 'gomoku', rule: 'renju', size: 19 } as const;

function services(answer: Promise<unknown>) {
  const parts = {
    account: { keepSeat: vi.fn() },
    socket: { request: vi.fn(() => answer) },
    navigation: { to: vi.fn() },
    preferences: { settings: signal({ level: 5 }) },
    toasts: { showError: vi.fn() },
  };
  return { parts, services: parts as unknown as Services };
}

it('sits down at a game from the position, against the level that was chosen last', async () => {
  const created = { t: 'created', gameId: 'g7', token: 'secret', code: 'ABCDE' };
  const { parts, services: all } = services(Promise.resolve(created));
  await playFrom(all, place, 'X- X', 'first');
  expect(parts.socket.request).toHaveBeenCalledWith({
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
  });
  expect(parts.navigation.to).toHaveBeenCalledWith({ page: 'room', gameId: 'g7' });
});

it('says why the server will not play from it', async () => {
  const why = new Error('In this position the game is over.');
  const { parts, services: all } = services(Promise.reject(why));
  await playFrom(all, place, 'X- X', 'second');
  expect(parts.toasts.showError).toHaveBeenCalledWith(why);
  expect(parts.navigation.to).not.toHaveBeenCalled();
});

it('makes one game however often it is asked for, and shows that it is out', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...replay } });
  const { parts, services: some } = services(Promise.resolve({ t: 'created', gameId: 'g7', token: null }));
  render(
    <ServicesContext.Provider value={{ ...some, preferences }}>
      <PlayFrom place={place} from={{ pos: 'X- X', turn: 'first' }} />
    </ServicesContext.Provider>,
  );
  const play = screen.getByRole('button');
  for (const detail of [1, 2, 1]) fireEvent.click(play, { detail });
  await vi.waitFor(() => expect(play.getAttribute('aria-busy')).toBe('true'), 30_000);
  await vi.waitFor(() => expect(parts.navigation.to).toHaveBeenCalledTimes(1), 30_000);
  expect(parts.socket.request).toHaveBeenCalledTimes(1);
});

it('takes nobody away from the page to which they went meanwhile', async () => {
  const { parts, services: all } = services(Promise.resolve({ t: 'created', gameId: 'g7', token: null }));
  const made = playFrom(all, place, 'X- X', 'first');
  history.replaceState(null, '', '/learn');
  await made;
  expect(parts.navigation.to).not.toHaveBeenCalled();
});

it('asks against which level, and plays that the next time, too', () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...replay } });
  const { parts, services: some } = services(Promise.resolve({ t: 'ack' }));
  const from = { pos: 'X- X', turn: 'first' } as const;
  render(
    <ServicesContext.Provider value={{ ...some, preferences }}>
      <PlayFrom place={place} from={from} />
    </ServicesContext.Provider>,
  );
  const level = screen.getByLabelText<HTMLSelectElement>('Computer');
  expect(level.value).toBe('3');
  fireEvent.change(level, { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button'), { detail: 1 });
  expect(parts.socket.request).toHaveBeenCalledWith(expect.objectContaining({ level: 7 }));
  expect(preferences.settings.value.level).toBe(7);
});
