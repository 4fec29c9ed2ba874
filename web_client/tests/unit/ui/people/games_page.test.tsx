// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { room } from '../../../../src/i18n/en/room';
import { memoryStorage } from '../../memory_storage';
import { view as GamesPage } from '../../../../src/ui/people/games_page';
import { Preferences } from '../../../../src/ui/services/preferences';
import { Navigation } from '../../../../src/ui/services/navigation';
import type { PlayingGame } from '../../../../src/protocol/server_messages';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, fireEvent, render, screen, seen } from '../screen';

afterEach(cleanup);
afterEach(() => history.replaceState(null, '', '/games'));

/** The page as a visitor sees it who has these games under way; `asked` are the queries of the archive. */
function open(playing: readonly Partial<PlayingGame>[] = []) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response('{"games":[],"cursor":null}', { status: 200 }));
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...room, ...people } });
  const user = signal<{ id: string } | null>(null);
  const account = { user, playing: signal(playing), token: 'secret' };
  const services = { preferences, account, navigation: new Navigation() } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <GamesPage />
    </ServicesContext.Provider>,
  );
  return { asked, user };
}

it('looks for games by their opening, a whole chapter or one of them', async () => {
  const { asked } = open();
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

it('lists every game that is not over, those that wait for the visitor first', () => {
  open(
    ['Ann', 'Ben', 'Cem', 'Dora', 'Eli'].map((opponent, i) => ({
      gameId: `game${i}`,
      game: 'gomoku',
      opponent,
      yourTurn: i === 3,
    })),
  );
  const links = screen.getAllByTitle<HTMLAnchorElement>('Back to the board');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Gomoku with Dora Your move',
    'Gomoku with Ann',
    'Gomoku with Ben',
    'Gomoku with Cem',
    'Gomoku with Eli',
  ]);
  expect(links[0]?.pathname).toBe('/game3');
});

// They were closed over the field in which one was, with its focus.
it('leaves the fields open when the last of them is emptied', () => {
  open();
  const fields = seen('.filters details') as HTMLDetailsElement;
  fields.open = true;
  for (const value of ['first', '']) {
    fireEvent.change(screen.getByLabelText('Result'), { target: { value } });
    expect(fields.open).toBe(true);
  }
});

it('keeps what is looked for in the address', async () => {
  history.replaceState(null, '', '/games?game=xiangqi&opening=D5&player=lin');
  const { asked } = open();
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000);
  for (const part of ['game=xiangqi', 'opening=D5', 'player=lin']) expect(asked[0]).toContain(part);
  expect(await screen.findByDisplayValue('lin')).toBeTruthy();
  fireEvent.click(screen.getByText(common['game.antireversi']));
  expect(location.search).toBe('?game=antireversi&player=lin');
});

it('looks for the visitor’s own games once it is known who that is', async () => {
  history.replaceState(null, '', '/games?mine=yes');
  const { asked, user } = open();
  expect(asked).toEqual([]);
  user.value = { id: 'u7' };
  await vi.waitFor(() => expect(asked.at(-1)).toContain('player=u7'), 30_000);
});
