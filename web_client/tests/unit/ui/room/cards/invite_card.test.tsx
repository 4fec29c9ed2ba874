// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { Welcome } from '../../../../../src/protocol/server_messages';
import type { User } from '../../../../../src/protocol/types';
import { InviteCard } from '../../../../../src/ui/room/cards/later';
import { cleanup, screen } from '../../screen';
import { Stage } from '../../stage';

afterEach(cleanup);

async function waiting(you: 'first' | null, host = 'Hua', rated = false, user: User | null = null) {
  const stage = new Stage();
  stage.services.account.applyWelcome({ t: 'welcome', token: 'T', user } as unknown as Welcome);
  await InviteCard.prepare(stage.services.preferences);
  const sitDown = vi.spyOn(stage.model, 'sitDown').mockImplementation(() => undefined);
  stage.open(
    { status: 'playing', waiting: true, turn: 'first' },
    {
      you,
      code: 'K7QMX',
      rated,
      time: { initial: 300_000, increment: 3_000 },
      players: [
        { name: host, online: true },
        { name: '', online: false },
      ],
    },
  );
  return sitDown;
}

it('says to who looks on who invites to what, and lets them sit down by a name', async () => {
  const sitDown = await waiting(null);
  expect(screen.getByText('Hua invites you to play')).toBeTruthy();
  expect(screen.getByText(/Reversi · 5\+3 · .*Casual$/)).toBeTruthy();
  expect(screen.queryByText('K7QMX')).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>('Your name');
  fireEvent.input(field, { target: { value: ' Mei ' } });
  fireEvent.click(screen.getByText('Sit down'));
  expect(sitDown.mock.calls).toEqual([['Mei']]);
});

it('lets them sit down without a name', async () => {
  const sitDown = await waiting(null, '');
  expect(screen.getByText('A seat is free')).toBeTruthy();
  fireEvent.click(screen.getByText(/^Sit down as/));
  expect(sitDown.mock.calls).toEqual([['']]);
});

it('sends guests to where accounts are made if the game is rated', async () => {
  await waiting(null, 'Hua', true);
  expect(screen.getByText<HTMLAnchorElement>('Rated games need an account.').pathname).toBe('/account');
  expect(screen.queryByText(/^Sit down/)).toBeNull();
});

it('asks no name of an account', async () => {
  const sitDown = await waiting(null, 'Hua', true, { id: 'u', name: 'Lin', guest: false });
  expect(screen.queryByLabelText('Your name')).toBeNull();
  fireEvent.click(screen.getByText('Sit down as Lin'));
  expect(sitDown).toHaveBeenCalledOnce();
});

// The host read that any visitor sits down, and waited for a guest who could not.
it('says to its host that a rated game needs an account', async () => {
  for (const rated of [false, true]) {
    await waiting('first', 'Hua', rated);
    expect(document.body.textContent.includes('Rated games need an account.')).toBe(rated);
    cleanup();
  }
});

it('shows the code to who sits there, and asks for no name', async () => {
  await waiting('first');
  expect(screen.getByText('K7QMX')).toBeTruthy();
  expect(screen.queryByLabelText('Your name')).toBeNull();
});
