// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import { Refusal } from '../../../../src/protocol/connection';
import type { PlayingGame } from '../../../../src/protocol/server_messages';
import type { Challenge } from '../../../../src/protocol/challenges';
import { show } from '../../../../src/ui/challenges/challenges';
import { challengesWait } from '../../../../src/ui/frame/challenges_wait';
import { fireEvent, heldOff, screen, waitFor, within } from '../screen';
import { Site } from '../site';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const received: Challenge = {
  challengeId: 'c1',
  from: 'Mei',
  to: 'Lin',
  game: 'gomoku',
  rule: 'renju',
  time: { initial: 300_000, increment: 3_000 },
  side: 'first',
  rated: true,
  rating: 1623,
  expiresMs: 600_000,
};
const own: Challenge = { ...received, challengeId: 'c2', own: true, from: 'Lin', to: 'Wu' };

/** A page of Lin, who had these challenges before. */
async function open(...challenges: readonly Challenge[]): Promise<Site> {
  const site = new Site().greet();
  site.answer = ({ t }: ClientMessage) => (t === 'challenges' ? { t, challenges } : { t: 'ack' });
  show(site.services);
  await site.hear({ t: 'pong' });
  return site;
}
const asked = (site: Site) => site.asked.filter(({ t }) => t === 'answer');
const notices = (): readonly string[] =>
  [...document.querySelectorAll('.challenges > section b')].map((one) => one.textContent.trim());

it('shows those that are open, also after a reload, and what comes and goes', async () => {
  const site = await open(own);
  expect(notices()).toEqual(['You challenge Wu']);
  await site.hear({ t: 'challenge', ...received });
  expect(notices()).toEqual(['You challenge Wu', 'Mei challenges you 1623']);
  expect(site.sounds.play).toHaveBeenCalledExactlyOnceWith('found');
  await site.hear({ t: 'challenge', ...received });
  expect(notices()).toHaveLength(2);
  await site.hear({ t: 'challengeEnd', challengeId: 'c1', how: 'withdrawn' });
  expect(notices()).toEqual(['You challenge Wu']);
  expect(site.said).toEqual([]);
  site.answer = ({ t }: ClientMessage) => ({ t, challenges: [] });
  await site.comeBack();
  await waitFor(() => expect(notices()).toEqual([]));
});

// A page whose question was refused heard of no challenge until its line broke.
it('asks for them again when the server lets it, where many come at once', async () => {
  const site = new Site().greet();
  site.answer = () => Promise.reject(new Refusal('rate_limited', '', undefined, 30));
  show(site.services);
  await site.hear({ t: 'pong' });
  site.answer = ({ t }: ClientMessage) => ({ t, challenges: [received] });
  await waitFor(() => expect(notices()).toEqual(['Mei challenges you 1623']));
});

it('says which game it is to be, and which side one would have', async () => {
  await open(received);
  expect(screen.getByText('Gomoku · Renju · 5+3 · Rated · White')).toBeTruthy();
});

// The server says `own` of own ones only: who was to move first read that they would be second.
it('says so also of one who wants to be second', async () => {
  await open({ ...received, side: 'second' }, { ...own, side: 'second' });
  const sides = [...document.querySelectorAll('.challenges .muted')].map((one) =>
    one.textContent.replace(/.* /, ''),
  );
  expect(sides).toEqual(['Black', 'White']);
});

it('is shown once', async () => {
  const site = await open(received);
  show(site.services);
  expect(document.querySelectorAll('.challenges')).toHaveLength(1);
});

it('is not accepted by a press that was meant for what lay there', async () => {
  const site = await open();
  const held = heldOff();
  await site.hear({ t: 'challenge', ...received });
  expect(held().join()).toContain('Mei challenges you');
});

