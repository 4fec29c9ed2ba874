// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { Tournament } from '../../../../src/protocol/tournaments';
import { view as TournamentsPage } from '../../../../src/ui/tournaments/tournaments_page';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

const evening: Tournament = {
  id: 't1t1',
  name: 'Evening',
  game: 'antireversi',
  rule: 'standard',
  director: 'Ann',
  phase: 'open',
  version: 1,
  own: false,
  format: 'swiss',
  rounds: 3,
  paired: 0,
  games: 0,
  initialMs: 300_000,
  incrementMs: 0,
  tieBreaks: [],
  players: [{ name: 'Lin', attendance: 'here' }],
  standings: [],
  rulings: [],
};

/** The page of the tournament. */
async function open(more: Partial<Tournament>): Promise<Site> {
  const site = new Site().greet();
  site.archive = () => ({ ...evening, ...more });
  site.open(<TournamentsPage id="t1t1" />);
  await screen.findByText('Evening');
  return site;
}

// On a phone the files filled the screen, and the way to a clock that runs lay below them.
it('leads to the board above the files', async () => {
  const players = [...evening.players, { name: 'Mei', attendance: 'here' as const }];
  const round = { number: 1, tables: [], rests: [] };
  await open({ phase: 'running', me: 1, players, round, myGame: { gameId: 'gAme0001', opponent: 2 } });
  const way = screen.getByText('To my board, against Mei');
  const file = screen.getByText('Cross table (CSV)');
  expect(way.compareDocumentPosition(file)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('has no word below it as long as no player is in', async () => {
  await open({ players: [] });
  expect(screen.getByText('Join')).toBeTruthy();
  expect(screen.queryByText('None.')).toBeNull();
});

// Who came in mid-round read that there was no game, and did not know whether the press had been heard.
it('tells who waits for a game that they are in, as long as one may come', async () => {
  const isIn = 'Lin, you are in. Keep this page open: it leads to your board.';
  const running = { phase: 'running', me: 1, paired: 1 } as const;
  await open(running);
  expect(screen.getByText(isIn)).toBeTruthy();
  cleanup();
  await open({ ...running, format: 'arena', rounds: 0, endsInMs: 1 });
  expect(screen.getByText(isIn)).toBeTruthy();
  const pastItsTime = { format: 'arena', rounds: 0, endsInMs: 0 } as const;
  for (const last of [{ paired: 3 }, { format: 'knockout' }, pastItsTime] as const) {
    cleanup();
    await open({ ...running, ...last });
    expect(screen.queryByText(isIn)).toBeNull();
    expect(screen.getByText('You have no game now.')).toBeTruthy();
  }
});

// "I am back" was offered to who had been put out, and "Something went wrong" was the answer.
it('tells who was withdrawn by the director, and offers no way back', async () => {
  const players = [{ name: 'Lin', attendance: 'withdrawn', removed: true }] as const;
  await open({ phase: 'running', me: 1, players });
  expect(screen.getByText('The director has withdrawn you.')).toBeTruthy();
  expect(screen.queryByText('I am back')).toBeNull();
  cleanup();
  await open({ phase: 'running', me: 1, players: [{ name: 'Lin', attendance: 'withdrawn' }] });
  expect(screen.getByText('I am back')).toBeTruthy();
});

// The director, who does not play, saw no time; the big screen did.
it('tells all but those at a board how long until the next round', async () => {
  const soon = { phase: 'running', nextRoundMs: 27_500, paired: 1 } as const;
  const myGame = { gameId: 'gAme0001', opponent: 1 };
  for (const [more, told] of [
    [{ own: true }, 1],
    [{ me: 1 }, 1],
    [{ me: 1, myGame }, 0],
    [{ own: true, nextRoundMs: 150_000 }, 0],
  ] as const) {
    await open({ ...soon, ...more });
    expect(screen.queryAllByRole('timer')).toHaveLength(told);
    cleanup();
  }
});

it.each<[string, Partial<Tournament>, readonly string[]]>([
  [
    'one whom the director has added',
    { phase: 'open', me: 1, players: [{ name: 'Lin', attendance: 'invited' }] },
    ['Join'],
  ],
  ['one who left a round robin', { format: 'roundRobin', me: 1 }, []],
  [
    'one who is away from it',
    { format: 'roundRobin', me: 1, players: [{ name: 'Lin', attendance: 'away' }] },
    ['I am back'],
  ],
  ['a visitor of its second half', { paired: 2, rounds: 3 }, []],
  ['a visitor before', { paired: 1, rounds: 3 }, ['Join']],
  ['a visitor of an arena that ends', { format: 'arena', rounds: 0, endsInMs: 0 }, []],
  ['a visitor of an arena', { format: 'arena', rounds: 0, endsInMs: 1 }, ['Join']],
  ['a player before the last round', { me: 1, paired: 2, players: evening.players }, ['Withdraw…']],
  ['a player before', { me: 1, paired: 1, players: evening.players }, ['Withdraw…', 'Rest for a round']],
])('offers %s what the server takes', async (_, more, offered) => {
  await open({ phase: 'running', players: [{ name: 'Lin', attendance: 'withdrawn' }], ...more });
  const all = ['Join', 'I am back', 'Withdraw…', 'Rest for a round'];
  expect(all.filter((name) => screen.queryByRole('button', { name }))).toEqual(offered);
});

it('waits with what is in the way until there are words for it', async () => {
  const site = await open({ phase: 'running', me: 1, players: [{ name: 'Lin', attendance: 'withdrawn' }] });
  const refusal = { error: { code: 'not_allowed', reason: 'removed', message: '' } };
  site.archive = (request) =>
    request.startsWith('POST') ? new Response(JSON.stringify(refusal), { status: 409 }) : evening;
  fireEvent.click(screen.getByText('I am back'));
  await waitFor(() => expect(site.said).toEqual(['You were removed.']), { timeout: 30_000 });
});

// The name was sent when the line was back, and with it the guest joined: from another page by then.
it('is joined by a name over an open line alone', async () => {
  const site = await open({});
  const rename = vi.spyOn(site.account, 'rename');
  await act(() => {
    site.greet({ guest: true, name: 'Guest 1234' });
    site.status.value = 'lost';
  });
  fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Zhao' } });
  fireEvent.click(screen.getByText('Join'));
  await waitFor(() => expect(site.said).toEqual(['Connection lost. Reconnecting…']));
  expect(rename).not.toHaveBeenCalled();
  await act(() => void (site.status.value = 'open'));
  fireEvent.click(screen.getByText('Join'));
  await waitFor(() => expect(rename).toHaveBeenCalledExactlyOnceWith('Zhao'));
  site.greet({ guest: true, name: 'Zhao' });
  await waitFor(() => expect(site.fetched).toContain('POST /api/tournaments/t1t1/join'));
});

// The page promised it to a director who plays, too, and let the time for the first move pass.
it('leads its director to the board as well, but not out of a form', async () => {
  for (const isOpen of [false, true]) {
    const site = await open({ phase: 'running', me: 1, own: true });
    const here = site.navigation.route.value;
    for (const details of document.querySelectorAll('details')) details.open = isOpen;
    const begun = { t: 'turn', gameId: 'gAme0001', game: 'antireversi', opponent: 'Mei', yourTurn: true };
    await waitFor(async () => {
      await site.hear({ ...begun, tournamentId: 't1t1' });
      expect(site.sounds.play).toHaveBeenCalledExactlyOnceWith('found');
    });
    expect(site.navigation.route.value).toEqual(isOpen ? here : { page: 'room', gameId: 'gAme0001' });
    cleanup();
    history.replaceState(null, '', '/');
  }
});

// "Freestyle" or "Standard" alone was read for a name of the tournament.
it('names the game beside its rule', async () => {
  await open({ game: 'gomoku', rule: 'freestyle' });
  expect(screen.getByText(/Gomoku · Freestyle · Swiss/)).toBeTruthy();
  cleanup();
  await open({ game: 'xiangqi' });
  expect(screen.getByText(/Xiangqi · Swiss/)).toBeTruthy();
});
