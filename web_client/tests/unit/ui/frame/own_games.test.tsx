// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { listenForFoundGames } from '../../../../src/ui/frame/found_games';
import { ToastList } from '../../../../src/ui/frame/toast_list';
import type { PlayingGame } from '../../../../src/protocol/server_messages';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { settled } from '../../room_messages';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const room: PlayingGame = { gameId: 'room', game: 'gomoku', opponent: null, yourTurn: false };
const game: PlayingGame = { ...room, gameId: 'game', opponent: 'Mei' };

/** Lin, who has these games, on the page of lessons. */
function open(): Site {
  const site = new Site().greet({ playing: [room, game] });
  site.navigation.to({ page: 'learn', game: 'gomoku' });
  listenForFoundGames(site.services);
  return site.open(<ToastList />);
}
const told = (site: Site, of: PlayingGame, more: object = {}) => site.hear({ ...of, t: 'turn', ...more });

// Who had left a game for the lobby lost it, and a pill went: nothing else.
it('says that a game is over that is on another page, and leads there', async () => {
  const site = open();
  await told(site, game);
  await told(site, game, { over: true });
  await waitFor(() => expect(site.said).toEqual(['Your game with Mei is over']));
  fireEvent.click(screen.getByText('Back to the board'));
  expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'game' });
});

// "Is over" left open whether one had lost it meanwhile.
it.each([
  ['won', 'You won'],
  ['lost', 'You lost'],
  ['draw', 'Draw'],
  ['aborted', 'Game aborted'],
])('says that such a game was %s', async (outcome, words) => {
  const site = open();
  await told(site, game, { over: true, outcome });
  await waitFor(() => expect(site.said).toEqual([`Your game with Mei is over: ${words}`]));
});

// The friend sat down, and the game was aborted before the host knew.
it('says that a game has begun: in a room that waited, and one that is new', async () => {
  const site = open();
  await told(site, { ...room, opponent: 'Wu' });
  await told(site, { ...game, gameId: 'next', opponent: 'Zhao' }, { tournamentId: 't1t1' });
  const both = ['Your game with Wu has begun.', 'Your game with Zhao has begun.'];
  await waitFor(() => expect(site.said).toEqual(both));
});

// The message was gone after five seconds; on a phone no other mark stands beside a board.
it('says for a minute that a game of a tournament has begun, also beside another board', async () => {
  const site = open();
  site.navigation.to({ page: 'room', gameId: 'game' });
  const show = vi.spyOn(site.toasts, 'show');
  await told(site, { ...room, opponent: 'Wu' });
  await told(site, { ...game, gameId: 'next', opponent: 'Zhao' }, { tournamentId: 't1t1' });
  await waitFor(() => expect(show).toHaveBeenCalledTimes(2));
  expect(show.mock.calls.map(([, , id, ms]) => [id, ms])).toEqual([
    ['room', undefined],
    ['next', 60_000],
  ]);
});

it('says nothing of a turn, of a room without an opponent, nor in the room itself', async () => {
  const site = open();
  await told(site, game, { yourTurn: true });
  await told(site, room, { over: true });
  await told(site, { ...room, opponent: 'Wu' });
  site.navigation.to({ page: 'room', gameId: 'room' });
  await settled();
  expect(site.said).toEqual([]);
});