it('goes to the game of a challenge that is accepted', async () => {
  const site = await open(received);
  site.answer = () => ({ t: 'created', id: 1, gameId: 'game', code: 'K', url: '/game', token: null });
  fireEvent.click(screen.getByText('Accept'));
  await waitFor(() => expect(site.navigation.route.value).toMatchObject({ page: 'room', gameId: 'game' }));
  expect(asked(site)).toEqual([{ t: 'answer', challengeId: 'c1', do: 'accept' }]);
});

it('declines by its button, with the reason that was chosen or without', async () => {
  const site = await open(received);
  const reason = screen.getByLabelText('Reason');
  const decline = screen.getByRole('button', { name: 'Decline' });
  for (const value of ['faster', 'slower']) fireEvent.change(reason, { target: { value } });
  expect(asked(site), 'arrow keys pass over reasons').toEqual([]);
  fireEvent.click(decline);
  await waitFor(() => expect(decline.getAttribute('aria-busy')).toBe('false'));
  fireEvent.change(reason, { target: { value: '' } });
  fireEvent.click(decline);
  expect(asked(site)).toEqual([
    { t: 'answer', challengeId: 'c1', do: 'decline', reason: 'slower' },
    { t: 'answer', challengeId: 'c1', do: 'decline' },
  ]);
});

it('withdraws, and says why it cannot', async () => {
  const site = await open(own);
  site.answer = () => Promise.reject(new Refusal('not_found', ''));
  fireEvent.click(screen.getByText('Withdraw'));
  await waitFor(() => expect(site.said).toHaveLength(1));
});

it('says who has declined, and why', async () => {
  const site = await open(own, { ...own, challengeId: 'c3' });
  await site.hear({ t: 'challengeEnd', challengeId: 'c2', how: 'declined', reason: 'slower' });
  await site.hear({ t: 'challengeEnd', challengeId: 'c3', how: 'declined' });
  expect(site.said).toEqual(['Wu declines. Rather a slower game.', 'Wu declines.']);
  expect(notices()).toEqual([]);
});

it('goes there also where the answer was lost with the line', async () => {
  const site = await open(received);
  site.answer = ({ t }: ClientMessage) =>
    t === 'answer' ? Promise.reject(new Refusal('connection_lost', '')) : { t, challenges: [] };
  fireEvent.click(screen.getByText('Accept'), { detail: 1 });
  await waitFor(() => expect(site.said).toHaveLength(1));
  site.greet({ playing: [{ gameId: 'game', game: 'gomoku', opponent: 'Mei', yourTurn: true }] });
  await site.comeBack();
  expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'game' });
});

const accepted = { t: 'challengeEnd', challengeId: 'c2', how: 'accepted', gameId: 'game' };

it('goes to the game that an own one has brought', async () => {
  const site = await open(own);
  await site.hear(accepted);
  expect(site.navigation.route.value).toMatchObject({ page: 'room', gameId: 'game' });
});

// Without a sound or a notice the game was aborted before its first move: the page was behind another.
it('calls where it does not go there by itself', async () => {
  const site = await open(own);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const said = vi.fn();
  vi.stubGlobal('Notification', Object.assign(said, { permission: 'granted' }));
  site.preferences.change({ notify: true });
  await site.hear(accepted);
  expect(notices()).toEqual(['Wu has accepted your challenge']);
  expect(site.sounds.play).toHaveBeenCalledExactlyOnceWith('found');
  await waitFor(() => expect(said).toHaveBeenCalledOnce());
  vi.restoreAllMocks();
});

// The list that the new line brought did not have it any more: the card went, and with it the way to the game.
it('finds the game of one that was accepted while the line was away', async () => {
  const site = await open(own);
  site.answer = ({ t }: ClientMessage) => ({ t, challenges: [] });
  const comeBack = async (playing: readonly PlayingGame[]): Promise<void> => {
    const back = site.comeBack();
    site.greet({ playing });
    await back;
    await site.hear({ t: 'pong' });
  };
  const other: PlayingGame = { gameId: 'other', game: 'gomoku', opponent: 'Mei', yourTurn: true };
  await comeBack([other, { gameId: 'game', game: 'gomoku', opponent: 'Wu', yourTurn: true }]);
  expect(notices()).toEqual(['Wu has accepted your challenge']);
  fireEvent.click(screen.getByText('To the game'));
  expect(site.navigation.route.value).toMatchObject({ gameId: 'game' });
});

