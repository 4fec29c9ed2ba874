// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { loadGame } from '../../../../src/games/index';
import type { Collection } from '../../../../src/protocol/collections';
import { gameNames } from '../../../../src/protocol/types';
import { ExportPanel, formats } from '../../../../src/ui/collections/export_panel';
import { cleanup, fireEvent, screen, waitFor, within } from '../screen';
import { refused, Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const collection = { id: 'c1c1', name: 'Cup', games: 18 } as Collection;

it('offers what the games name as their formats', async () => {
  const games = await Promise.all(gameNames.map((name) => loadGame(name)));
  const named = new Set(games.flatMap((game) => game.formats));
  named.delete('json');
  expect(new Set(formats)).toEqual(named);
});

// Formats were those of one game: others of a mixed collection could not be had at all.
it.each([
  [[3], '3', 1],
  [[], undefined, 18],
])('offers the formats of all games, and says how many none of them can be in', async (marked, games, n) => {
  const site = new Site().greet();
  site.archive = () => refused('unsupported', {}, 400);
  site.open(<ExportPanel collection={collection} marked={new Set(marked)} onClose={vi.fn()} />);
  const [all, chosen = all] = screen.getAllByRole('group');
  const row = chosen ?? document.body;
  expect(within(row).getAllByRole('button')).toHaveLength(7);
  fireEvent.click(within(row).getByText('SGF'));
  await waitFor(() => expect(site.said).toEqual([expect.stringContaining(`cannot hold them: ${n} game`)]));
  expect(site.fetched).toEqual([expect.stringContaining(games ? `games=${games}` : 'after=0')]);
});

// The button that was pressed was grey, and the focus nowhere.
it('fetches one file at a time, and keeps the focus on its button', async () => {
  const site = new Site().greet();
  const answers: ((answer: unknown) => void)[] = [];
  site.archive = () => new Promise((done) => answers.push(done));
  site.open(<ExportPanel collection={collection} marked={new Set()} onClose={vi.fn()} />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'SGF' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect([button.disabled, document.activeElement]).toEqual([false, button]);
  fireEvent.click(button);
  for (const answer of answers) answer(refused('not_found', {}, 404));
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
  expect(site.fetched).toHaveLength(1);
  fireEvent.click(button);
  await waitFor(() => expect(site.fetched).toHaveLength(2));
});
