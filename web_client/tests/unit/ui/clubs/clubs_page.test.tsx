// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Club } from '../../../../src/protocol/clubs';
import { view as ClubsPage } from '../../../../src/ui/clubs/clubs_page';
import { cleanup, fireEvent, heldOff, screen, seen, waitFor } from '../screen';
import { refused, Site } from '../site';

let site: Site;
beforeEach(() => {
  history.replaceState(null, '', '/clubs');
  localStorage.clear();
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const club = (more: Partial<Club> = {}): Club => ({
  id: 'cL7bQ2xY',
  name: 'Red Cannons',
  members: 2,
  joining: 'open',
  owner: 'Ann',
  created: 1,
  description: 'Fridays\n象棋',
  ...more,
});

/** What the server has; `acts` answers what is done. */
function serve(shown: unknown = club(), acts: () => unknown = () => ({})): void {
  site.archive = (request) => {
    const [method, path = ''] = request.split(/[ ?]/);
    if (method !== 'GET') return acts();
    if (path === '/api/clubs') return { clubs: [club()], cursor: null };
    if (path === '/api/me/clubs') return { clubs: [{ ...club({ name: 'Mine' }), role: 'asked' }] };
    const people = ['Ann', 'Lin'].map((name, i) => ({ name, since: i }));
    if (path.endsWith('/members')) return { members: people, cursor: null };
    const line = { id: 't1t1', name: 'Evening', game: 'xiangqi', rule: '', director: 'Ann', phase: 'open' };
    if (path.endsWith('/tournaments')) return { tournaments: [line], cursor: null };
    return shown;
  };
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const open = async (shown?: unknown, acts?: () => unknown): Promise<void> => {
  serve(shown, acts);
  site.open(<ClubsPage id="cL7bQ2xY" />);
  await screen.findByText('Evening');
  await screen.findByRole('region', { name: 'Members' });
};
const acts = (): readonly string[] => site.fetched.filter((line) => !line.startsWith('GET'));
const asked = (path: string): number => site.fetched.filter((line) => line === `GET ${path}`).length;

describe('the list of clubs', () => {
  it('has the visitor’s own, and all', async () => {
    serve();
    site.open(<ClubsPage />);
    const link = await screen.findByText('Red Cannons');
    expect(link.closest('a')?.pathname).toBe('/clubs/cL7bQ2xY');
    expect(screen.getByRole('region', { name: 'Your clubs' }).textContent).toContain('Mineasked');
    expect(screen.getByRole('region', { name: 'All clubs' }).textContent).toContain('2 members');
  });

  it('is that of a part of a name, which stands in the address', async () => {
    serve();
    site.open(<ClubsPage />);
    await screen.findByText('Red Cannons');
    const field = screen.getByLabelText('Part of a name');
    fireEvent.input(field, { target: { value: '炮' } });
    fireEvent.submit(field.closest('form') as Element);
    await waitFor(() => expect(site.fetched.at(-1)).toBe(`GET /api/clubs?name=${encodeURIComponent('炮')}`));
    expect(site.navigation.query(['name'])).toEqual({ name: '炮' });
  });

  it('comes page by page', async () => {
    site.archive = (request) => {
      if (request.includes('/me/')) return { clubs: [] };
      const isSecond = request.includes('cursor=2-a');
      return isSecond
        ? { clubs: [club({ members: 1 }), club({ id: 'cL7bQ2xZ', name: 'Horses' })], cursor: null }
        : { clubs: [club()], cursor: '2-a' };
    };
    site.open(<ClubsPage />);
    await screen.findByText('Red Cannons');
    press('More');
    await screen.findByText('Horses');
    expect(screen.getAllByText('Red Cannons'), 'it was the larger one before').toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('leads guests to the login, and offers them no new club', async () => {
    site = new Site().greet({ guest: true });
    serve();
    site.open(<ClubsPage />);
    await screen.findByText('Red Cannons');
    expect(screen.queryByRole('button', { name: 'New club' })).toBeNull();
    expect(asked('/api/me/clubs')).toBe(0);
    fireEvent.click(screen.getByText('Log in to make a club, or to join one.'));
    expect(site.navigation.route.value).toEqual({ page: 'account', from: { page: 'clubs' } });
  });

  it('makes one by a form, and opens it', async () => {
    serve(club(), () => ({ id: 'cL7bQ2xY' }));
    site.open(<ClubsPage />);
    press('New club');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: ' Red Cannons ' } });
    fireEvent.input(screen.getByLabelText('Description'), { target: { value: 'Fridays' } });
    fireEvent.click(screen.getByLabelText('Whom the owner accepts'));
    press('Create');
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'clubs', id: 'cL7bQ2xY' }));
    expect(site.bodies).toEqual([{ name: 'Red Cannons', description: 'Fridays', joining: 'request' }]);
  });

  // What a name had above its 20 characters was cut off unseen.
  it('cuts no name: one that is too long is said to be, in characters', () => {
    serve();
    site.open(<ClubsPage />);
    press('New club');
    const field = screen.getByRole('textbox', { name: /^Name/ });
    const create = screen.getByRole('button', { name: 'Create' });
    fireEvent.input(field, { target: { value: '𠀀'.repeat(20) } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(create).toHaveProperty('disabled', false);
    fireEvent.input(field, { target: { value: 'Xiangqi friends of Berlin' } });
    expect(screen.getByRole('alert').textContent).toBe('25 / 20');
    expect(create).toHaveProperty('disabled', true);
  });

  it('leads no one away from another page once it is made', async () => {
    let done: (told: object) => void = () => undefined;
    serve(club(), () => new Promise((resolve) => (done = resolve)));
    site.open(<ClubsPage />);
    press('New club');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Lin' } });
    press('Create');
    await waitFor(() => expect(acts()).toHaveLength(1));
    cleanup();
    site.navigation.to({ page: 'room', gameId: 'game' });
    serve();
    done({ id: 'cL7bQ2xY' });
    // Answered after that one.
    for (let i = 0; i < 2; i++) await (await fetch('/api/clubs')).json();
    expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'game' });
  });

  it.each([
    ['name_taken', {}, 'A club has this name, or one that looks the same.'],
    [
      'bad_name',
      {},
      'This name is taken or reserved. Use letters and digits, with spaces, _ or - in between.',
    ],
    ['full', { reason: 'clubs' }, 'These are enough clubs for one account.'],
  ])('says why there is no new one: %s', async (code, more, words) => {
    serve(club(), () => refused(code, more, 409));
    site.open(<ClubsPage />);
    press('New club');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Lin' } });
    press('Create');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });
});

