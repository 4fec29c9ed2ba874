// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoundTable, Tournament } from '../../../../src/protocol/tournaments';
import { nameProblem } from '../../../../src/state/names';
import { view as TournamentsPage, words } from '../../../../src/ui/tournaments/tournaments_page';
import { cleanup, fireEvent, screen, waitFor, within } from '../screen';
import { settled } from '../../room_messages';
import { refused, Site } from '../site';

let site: Site;
beforeEach(() => {
  history.replaceState(null, '', '/tournaments');
  localStorage.clear();
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tournament = (more: Partial<Tournament> = {}): Tournament => ({
  id: 't1t1',
  name: 'Evening',
  game: 'antireversi',
  rule: 'standard',
  director: 'Ann',
  phase: 'running',
  version: 7,
  own: false,
  format: 'swiss',
  rounds: 5,
  paired: 2,
  games: 2,
  initialMs: 300_000,
  incrementMs: 3_000,
  tieBreaks: ['bq', 'discs'],
  players: [
    { name: 'Lin', rating: 1700, attendance: 'here' },
    { name: 'Mei', attendance: 'here' },
    { name: 'Wu', attendance: 'away' },
  ],
  standings: [
    { rank: 1, player: 2, points: 1.5, tieBreaks: [90, 40] },
    { rank: 2, player: 1, points: 1, tieBreaks: [80, 30] },
    { rank: 3, player: 3, points: 0.5, tieBreaks: [20, 10] },
  ],
  rulings: [],
  round: {
    number: 2,
    tables: [{ first: 1, second: 2, games: [{ gameId: 'gAme0001', first: 1 }] }],
    rests: [{ player: 3, kind: 'bye' }],
  },
  ...more,
});

/** What the server has; `acts` answers what is done. */
function serve(shown: unknown = tournament(), acts: () => unknown = () => ({ version: 8 })): void {
  site.archive = (request) => {
    const [method, path] = request.split(/[ ?]/);
    if (method !== 'GET') return acts();
    if (path === '/api/tournaments')
      return { open: [], running: [tournament()], finished: [tournament({ id: 't2t2', name: 'Cup' })] };
    return shown;
  };
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const open = async (shown?: unknown, acts?: () => unknown): Promise<void> => {
  serve(shown, acts);
  site.open(<TournamentsPage id="t1t1" />);
  await screen.findByText('Evening');
};
/** The reason in the form of the last table, or in another one. */
const why = (value: string, form = -1): void =>
  void fireEvent.input(screen.getAllByLabelText('Reason').at(form) as Element, { target: { value } });
const isGrey = (): string | null =>
  screen.getByRole('button', { name: 'Next round' }).getAttribute('aria-disabled');
const acts = (): readonly string[] => site.fetched.filter((line) => !line.startsWith('GET'));

describe('tournaments', () => {
  it('are listed by what becomes of them', async () => {
    serve();
    site.open(<TournamentsPage />);
    const link = await screen.findByText('Evening');
    expect(link.closest('a')?.pathname).toBe('/tournaments/t1t1');
    expect(screen.getByRole('region', { name: 'To join' }).textContent).toContain('None.');
    expect(screen.getByRole('region', { name: 'Finished' }).textContent).toContain('Cup');
  });

  it('are listed page by page', async () => {
    const lists = { open: [], finished: [] };
    site.archive = (request) =>
      request.includes('?cursor=.5-a.')
        ? { ...lists, running: [tournament({ id: 't2t2', name: 'Cup' })], cursor: null }
        : { ...lists, running: [tournament()], cursor: '.5-a.' };
    site.open(<TournamentsPage />);
    await screen.findByText('Evening');
    press('More');
    await screen.findByText('Cup');
    expect(screen.getByRole('region', { name: 'Being played' }).textContent).toContain('Evening');
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('are made by a form, and opened then', async () => {
    serve(tournament(), () => ({ id: 't1t1' }));
    site.open(<TournamentsPage />);
    press('New tournament');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: ' Evening ' } });
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Game' })).getByLabelText('Anti‑Reversi'));
    fireEvent.change(screen.getByLabelText('Rounds (0: as many as fit)'), { target: { value: '3' } });
    press('Create');
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'tournaments', id: 't1t1' }));
    expect(site.bodies).toEqual([
      {
        name: 'Evening',
        game: 'antireversi',
        format: 'swiss',
        rounds: 3,
        initialMs: 300_000,
        incrementMs: 3_000,
      },
    ]);
  });

  it('lead to the club whose members play', async () => {
    await open(tournament({ clubId: 'cL7bQ2xY', clubName: 'Red Cannons' }));
    expect(screen.getByText('Red Cannons').closest('a')?.pathname).toBe('/clubs/cL7bQ2xY');
  });

  it('begin by an opening that the rule has', async () => {
    site.games.value = [
      {
        game: 'gomoku',
        rules: ['freestyle', 'renju'],
        sides: ['black', 'white'],
        openings: [{ id: 'soosyrv8', rules: ['renju'] }],
      },
    ];
    serve(tournament(), () => ({ id: 't1t1' }));
    site.open(<TournamentsPage />);
    press('New tournament');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x' } });
    fireEvent.click(screen.getByLabelText('Gomoku'));
    expect(screen.queryByLabelText('Opening rule')).toBeNull();
    fireEvent.change(screen.getByLabelText('Rule'), { target: { value: 'renju' } });
    fireEvent.change(screen.getByLabelText('Opening rule'), { target: { value: 'soosyrv8' } });
    press('Create');
    await waitFor(() => expect(site.bodies).toMatchObject([{ rule: 'renju', opening: 'soosyrv8' }]));
    cleanup();
    await open(tournament({ game: 'gomoku', rule: 'renju', opening: 'soosyrv8' }));
    expect(screen.getByText(/Renju · Soosõrv‑8 · /)).toBeTruthy();
  });

  it('are arenas of a length', async () => {
    serve(tournament({ format: 'arena', lengthMs: 2_400_000, nextRoundMs: 9_000, me: 3 }), () => ({
      id: 't1t1',
    }));
    site.open(<TournamentsPage />);
    press('New tournament');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x' } });
    fireEvent.click(screen.getByLabelText('Arena'));
    expect(screen.queryByLabelText('Rounds (0: as many as fit)')).toBeNull();
    fireEvent.change(screen.getByLabelText('Length in minutes'), { target: { value: '40' } });
    press('Create');
    await waitFor(() => expect(site.bodies).toHaveLength(1));
    expect(site.bodies[0]).toMatchObject({ format: 'arena', rounds: 0, lengthMs: 2_400_000 });
  });

  it('are simuls, with a side and more time for the host', async () => {
    serve(tournament(), () => ({ id: 't1t1' }));
    site.open(<TournamentsPage />);
    press('New tournament');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x' } });
    fireEvent.click(screen.getByLabelText('Simul'));
    fireEvent.change(screen.getByLabelText('Who begins'), { target: { value: 'second' } });
    fireEvent.change(screen.getByLabelText('More minutes for the host'), { target: { value: '10' } });
    press('Create');
    await waitFor(() => expect(site.bodies).toHaveLength(1));
    const simul = { format: 'simul', rounds: 0, hostSide: 'second', hostExtraMs: 600_000 };
    expect(site.bodies[0]).toMatchObject(simul);
  });

  it('that are refused say why', async () => {
    serve(tournament(), () => refused('not_allowed', { reason: 'tournaments' }, 409));
    site.open(<TournamentsPage />);
    press('New tournament');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x' } });
    press('Create');
    await screen.findByText('End one of your tournaments first.');
  });
});

