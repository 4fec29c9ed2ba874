// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import type { PlayingGame } from '../../../../src/protocol/server_messages';
import type { Route } from '../../../../src/state/route';
import { memoryStorage } from '../../memory_storage';
import { TopBar } from '../../../../src/ui/frame/top_bar';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, screen } from '../screen';

afterEach(cleanup);

const game = (gameId: string, yourTurn: boolean): PlayingGame => ({
  gameId,
  game: 'gomoku',
  opponent: 'Mei',
  yourTurn,
});

function open(route: Route, playing: readonly PlayingGame[], guest = false): void {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: common });
  const services = {
    account: { user: signal({ id: 'u', name: 'Lin', guest }), playing: signal(playing) },
    socket: { status: signal('open'), latency: signal(null) },
    navigation: { route: signal(route) },
    preferences,
  } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <TopBar route={route} />
    </ServicesContext.Provider>,
  );
}
const yourMove = () => screen.queryByTitle<HTMLAnchorElement>('Your move');

it('leads from every page to the next game that waits', () => {
  open({ page: 'learn' }, [game('g1', false), game('g2', true), game('g3', true)]);
  expect(yourMove()?.pathname).toBe('/g2');
  expect(yourMove()?.textContent).toContain('2');
});

it('leads on from the game that one is in, and is silent where none waits', () => {
  open({ page: 'room', gameId: 'g2' }, [game('g2', true), game('g3', true)]);
  expect(yourMove()?.pathname).toBe('/g3');
  cleanup();
  open({ page: 'room', gameId: 'g2' }, [game('g2', true)]);
  expect(yourMove()).toBeNull();
});

it('leads round all games that wait, so that none of many opponents is forgotten', () => {
  const games = ['g1', 'g2', 'g3'].map((id) => game(id, true));
  for (const [from, to] of [
    ['g1', '/g2'],
    ['g2', '/g3'],
    ['g3', '/g1'],
  ] as const) {
    open({ page: 'room', gameId: from }, games);
    expect(yourMove()?.pathname).toBe(to);
    cleanup();
  }
});

it('leads to analysis and leaders, and from the name of a member to the profile', () => {
  open({ page: 'watch' }, []);
  const paths = screen.getAllByRole<HTMLAnchorElement>('link').map(({ pathname }) => pathname);
  expect(paths).toEqual(expect.arrayContaining(['/analysis', '/leaderboard', '/players/Lin']));
  cleanup();
  open({ page: 'watch' }, [], true);
  const ofGuest = screen.getAllByRole<HTMLAnchorElement>('link').map(({ pathname }) => pathname);
  expect(ofGuest).toContain('/account');
});