describe('a club', () => {
  it('is shown with its words, tournaments and members', async () => {
    await open();
    expect(seen('h1').textContent).toBe('Red Cannons');
    expect(seen('h1 + p').textContent).toMatch(/2 membersOwner: \w+$/);
    expect(seen('.club-text').textContent).toBe('Fridays\n象棋');
    expect(screen.getByText('Evening').closest('a')?.pathname).toBe('/tournaments/t1t1');
    const members = screen.getByRole('region', { name: 'Members' });
    await waitFor(() => expect(members.textContent).toContain('Lin'));
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  });

  it('that is not there is said to be none', async () => {
    site.archive = () => refused('not_found', {}, 404);
    site.open(<ClubsPage id="cL7bQ2xY" />);
    expect(await screen.findByText('There is no such club.')).toBeTruthy();
  });

  it('is joined, and looked at again', async () => {
    await open();
    serve(club({ you: 'member' }));
    press('Join');
    await screen.findByRole('button', { name: /Leave/ });
    expect(acts()).toEqual(['POST /api/clubs/cL7bQ2xY/join']);
    await waitFor(() => expect(asked('/api/clubs/cL7bQ2xY/members')).toBe(2));
  });

  it('is asked where its owner accepts', async () => {
    await open(club({ joining: 'request' }));
    serve(club({ joining: 'request', you: 'asked' }));
    press('Ask to join');
    expect(await screen.findByText('The owner has not answered yet.')).toBeTruthy();
    press('Take the request back');
    await waitFor(() => expect(acts().at(-1)).toBe('POST /api/clubs/cL7bQ2xY/leave'));
  });

  it('says why it cannot be joined', async () => {
    await open(club(), () => refused('forbidden', { reason: 'blocked' }, 403));
    press('Join');
    await waitFor(() => expect(site.said).toEqual(['The owner of this club does not want it.']));
  });

  it('is left after a question', async () => {
    await open(club({ you: 'member' }));
    press(/Leave/);
    expect(acts()).toEqual([]);
    press('Leave');
    await waitFor(() => expect(acts()).toEqual(['POST /api/clubs/cL7bQ2xY/leave']));
  });

  it('leads guests to the login and back', async () => {
    site = new Site().greet({ guest: true });
    await open();
    fireEvent.click(screen.getByText('Log in to make a club, or to join one.'));
    expect(site.navigation.route.value).toEqual({ page: 'account', from: { page: 'clubs', id: 'cL7bQ2xY' } });
  });
});

