// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { LobbyModel } from '../../../../src/ui/lobby/lobby_model';
import { view as SearchNotes } from '../../../../src/ui/lobby/search_notes';
import { Setup } from '../../../../src/ui/lobby/setup';
import { act, cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const time = { initial: 600_000, increment: 5_000 };
const other = { seekId: 'o1', game: 'gomoku', rule: 'freestyle', time, rated: true, name: 'Bo' };

/** Beside a casual search for Gomoku at 10+5, with the seeks that the server tells of. */
async function search(...seeks: readonly object[]): Promise<Site> {
  const site = new Site().greet();
  site.answer = () => ({ t: 'ack', seekId: 's1' });
  const model = new LobbyModel(site.services);
  site.services.socket.subscribe(model);
  await model.seek({ game: 'gomoku', rule: 'freestyle' }, time);
  const setup = new Setup(site.preferences);
  const Notes = () => <SearchNotes model={model} setup={setup} />;
  site.open(<Notes />);
  await site.hear({ t: 'lobby', seeks, games: [], players: 5, rooms: 0 });
  return site;
}

// A seek of a rated game and one of a casual game do not meet: both players waited, and the list of challenges was
// not in sight.
it('shows the challenge of who waits for the same game at the same clock, and joins it', async () => {
  const own = { ...other, seekId: 's1', rated: false, name: 'Lin' };
  const site = await search(own, other);
  expect(screen.getByRole('listitem').textContent).toContain('Bo');
  await act(() => void fireEvent.click(screen.getByRole('button', { name: /^Join Bo/ })));
  expect(site.asked.at(-1)).toMatchObject({ t: 'seek', with: 'o1', rated: true });
});

it('shows none of another game or another clock, and none of its own', async () => {
  await search({ ...other, game: 'xiangqi' }, { ...other, time: null }, { ...other, seekId: 's1' });
  expect(screen.queryByRole('listitem')).toBeNull();
  screen.getByText('Or play the computer');
});
