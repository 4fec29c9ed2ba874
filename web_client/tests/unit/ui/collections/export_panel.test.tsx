// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { Collection } from '../../../../src/protocol/collections';
import { ExportPanel } from '../../../../src/ui/collections/export_panel';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { refused, Site } from '../site';

// What is fetched later is here before: a test that ends would take its environment from under it.
import.meta.glob('../../../../src/games/gomoku/gomoku.ts', { eager: true });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// The button that was pressed was grey, and the focus nowhere.
it('fetches one file at a time, and keeps the focus on its button', async () => {
  const collection = { id: 'c1c1', name: 'Cup', games: 2 } as Collection;
  const sample = { game: 'gomoku', rule: 'freestyle' } as const;
  const site = new Site().greet();
  const answers: ((answer: unknown) => void)[] = [];
  site.archive = () => new Promise((done) => answers.push(done));
  site.open(<ExportPanel collection={collection} sample={sample} marked={new Set()} onClose={vi.fn()} />);
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
