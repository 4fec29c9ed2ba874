// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TournamentsList } from '../../../../src/ui/tournaments/tournaments_list';
import { TournamentPage } from '../../../../src/ui/tournaments/tournament_page';
import { settled } from '../../room_messages';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { refused, Site } from '../site';

let site: Site;
beforeEach(() => {
  history.replaceState(null, '', '/tournaments/t1t1');
  site = new Site().greet();
  site.archive = (request) => ({
    id: 't1t1',
    name: 'Evening',
    game: 'gomoku',
    rule: 'freestyle',
    director: 'Ann',
    phase: 'running',
    version: 7,
    format: 'swiss',
    rounds: 3,
    paired: 3,
    games: 0,
    initialMs: 300_000,
    incrementMs: 0,
    tieBreaks: [],
    players: [],
    standings: [],
    rulings: [],
    round: { number: Number(/round=(\d)/.exec(request)?.[1] ?? 3), tables: [], rests: [] },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (shown: string): Promise<void> => {
  site.open(<TournamentPage id="t1t1" first={0} />);
  await screen.findByText(`Round ${shown} of 3`);
};
const choose = async (round: string): Promise<void> => {
  fireEvent.change(screen.getByLabelText('Round'), { target: { value: round } });
  await screen.findByText(`Round ${round} of 3`);
};

// Back from a game of the first round led to the last one.
it('shows the round that was chosen to who comes back, and the last one as it goes on', async () => {
  await open('3');
  await choose('1');
  cleanup();
  await open('1');
  await choose('3');
  cleanup();
  const before = site.fetched.length;
  await open('3');
  await waitFor(() => expect(site.fetched.slice(before)).toEqual(['GET /api/tournaments/t1t1']));
});

// The page went on with the round that was shown before, under the number of the other one in its address.
it('says why a round that was chosen is not shown', async () => {
  await open('3');
  const shown = site.archive;
  site.archive = (request) => (request.includes('round=1') ? refused('busy', {}, 503) : shown(request));
  fireEvent.change(screen.getByLabelText('Round'), { target: { value: '1' } });
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  expect(screen.getByText('Round 3 of 3'), 'what is there stays').toBeTruthy();
  site.archive = shown;
  fireEvent.click(screen.getByText('Reload'));
  await screen.findByText('Round 1 of 3');
  expect(screen.queryByRole('alert')).toBeNull();
});

// A tournament on 4x4 squares looked like one on 8x8.
it('says on which board is played', async () => {
  const shown = site.archive;
  site.archive = async (request) => ({
    ...((await shown(request)) as object),
    game: 'antireversi',
    rule: '4x4',
  });
  await open('3');
  expect(screen.getByText(/Anti.Reversi · 4x4 · /)).toBeTruthy();
});

// "Next round" could be pressed, it seemed, while the last one was being played.
it('begins the next round from the last one alone', async () => {
  const shown = site.archive;
  site.archive = async (request) => ({ ...((await shown(request)) as object), own: true });
  await open('3');
  const isGrey = () => screen.getByText('Next round').getAttribute('aria-disabled');
  expect(isGrey()).toBe('false');
  await choose('1');
  expect(isGrey()).toBe('true');
});

// A reason was being written, the game ended, or the next round began, and the form was gone.
it('leaves the round as it is while a ruling on it is being written', async () => {
  const shown = site.archive;
  let [paired, result] = [2, 'draw'] as [number, string | undefined];
  site.archive = async (request) => {
    if (request.startsWith('POST')) return request.includes('exchange') ? refused('not_allowed') : {};
    if (request.includes(`version=${paired}`)) return {};
    const number = Number(/round=(\d)/.exec(request)?.[1] ?? paired);
    const tables = [{ first: 1, second: 2, games: [{ gameId: 'gAme0001', first: 1, result }] }];
    const told = (await shown(request)) as object;
    return { ...told, version: paired, own: true, paired, round: { number, tables, rests: [] } };
  };
  const look = (): Promise<void> =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await settled();
    });
  result = undefined;
  await open('2');
  const reason = (): HTMLInputElement => screen.getAllByLabelText<HTMLInputElement>('Reason').at(-1) as never;
  const details = (): HTMLDetailsElement => reason().closest('details') as never;
  details().open = true;
  fireEvent.input(reason(), { target: { value: 'Wrong seats' } });
  [paired, result] = [3, 'draw'];
  await look();
  expect(screen.getByText('Round 2 of 3')).toBeTruthy();
  expect(reason().value).toBe('Wrong seats');
  fireEvent.click(screen.getByText('Exchange seats'));
  await waitFor(() => expect(site.said).toHaveLength(1));
  await act(settled);
  expect(details().open).toBe(true);
  expect(reason().value).toBe('Wrong seats');
  expect(site.bodies).toEqual([{ round: 2, table: 1, game: 1, note: 'Wrong seats' }]);
  fireEvent.click(screen.getByText('Play again'));
  await screen.findByText('Round 3 of 3');
  expect(details().open).toBe(false);
  details().open = true;
  await choose('2');
});

// Players looked for a change of their ratings.
it('says that its games are casual', async () => {
  await open('3');
  expect(screen.getByText(/Swiss · Casual · 5\+0/)).toBeTruthy();
});

// A player who had gone was paired again and again: the director could withdraw them by HTTP only.
it('lets the director withdraw the player that is chosen', async () => {
  const shown = site.archive;
  const players = ['Ann', 'Bo'].map((name) => ({ name, attendance: 'here' }));
  site.archive = async (request) => ({ ...((await shown(request)) as object), own: true, players });
  await open('3');
  expect(screen.queryByText('Withdraw…')).toBeNull();
  const form = screen.getByText('Add or withdraw a player').closest('details');
  fireEvent.change(screen.getByLabelText('Withdraw or replace'), { target: { value: '2' } });
  // Below its choice, and above what belongs to an account that is added.
  expect(form?.textContent).toMatch(/^Add or withdraw a player.*BoWithdraw…NameReasonAdd a player$/);
  fireEvent.click(screen.getByText('Withdraw…'));
  expect(screen.getByRole('alert').textContent).toBe('Withdraw Bo?');
  expect(site.bodies).toEqual([]);
  fireEvent.click(screen.getByText('Withdraw'));
  await waitFor(() => expect(site.bodies).toEqual([{ player: 2 }]));
  expect(site.fetched).toContain('POST /api/tournaments/t1t1/withdraw');
});

// "It is not here, or not any more": what, the director did not know.
it('says to the director whom it does not know', async () => {
  const shown = site.archive;
  site.archive = async (request) =>
    request.startsWith('POST')
      ? refused('not_found', {}, 404)
      : { ...((await shown(request)) as object), own: true };
  await open('3');
  for (const field of [screen.getByLabelText('Name'), ...screen.getAllByLabelText('Reason')])
    fireEvent.input(field, { target: { value: 'Noone' } });
  fireEvent.click(screen.getByText('Add a player'));
  await waitFor(() => expect(site.said).toEqual(['There is no account of this name.']));
  await act(settled);
  fireEvent.click(screen.getByText('Next round'), { detail: 1 });
  await waitFor(() => expect(site.said).toHaveLength(2));
});

// The list to which Back leads said that it is being played.
it('that was cancelled is so in the list that was left', async () => {
  const shown = site.archive;
  const lists = { open: [], running: [{ id: 't1t1', name: 'Evening', game: 'gomoku' }], finished: [] };
  const list = async (): Promise<void> => {
    site.open(<TournamentsList />);
    await act(settled);
    expect(screen.getByText('Evening')).toBeTruthy();
  };
  site.archive = (request) => (request === 'GET /api/tournaments' ? lists : shown(request));
  await list();
  cleanup();
  site.archive = async (request) => ({ ...((await shown(request)) as object), own: true });
  await open('3');
  fireEvent.click(screen.getByText('Cancel the tournament…'));
  fireEvent.click(screen.getByText('Cancel the tournament'));
  await waitFor(() => expect(screen.queryByText('Cancel the tournament')).toBeNull());
  cleanup();
  history.replaceState({ scroll: 7 }, '');
  site.archive = () => ({ ...lists, running: [], finished: lists.running });
  await list();
  expect(screen.getByRole('region', { name: 'Finished' }).textContent).toContain('Evening');
});

it('is where it was left for who comes back, once it is here', async () => {
  const scrolled = vi.fn();
  vi.stubGlobal('scrollTo', scrolled);
  history.replaceState({ scroll: 640 }, '');
  await open('3');
  expect(scrolled.mock.calls).toEqual([[0, 640]]);
});