// They lay over the opponent's name and clock, up to two weeks.
it('lies over no board but with the way to a game', async () => {
  const site = await open(own);
  site.navigation.to({ page: 'room', gameId: 'other' });
  await waitFor(() => expect(notices()).toEqual([]));
  await site.hear({ t: 'challenge', ...received });
  await waitFor(() => expect(site.said).toEqual(['Mei challenges you']));
  expect(notices()).toEqual([]);
  await site.hear(accepted);
  await waitFor(() => expect(notices()).toEqual(['Wu has accepted your challenge']));
  site.navigation.to({ page: 'lobby' });
  await waitFor(() => expect(notices()).toHaveLength(2));
  expect(site.said).toHaveLength(1);
});

// Right after a game is when people challenge: who stood before it saw nothing, also after a reload.
it('is shown in a room where nothing presses, but for an own one', async () => {
  const site = await open(own);
  site.navigation.to({ page: 'room', gameId: 'other' });
  challengesWait.set(false);
  await site.hear({ t: 'challenge', ...received });
  await waitFor(() => expect(notices()).toEqual(['Mei challenges you 1623']));
  expect(site.said).toEqual([]);
  challengesWait.set(true);
  await waitFor(() => expect(notices()).toEqual([]));
});

it('takes no field away in which one writes, but offers the way', async () => {
  const site = await open(own);
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = 'My game against';
  field.focus();
  await site.hear(accepted);
  expect(site.navigation.route.value).toMatchObject({ page: 'lobby' });
  expect(notices()).toEqual(['Wu has accepted your challenge']);
});

it('does not leave a room for it, but offers the way', async () => {
  const site = await open(own);
  site.navigation.to({ page: 'room', gameId: 'other' });
  await site.hear(accepted);
  expect(site.navigation.route.value).toMatchObject({ gameId: 'other' });
  const notice = document.querySelector<HTMLElement>('.challenges > section') ?? document.body;
  expect(notices()).toEqual(['Wu has accepted your challenge']);
  fireEvent.click(within(notice).getByText('To the game'));
  expect(site.navigation.route.value).toMatchObject({ gameId: 'game' });
});

// The notice went with the next page, whose line is a new one, and with it the way to a game whose clock was running.
it('keeps the way to a game that has begun over another line, until the game is over', async () => {
  const site = await open(own);
  const playing = [{ gameId: 'game', game: 'gomoku', opponent: 'Wu', yourTurn: true }] as const;
  site.navigation.to({ page: 'room', gameId: 'other' });
  await site.hear(accepted);
  site.greet({ playing });
  site.answer = ({ t }: ClientMessage) => ({ t, challenges: [] });
  await site.comeBack();
  await site.hear({ t: 'pong' });
  expect(notices()).toEqual(['Wu has accepted your challenge']);
  site.greet();
  await site.comeBack();
  await waitFor(() => expect(notices()).toEqual([]));
});

it('is answered once at a time, and says that it is', async () => {
  const site = await open(received);
  let end: (answer: object) => void = () => undefined;
  site.answer = () => new Promise((done) => (end = done));
  const accept = screen.getByText('Accept');
  for (const detail of [0, 0, 1]) fireEvent.click(accept, { detail });
  expect(asked(site)).toHaveLength(1);
  await waitFor(() => expect(accept.getAttribute('aria-busy')).toBe('true'));
  end({ t: 'ack' });
  await waitFor(() => expect(accept.getAttribute('aria-busy')).toBe('false'));
});