describe('a simul', () => {
  const simul = (): Tournament =>
    tournament({
      format: 'simul',
      hostSide: 'first',
      hostExtraMs: 600_000,
      rounds: 1,
      paired: 1,
      own: true,
      me: 1,
      myGame: { gameId: 'gAme0001', opponent: 2 },
      round: {
        number: 1,
        tables: [
          { first: 1, second: 2, games: [{ gameId: 'gAme0001', first: 1 }] },
          { first: 1, second: 3, games: [{ gameId: 'gAme0002', first: 1 }] },
        ],
        rests: [],
      },
    });
  const waiting = { gameId: 'gAme0002', game: 'antireversi', opponent: 'Wu', yourTurn: true } as const;

  it('leads its host to a board where it is their turn', async () => {
    const other = { ...waiting, gameId: 'gAme0001', yourTurn: false };
    site = new Site().greet({ playing: [other, waiting] });
    await open(simul());
    expect(screen.getByText('To my board, against Wu').closest('a')?.pathname).toBe('/gAme0002');
    cleanup();
    site = new Site().greet({ playing: [{ ...waiting, gameId: 'elsewhere' }] });
    await open(simul());
    expect(screen.getByText('To my board, against Mei').closest('a')?.pathname).toBe('/gAme0001');
  });

  it('has one round, and no report of rounds', async () => {
    await open(simul());
    expect(screen.getByText(/The host begins · .*More minutes for the host: 10/)).toBeTruthy();
    expect(screen.getByText('Lin – Wu').closest('a')?.pathname).toBe('/gAme0002');
    expect(screen.queryByRole('button', { name: 'Next round' })).toBeNull();
    expect(screen.queryByText('Report (TRF16)')).toBeNull();
    expect(screen.getByText('Cross table (CSV)')).toBeTruthy();
  });

  it('that begins makes no sound for each board of its host', async () => {
    await open(simul());
    await site.hear({ ...waiting, t: 'turn', tournamentId: 't1t1' });
    expect(site.sounds.play).not.toHaveBeenCalled();
  });
});

