// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../src/i18n/en/common';
import { people } from '../../../src/i18n/en/people';
import { memoryStorage } from '../../../src/state/settings';
import { view as GamesPage } from '../../../src/ui/people/games_page';
import { Preferences } from '../../../src/ui/preferences';
import { ServicesContext, type Services } from '../../../src/ui/services';
import { cleanup, fireEvent, render, screen } from './screen';

afterEach(cleanup);

it('looks for games by their opening, a whole chapter or one of them', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response('{"games":[],"cursor":null}', { status: 200 }));
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  preferences.learn({ en: { ...common, ...people }, 'zh-Hans': {}, 'zh-Hant': {} });
  const services = { preferences, account: { user: signal(null), token: null } } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <GamesPage />
    </ServicesContext.Provider>,
  );
  expect(screen.queryByLabelText('Opening')).toBeNull();
  fireEvent.click(screen.getByText('Xiangqi'));
  const opening = await screen.findByLabelText<HTMLSelectElement>('Opening');
  expect(Array.from(opening.options, ({ text }) => text)).toContain('D5 Opposite Direction Cannons');
  for (const code of ['C', 'D5a']) {
    fireEvent.change(opening, { target: { value: code } });
    await vi.waitFor(() => expect(asked.at(-1)).toContain(`opening=${code}&`), 30_000);
  }
  fireEvent.click(screen.getByText('Gomoku'));
  await vi.waitFor(() => expect(asked.at(-1)).not.toContain('opening='), 30_000);
});
