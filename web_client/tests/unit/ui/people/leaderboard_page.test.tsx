// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { memoryStorage } from '../../../../src/state/settings';
import { view as LeaderboardPage } from '../../../../src/ui/people/leaderboard_page';
import { Navigation } from '../../../../src/ui/services/navigation';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, fireEvent, render, screen } from '../screen';

afterEach(cleanup);
afterEach(() => history.replaceState(null, '', '/leaderboard'));

function open(named?: 'gomoku') {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const players = [{ name: 'Lin', rating: 1834.6, games: 12 }];
    return Promise.resolve(new Response(JSON.stringify({ players }), { status: 200 }));
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.learn({ en: { ...common, ...people } });
  const services = { preferences, navigation: new Navigation() } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <LeaderboardPage named={named} />
    </ServicesContext.Provider>,
  );
  return asked;
}

it('keeps the choice in the address, and finds it there', async () => {
  history.replaceState(null, '', '/leaderboard?game=antireversi&speed=rapid');
  const asked = open();
  expect(asked).toEqual(['/api/leaderboard/antireversi?speed=rapid']);
  expect(await screen.findByText('1835')).toBeTruthy();
  fireEvent.click(screen.getByText('Xiangqi'));
  expect(location.search).toBe('?game=xiangqi&speed=rapid');
  expect(asked.at(-1)).toBe('/api/leaderboard/xiangqi?speed=rapid');
});

it('shows the game that its path names, and leaves out what there is not', () => {
  history.replaceState(null, '', '/leaderboard?game=chess&speed=constructor');
  expect(open('gomoku')).toEqual(['/api/leaderboard/gomoku?speed=blitz']);
});