describe('a tournament', () => {
  it('of a length says so, and when it pairs next', async () => {
    const arena = { format: 'arena', lengthMs: 2_400_000, me: 2, own: true } as const;
    await open(tournament({ ...arena, nextRoundMs: 9_000 }));
    expect(screen.getByText(/40 minutes/)).toBeTruthy();
    expect(screen.getByText('Round 2')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('Next round in 0:09');
    expect(screen.queryByRole('button', { name: 'Next round' })).toBeNull();
    cleanup();
    await open(tournament({ ...arena, nextRoundMs: 1_200_000 }));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('keeps names from right to left where their players sit', async () => {
    const players = ['דנה', 'دانا', 'Wu'].map((name) => ({ name, attendance: 'here' as const }));
    await open(tournament({ players }));
    expect(screen.getByText('\u2068דנה\u2069 – \u2068دانا\u2069')).toBeTruthy();
  });

  it('shows who leads and who meets whom', async () => {
    await open();
    const [, first] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('Mei');
    expect(first?.textContent).toContain('1½');
    expect(screen.getByText('Round 2 of 5')).toBeTruthy();
    expect(screen.getByText('Lin – Mei').closest('a')?.pathname).toBe('/gAme0001');
    expect(screen.getByText('Wu: bye')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  });

  it('leads a player to the board', async () => {
    await open(tournament({ me: 2, myGame: { gameId: 'gAme0001', opponent: 1 } }));
    expect(screen.getByText('To my board, against Lin').closest('a')?.pathname).toBe('/gAme0001');
  });

  it('leads there from each round that is looked at', async () => {
    const round = { number: 1, tables: [], rests: [] };
    await open(tournament({ me: 2, round, myGame: { gameId: 'gAme0001', opponent: 1 } }));
    expect(screen.getByText('To my board, against Lin')).toBeTruthy();
  });

  it('lets nobody leave at one press', async () => {
    await open(tournament({ me: 2, format: 'knockout' }));
    press('Withdraw…');
    expect(screen.getByRole('alert').textContent).toBe('Withdraw Mei?');
    expect(acts()).toEqual([]);
    press('Withdraw');
    await waitFor(() => expect(acts()).toEqual(['POST /api/tournaments/t1t1/withdraw']));
  });

  it('takes the second half of a double click for nothing', async () => {
    await open(tournament({ me: 2 }));
    fireEvent.click(screen.getByRole('button', { name: 'Rest for a round' }), { detail: 2 });
    press('Withdraw…');
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }), { detail: 2 });
    expect(acts()).toEqual([]);
  });

  it('takes back who was away', async () => {
    await open(tournament({ me: 3 }));
    press('I am back');
    await waitFor(() => expect(acts()).toEqual(['POST /api/tournaments/t1t1/join']));
  });

  it('says what is in the way', async () => {
    await open(tournament(), () => refused('not_allowed', { reason: 'tooLate' }, 409));
    press('Join');
    await waitFor(() => expect(site.said).toEqual(['It is too late for that.']));
  });

  it('is begun by its director', async () => {
    await open({ ...tournament({ own: true, phase: 'open', paired: 0 }), round: undefined });
    press('Start');
    await waitFor(() => expect(acts()).toEqual(['POST /api/tournaments/t1t1/start']));
  });

  it('goes on to the next round when all games are over, and says before why not', async () => {
    await open(tournament({ own: true }), () => refused('not_allowed', { reason: 'gamesLeft' }, 409));
    expect(isGrey()).toBe('true');
    press('Next round');
    await waitFor(() => expect(site.said).toEqual(['Games are still being played.']));
    cleanup();
    site = new Site().greet();
    const tables = [
      { first: 1, second: 2, games: [{ gameId: 'gAme0001', first: 1, result: 'draw' as const }] },
    ];
    await open(tournament({ own: true, round: { number: 2, tables, rests: [] } }));
    press('Next round');
    await waitFor(() => expect(acts()).toEqual(['POST /api/tournaments/t1t1/next']));
  });

  it('does not wait for a game that is not played any more', async () => {
    const tables = [{ first: 1, second: 2, games: [{ gameId: 'gAme0001', first: 1, annulled: true }] }];
    await open(tournament({ own: true, round: { number: 2, tables, rests: [] } }));
    expect(isGrey()).toBe('false');
    expect(screen.queryByText('playing')).toBeNull();
  });

  it('shows everybody why a result was corrected', async () => {
    const games = [
      { first: 2, annulled: true },
      { gameId: 'gAme0001', first: 2, result: 'first' as const, corrected: 'Both say so' },
    ];
    await open(
      tournament({ own: true, round: { number: 2, tables: [{ first: 1, second: 2, games }], rests: [] } }),
    );
    expect(screen.getByText('Both say so')).toBeTruthy();
    why('No');
    press('Correct');
    await waitFor(() => expect(site.bodies).toMatchObject([{ game: 2 }]));
  });

  it('has its results corrected, with a reason', async () => {
    const tables = [
      { first: 1, second: 2, games: [{ gameId: 'gAme0001', first: 2, result: 'first' as const }] },
    ];
    await open(tournament({ own: true, round: { number: 2, tables, rests: [] } }));
    expect(screen.getByText('Mei – Lin').closest('a')?.pathname).toBe('/replay/gAme0001');
    fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'second' } });
    expect(screen.getByText('Lin wins')).toBeTruthy();
    why('Both say so');
    press('Correct');
    await waitFor(() =>
      expect(site.bodies).toEqual([{ round: 2, table: 1, game: 1, result: 'second', note: 'Both say so' }]),
    );
  });

  it('lets the director exchange the seats of a game, or have it played again', async () => {
    await open(tournament({ own: true }));
    why('Slips exchanged');
    expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
    press('Exchange seats');
    await waitFor(() => expect(site.bodies).toHaveLength(1));
    press('Play again');
    await waitFor(() => expect(site.bodies).toHaveLength(2));
    const game = { round: 2, table: 1, game: 1, note: 'Slips exchanged' };
    expect(site.bodies).toEqual([game, game]);
    expect(acts()).toEqual(['POST /api/tournaments/t1t1/exchange', 'POST /api/tournaments/t1t1/replay']);
  });

  it('lets nothing be played again once it is over', async () => {
    const games = [{ gameId: 'gAme0001', first: 1, result: 'draw' as const }];
    const round = { number: 2, tables: [{ first: 1, second: 2, games }], rests: [] };
    await open(tournament({ own: true, phase: 'finished', round }));
    expect(screen.getByRole('button', { name: 'Correct' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Play again' })).toBeNull();
    expect(screen.queryByText('Annul the round')).toBeNull();
  });

  it('has players added, or put in the place of others', async () => {
    await open(tournament({ own: true }));
    const [name] = screen.getAllByLabelText('Name');
    fireEvent.input(name as Element, { target: { value: 'Tan' } });
    why('By phone', 0);
    press('Add a player');
    await waitFor(() => expect(site.bodies).toEqual([{ name: 'Tan', note: 'By phone' }]));
    fireEvent.change(screen.getByLabelText('Withdraw or replace'), { target: { value: '3' } });
    press('Add a player');
    await waitFor(() => expect(site.bodies).toHaveLength(2));
    expect(site.bodies[1]).toEqual({ name: 'Tan', note: 'By phone', player: 3 });
    expect(acts()).toEqual(['POST /api/tournaments/t1t1/players', 'POST /api/tournaments/t1t1/substitute']);
  });

  it('has its last round annulled, and no other', async () => {
    await open(tournament({ own: true }));
    why('One more came', 1);
    press('Annul the round');
    await waitFor(() => expect(site.bodies).toEqual([{ round: 2, note: 'One more came' }]));
    cleanup();
    await open(tournament({ own: true, round: { number: 1, tables: [], rests: [] } }));
    expect(screen.queryByText('Annul the round')).toBeNull();
  });

  // What was written of one round, or game, annulled the one that had begun meanwhile.
  it('is ruled on as it was when the reason was written', async () => {
    await open(tournament({ own: true }));
    why('One more came', 1);
    why('Wrong seats');
    const games: RoundTable['games'] = [
      { gameId: 'gAme0001', first: 1, result: 'draw' },
      { gameId: 'gAme0003', first: 2 },
    ];
    const round = { number: 2, tables: [{ first: 1, second: 2, games }], rests: [] };
    const learns = (more: Partial<Tournament>, reasons: readonly string[]): Promise<void> => {
      serve(tournament({ own: true, ...more }));
      document.dispatchEvent(new Event('visibilitychange'));
      const fields = () => screen.getAllByLabelText<HTMLInputElement>('Reason');
      return waitFor(() => expect(fields().map(({ value }) => value)).toEqual(reasons));
    };
    await learns({ version: 8, round }, ['', 'One more came', '']);
    await learns({ version: 9, paired: 3, round: { ...round, number: 3 } }, ['', '', '']);
  });

  it('tells everybody what its director has decided', async () => {
    const at = 1_000;
    await open(
      tournament({
        rulings: [
          { kind: 'substituted', at, note: 'Ill', player: 2, was: 'Bo' },
          { kind: 'seatsExchanged', at, note: 'Slip', round: 1, table: 4 },
        ],
      }),
    );
    const lines = [
      ...screen.getByRole('region', { name: 'Decisions of the director' }).querySelectorAll('li'),
    ];
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Round 1, table 4: seats exchanged.Slip',
      'Mei plays for Bo.Ill',
    ]);
  });

  it('is cancelled at the second press', async () => {
    await open(tournament({ own: true }));
    press('Cancel the tournament…');
    press('Cancel the tournament');
    await waitFor(() => expect(acts()).toEqual(['DELETE /api/tournaments/t1t1']));
  });

  it('asks again, and for less, as long as it is in sight', async () => {
    vi.useFakeTimers();
    serve();
    site.open(<TournamentsPage id="t1t1" />);
    await vi.advanceTimersByTimeAsync(0);
    serve({ version: 7 });
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(site.fetched).toEqual(['GET /api/tournaments/t1t1', 'GET /api/tournaments/t1t1?version=7']);
    expect(screen.getByText('Evening')).toBeTruthy();
  });

  const learns = async (): Promise<void> => {
    serve(tournament({ me: 2, version: 8, myGame: { gameId: 'gAme0002', opponent: 1 } }));
    document.dispatchEvent(new Event('visibilitychange')); // The page is shown again: it asks at once.
    await screen.findByText('To my board, against Lin');
  };

  it('asks at once when the page comes into sight again', async () => {
    await open();
    const before = site.fetched.length;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(site.fetched.slice(before)).toEqual(['GET /api/tournaments/t1t1?version=7']);
  });

  it('opens the board of the next round by itself, with a sound', async () => {
    await open(tournament({ me: 2 }));
    await learns();
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'gAme0002' }));
    expect(site.sounds.play).toHaveBeenCalledWith('found');
  });

  it('opens the board of which the server tells, once, and of no other tournament', async () => {
    await open(tournament({ me: 2 }));
    const begun = { t: 'turn', gameId: 'gAme0002', game: 'antireversi', opponent: 'Lin', yourTurn: true };
    await waitFor(async () => {
      await site.hear({ ...begun, tournamentId: 't1t1' });
      expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'gAme0002' });
    });
    await site.hear({ ...begun, gameId: 'gAme0003' });
    await site.hear({ ...begun, gameId: 'gAme0004', tournamentId: 't2t2' });
    await learns();
    expect(site.sounds.play).toHaveBeenCalledTimes(1);
  });

  it('is joined by a guest under a name, once the server knows it', async () => {
    site = new Site().greet({ guest: true, name: 'Guest 1234' });
    await open({ ...tournament({ phase: 'open', paired: 0 }), round: undefined });
    fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Zhao' } });
    press('Join');
    await settled();
    expect(acts()).toEqual([]);
    site.greet({ guest: true, name: 'Zhao' });
    await waitFor(() => expect(acts()).toEqual(['POST /api/tournaments/t1t1/join']));
  });

  // A guest of one letter was told `name.short`.
  it('has words for all that may be wrong with the name of a guest', () => {
    for (const name of ['A', 'A'.repeat(21), '?!'])
      expect(words.en).toHaveProperty([nameProblem(name) ?? '']);
  });

  it('is not joined under another name than the one that was asked for', async () => {
    site = new Site().greet({ guest: true, name: 'Guest 1234' });
    await open({ ...tournament({ phase: 'open', paired: 0 }), round: undefined });
    fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Zhao' } });
    press('Join');
    site.account.rename(''); // The server has refused it.
    site.greet({ guest: true, name: 'Guest 1234' });
    await settled();
    expect(acts()).toEqual([]);
  });

  it('is told once what its director wants, however often that is pressed', async () => {
    await open(tournament({ own: true }), () => new Promise(() => undefined));
    press('Pause');
    press('Pause');
    expect(acts()).toEqual(['POST /api/tournaments/t1t1/pause']);
  });

  it('shows no older answer that comes late', async () => {
    await open();
    const answers: ((told: unknown) => void)[] = [];
    site.archive = () => new Promise((done) => answers.push(done));
    for (let n = 0; n < 2; n++) document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(tournament({ version: 9, name: 'Later' }));
    await screen.findByText('Later');
    answers[0]?.(tournament({ version: 8 }));
    await settled();
    expect(screen.getByText('Later')).toBeTruthy();
  });

  it('is printed: pairings, the cross table, slips to be signed', async () => {
    const printed: (string | null)[] = [];
    vi.stubGlobal('print', () => {
      printed.push(document.querySelector('.tournament-sheet')?.textContent ?? null);
      dispatchEvent(new Event('afterprint'));
    });
    await open();
    press('Pairings');
    await waitFor(() => expect(printed[0]).toContain('LinMei–Wu: bye'));
    await waitFor(() => expect(document.querySelector('.tournament-sheet')).toBeNull());
    press('Score slips');
    await waitFor(() => expect(printed[1]).toContain('Table 1'));
    const played = '2a 1,3b 0.5,forfeitWin 1,forfeitLoss 0,late 0.5,bye 1';
    const head = 'number,rank,name,points,bq,round 1,round 2,round 3,round 4,round 5,round 6';
    site.archive = () => new Response(`${head}\r\n1,1,"Lin 0.5",4,30.5,${played}\r\n`);
    press('Cross table');
    await waitFor(() => expect(printed[2]).toContain('№RankPlayerPointsBQ123456'));
    // It had "forfeitLoss 0" and "late 0.5" in every language.
    expect(printed[2]).toContain('11Lin 0.5430½2a 13b ½+ 1− 0½1');
  });

  it('that is not there says so', async () => {
    serve(refused('not_found', {}, 404));
    site.open(<TournamentsPage id="t1t1" />);
    await screen.findByText('There is no such tournament.');
  });

  it('of more games than a file holds gives those of the round that is shown', async () => {
    await open(tournament({ games: 301 }));
    const link = screen.getByText<HTMLAnchorElement>('Games (Round 2)');
    expect(link.getAttribute('href')).toBe('/api/tournaments/t1t1/export?round=2');
    cleanup();
    await open(tournament({ games: 300 }));
    expect(screen.getByText('Games').getAttribute('href')).toBe('/api/tournaments/t1t1/export?');
  });
});
