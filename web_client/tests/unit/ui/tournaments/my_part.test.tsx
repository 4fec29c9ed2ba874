// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { Tournament } from '../../../../src/protocol/tournaments';
import { MyPart } from '../../../../src/ui/tournaments/my_part';
import { view as TournamentsPage } from '../../../../src/ui/tournaments/tournaments_page';
import { cleanup, screen, waitFor } from '../screen';
import { Site } from '../site';

const fetched: string[] = vi.hoisted(() => []);
vi.mock('../../../../src/games/index', async (original) => {
  const { loadGame, ...rest } = await original<typeof import('../../../../src/games/index')>();
  return {
    ...rest,
    loadGame: (...of: Parameters<typeof loadGame>) => (fetched.push(of[0]), loadGame(...of)),
  };
});
afterEach(cleanup);

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

// All phones of a hall fetched it at the moment at which the round began.
it('fetches the file of its game before the round begins, for players alone', async () => {
  const site = new Site().greet();
  const show = (more: Partial<Tournament>): void =>
    void site.open(<MyPart tournament={{ ...evening, ...more }} readAt={0} onDone={() => undefined} />);
  show({});
  await screen.findByRole('button', { name: 'Join' });
  show({ me: 1, phase: 'finished' });
  expect(fetched).toEqual([]);
  show({ me: 1 });
  await waitFor(() => expect(fetched).toEqual(['antireversi']));
});

/** The page of the tournament. */
async function open(more: Partial<Tournament>): Promise<void> {
  const site = new Site().greet();
  site.archive = () => ({ ...evening, ...more });
  site.open(<TournamentsPage id="t1t1" />);
  await screen.findByText('Evening');
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
