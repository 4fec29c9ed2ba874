// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { view as Evening } from '../../../../src/ui/tournaments/evening';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { refused, Site } from '../site';

let site: Site;
beforeEach(() => {
  history.replaceState(null, '', '/');
  localStorage.clear();
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const line = (id: string, name: string) => ({ id, name, game: 'gomoku', rule: 'renju', director: 'Ann' });
const make = (): void =>
  void fireEvent.click(screen.getByRole('button', { name: 'Make a tournament' }), { detail: 1 });

it('makes a tournament of the chosen game at one press, and shows it on this screen', async () => {
  site.archive = (request) => (request.startsWith('GET') ? { open: [], running: [] } : { id: 't1t1' });
  site.open(<Evening game="gomoku" />);
  make();
  make();
  await waitFor(() =>
    expect(site.navigation.route.value).toEqual({ page: 'tournaments', id: 't1t1', hall: true }),
  );
  const name = expect.stringMatching(/^Tournament of .*20\d\d/) as string;
  expect(site.bodies).toEqual([
    { name, game: 'gomoku', format: 'swiss', rounds: 0, initialMs: 600_000, incrementMs: 0 },
  ]);
});

it('says why there is none, and leads to those that there are', async () => {
  site.archive = (request) =>
    request.startsWith('GET')
      ? { open: [line('t1t1', 'One')], running: [line('t2t2', 'Two')] }
      : refused('not_allowed', { reason: 'tournaments' }, 409);
  site.open(<Evening game="gomoku" />);
  expect((await screen.findByText('Two')).closest('a')?.pathname).toBe('/tournaments/t2t2');
  make();
  await waitFor(() => expect(site.said).toEqual(['End one of your tournaments first.']));
  expect(site.navigation.route.value).not.toHaveProperty('hall');
});