describe('the owner of a club', () => {
  const own = (more: Partial<Club> = {}): Club => club({ you: 'owner', requests: [], ...more });

  it('accepts and declines those who ask', async () => {
    const requests = ['Wu', 'Mei'].map((name) => ({ name, since: 1 }));
    await open(own({ requests }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Accept' })[0] as Element);
    await waitFor(() => expect(acts()).toEqual(['POST /api/clubs/cL7bQ2xY/accept']));
    fireEvent.click(screen.getAllByRole('button', { name: 'Decline' })[1] as Element);
    await waitFor(() => expect(acts()).toHaveLength(2));
    expect(acts()[1]).toBe('POST /api/clubs/cL7bQ2xY/remove');
    expect(site.bodies).toEqual([{ name: 'Wu' }, { name: 'Mei' }]);
  });

  it('answers each request once, and rows that move up take no press at once', async () => {
    const requests = ['Wu', 'Mei'].map((name) => ({ name, since: 1 }));
    let done: (told: object) => void = () => undefined;
    await open(own({ requests }), () => new Promise((resolve) => (done = resolve)));
    for (const name of ['Accept', 'Accept', 'Decline'])
      fireEvent.click(screen.getAllByRole('button', { name })[0] as Element);
    await waitFor(() => expect(acts()).toHaveLength(1));
    const held = heldOff();
    serve(own({ requests: requests.slice(1) }));
    done({});
    await waitFor(() => expect(held().join()).toContain('Mei'));
    expect(acts()).toEqual(['POST /api/clubs/cL7bQ2xY/accept']);
  });

  it('may answer again where it was refused', async () => {
    const requests = [{ name: 'Wu', since: 1 }];
    await open(own({ requests }), () => refused('full', { reason: 'members' }, 409));
    press('Accept');
    await waitFor(() => expect(site.said).toEqual(['This club has as many members as it may have.']));
    press('Decline');
    await waitFor(() => expect(acts()).toHaveLength(2));
  });

  it('loses nothing that is written where the club cannot be fetched again', async () => {
    await open(own({ requests: [{ name: 'Wu', since: 1 }] }));
    press('Settings');
    fireEvent.input(screen.getByLabelText('Description'), { target: { value: 'a long text' } });
    site.archive = () => Promise.reject(new TypeError('offline'));
    press('Accept');
    await screen.findAllByRole('button', { name: 'Reload' });
    await waitFor(() => expect(site.said).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reload' })).toHaveLength(2));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('a long text');
  });

  it('removes others, or hands over to them, after a question', async () => {
    await open(own());
    await screen.findByRole('button', { name: /^Remove/ });
    expect(screen.getAllByRole('button', { name: /^Remove/ }), 'not oneself').toHaveLength(1);
    press('Remove…');
    expect(screen.getByText(/^Remove Lin\?/)).toBeTruthy();
    press('Remove');
    await waitFor(() => expect(acts()).toEqual(['POST /api/clubs/cL7bQ2xY/remove']));
    press('Hand over…');
    press('Hand over');
    await waitFor(() => expect(acts()[1]).toBe('POST /api/clubs/cL7bQ2xY/owner'));
    expect(site.bodies).toEqual([{ name: 'Lin' }, { name: 'Lin' }]);
  });

  it('makes a tournament of it', async () => {
    await open(own(), () => ({ id: 't2t2' }));
    press('New tournament');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Friday' } });
    press('Create');
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'tournaments', id: 't2t2' }));
    expect(site.bodies[0]).toMatchObject({ name: 'Friday', club: 'cL7bQ2xY' });
  });

  it('changes it', async () => {
    await open(own());
    press('Settings');
    fireEvent.input(screen.getByLabelText('Description'), { target: { value: '' } });
    press('Save');
    await waitFor(() => expect(screen.queryByLabelText('Description')).toBeNull());
    expect(site.bodies).toEqual([{ name: 'Red Cannons', description: '', joining: 'open' }]);
  });

  it('closes it after a question, unless a tournament goes on', async () => {
    site.navigation.to({ page: 'clubs', id: 'cL7bQ2xY' });
    await open(own(), () => refused('not_allowed', { reason: 'tournaments' }, 409));
    press('Settings');
    press('Close the club…');
    press('Close the club');
    await waitFor(() => expect(site.said).toEqual(['A tournament of this club is not over.']));
    serve(own());
    press('Close the club…');
    press('Close the club');
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'clubs' }));
    expect(acts()).toEqual(['DELETE /api/clubs/cL7bQ2xY', 'DELETE /api/clubs/cL7bQ2xY']);
  });
});

describe('a moderator', () => {
  it('closes the club of another, with a reason', async () => {
    site.navigation.to({ page: 'clubs', id: 'cL7bQ2xY' });
    await open(club({ mayDisband: true }), () => refused('not_allowed', { reason: 'decided' }, 409));
    press('Close as a moderator…');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Close as a moderator' });
    expect(button.disabled, 'without a reason').toBe(true);
    fireEvent.input(screen.getByLabelText('Reason'), { target: { value: ' spam ' } });
    fireEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('It is decided');
    serve(club());
    fireEvent.click(button);
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'clubs' }));
    const wanted = { do: 'disband', clubId: 'cL7bQ2xY', reason: 'spam' };
    expect(site.bodies).toEqual([wanted, wanted]);
  });

  it('is who may close it', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /moderator/ })).toBeNull();
  });
});

it('is reported, and that is said', async () => {
  await open();
  press('Report…');
  press('Report');
  await waitFor(() => expect(acts()).toEqual(['POST /api/clubs/cL7bQ2xY/report']));
  await waitFor(() => expect(site.said).toEqual(['Moderators will read its name and what it says.']));
});
