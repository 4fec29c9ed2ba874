// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { view as ChallengeDialog } from '../../../../src/ui/challenges/challenge_dialog';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

// What is fetched later is here before: a test that ends would take its environment from under it.
import.meta.glob(['../../../../src/ui/{lobby,parts,core}/*.{ts,tsx}'], { eager: true });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onClose = vi.fn();

function open({ program = false, visitorIsProgram = false } = {}): Site {
  onClose.mockReset();
  const site = new Site().greet({ program: visitorIsProgram });
  site.games.value = [{ game: 'gomoku', rules: ['freestyle', 'renju'], sides: ['black', 'white'] }];
  site.answer = () => ({ t: 'ack', challengeId: 'c1' });
  return site.open(<ChallengeDialog name="Mei" program={program} onClose={onClose} />);
}

it('asks for the game that was chosen', async () => {
  const site = open();
  expect(screen.getByRole('dialog', { name: 'Challenge Mei' })).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Gomoku'));
  fireEvent.click(screen.getByLabelText('Black'));
  fireEvent.change(screen.getByLabelText('Rule'), { target: { value: 'renju' } });
  fireEvent.change(await screen.findByLabelText('Clock'), { target: { value: '10+5' } });
  fireEvent.click(screen.getByLabelText('Rated game'));
  fireEvent.click(screen.getByText('Send the challenge'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(site.asked).toEqual([
    {
      t: 'challenge',
      to: 'Mei',
      game: 'gomoku',
      rule: 'renju',
      side: 'first',
      time: { initial: 600_000, increment: 5_000 },
      rated: true,
    },
  ]);
});

it('asks a program for a casual game, also where rated ones are usual', async () => {
  const site = new Site().greet();
  site.preferences.change({ rated: true });
  site.answer = () => ({ t: 'ack', challengeId: 'c1' });
  site.open(<ChallengeDialog name="Pela" program onClose={onClose.mockReset()} />);
  expect(screen.getByRole('dialog', { name: 'Challenge Pela' })).toBeTruthy();
  expect(screen.queryByLabelText('Rated game')).toBeNull();
  fireEvent.change(await screen.findByLabelText('Clock'), { target: { value: '10+5' } });
  fireEvent.click(screen.getByText('Send the challenge'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(site.asked[0]).toMatchObject({ t: 'challenge', to: 'Pela' });
  expect(site.asked[0]).not.toHaveProperty('rated');
});

// It was sent as a casual one, and the switch said "rated".
it('says of a game that cannot be rated that it is not', async () => {
  const site = open();
  const rated = screen.getByLabelText<HTMLInputElement>('Rated game');
  const clock = await screen.findByLabelText('Clock');
  fireEvent.change(clock, { target: { value: '10+5' } });
  fireEvent.click(rated);
  await waitFor(() => expect([rated.checked, rated.disabled]).toEqual([true, false]));
  fireEvent.change(clock, { target: { value: 'none' } });
  await waitFor(() => expect([rated.checked, rated.disabled]).toEqual([false, true]));
  fireEvent.change(clock, { target: { value: '10+5' } });
  await waitFor(() => expect([rated.checked, rated.disabled]).toEqual([true, false]));
  fireEvent.change(clock, { target: { value: 'none' } });
  fireEvent.click(screen.getByText('Send the challenge'));
  await waitFor(() => expect(site.asked).toMatchObject([{ t: 'challenge', time: null }]));
  expect(site.asked[0]).not.toHaveProperty('rated');
});

it('offers rated games between programs', () => {
  open({ program: true, visitorIsProgram: true });
  expect(screen.getByLabelText('Rated game')).toBeTruthy();
  cleanup();
  open({ visitorIsProgram: true });
  expect(screen.queryByLabelText('Rated game')).toBeNull();
});

it('says why it may not, and stays', async () => {
  const site = open();
  site.answer = () => Promise.reject(new Refusal('forbidden', '', 'blocked'));
  fireEvent.click(screen.getByText('Send the challenge'));
  await waitFor(() => expect(site.said).toHaveLength(1));
  expect(onClose).not.toHaveBeenCalled();
});
