// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { InboxPage } from '../../../../src/ui/inbox/inbox_page';
import { unread } from '../../../../src/ui/inbox/unread';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { refused, Site } from '../site';

afterEach(() => {
  cleanup();
  unread.tell(0);
});

const item = (number: number, kind: string, more: object = {}) => ({
  number,
  kind,
  subject: `id_${number}`,
  name: 'Mei',
  at: number,
  ...more,
});

/** The page of an account whose inbox is told so, page by page. */
function open(...pages: readonly object[]): Site {
  const site = new Site().greet();
  let told = 0;
  site.archive = (request) =>
    request.startsWith('GET') ? { unread: 0, cursor: null, items: [], ...pages[told++] } : {};
  return site.open(<InboxPage />);
}

describe('the inbox', () => {
  it('leads from each line to what it tells of', async () => {
    const lines: readonly (readonly [string, string, string])[] = [
      ['turn', 'It is your move against Mei', '/id_12'],
      ['start', 'A game against Mei has begun', '/id_11'],
      ['over', 'The game against Mei is over', '/id_10'],
      ['round', 'Your tournament game against Mei has begun', '/id_9'],
      ['challenge', 'Mei challenges you', '/'],
      ['declined', 'Mei has declined your challenge', '/players/Mei'],
      ['finish', 'The tournament “Mei” is over', '/tournaments/id_6'],
      ['cancelled', 'The tournament “Mei” is cancelled', '/tournaments/id_5'],
      ['invited', 'The director has added you to “Mei”', '/tournaments/id_4'],
      ['appeal', 'A moderator has answered you', '/moderation'],
      ['club', 'You are a member of “Mei” now', '/clubs/id_2'],
      ['request', 'Mei asks to join your club', '/clubs/id_1'],
    ];
    open({ items: [...lines.map(([kind], i) => item(12 - i, kind)), item(0, 'of_a_newer_server')] });
    await screen.findByText('It is your move against Mei');
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual(lines.map(([, text, path]) => [text, path]));
  });

  it('is read up to its newest line when it is shown', async () => {
    unread.tell(2);
    const site = open({ unread: 1, items: [item(7, 'turn'), item(5, 'over', { read: true })] });
    await waitFor(() => expect(unread.count.value).toBe(0));
    expect(site.fetched).toEqual(['GET /api/me/inbox', 'POST /api/me/inbox']);
    expect(site.bodies).toEqual([{ readUntil: 7 }]);
    expect(screen.getAllByText('New')).toHaveLength(1);
  });

  it('tells the server nothing where all is read', async () => {
    const site = open({ items: [item(7, 'turn', { read: true })] });
    await screen.findByText('It is your move against Mei');
    expect(site.fetched).toEqual(['GET /api/me/inbox']);
    expect(screen.queryByText('New')).toBeNull();
  });

  it('goes on with a button', async () => {
    const site = open({ items: [item(7, 'turn')], cursor: '7' }, { items: [item(5, 'over')] });
    fireEvent.click(await screen.findByText('More'));
    await screen.findByText('The game against Mei is over');
    expect(site.fetched.at(-1)).toBe('GET /api/me/inbox?cursor=7');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByText('More')).toBeNull();
  });

  // What had come since was read unseen: the badge went, and the newest line was not here.
  it('is not read by an older page of it', async () => {
    const first = { unread: 1, items: [item(7, 'turn')], cursor: '7' };
    const site = open(first, { unread: 1, items: [item(5, 'over')] });
    await waitFor(() => expect(site.bodies).toEqual([{ readUntil: 7 }]));
    fireEvent.click(await screen.findByText('More'));
    await screen.findByText('The game against Mei is over');
    expect(site.fetched.at(-1)).toBe('GET /api/me/inbox?cursor=7');
    expect(site.bodies).toEqual([{ readUntil: 7 }]);
  });

  it('says so where there is nothing, and not before that is known', async () => {
    open();
    expect(screen.queryByText('Nothing has happened.')).toBeNull();
    expect(await screen.findByText('Nothing has happened.')).toBeTruthy();
    // An empty one is a line.
    expect(document.querySelector('.card')).toBeNull();
  });

  it('says why it cannot be shown', async () => {
    const site = new Site().greet();
    site.archive = () => refused('busy', {}, 503);
    site.open(<InboxPage />);
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText('Nothing has happened.')).toBeNull();
  });

  it('asks a guest to log in', async () => {
    const site = new Site().greet({ guest: true }).open(<InboxPage />);
    await act(() => void fireEvent.click(screen.getByText('Log in to see it')));
    expect(site.navigation.route.value).toEqual({ page: 'account', from: { page: 'inbox' } });
    expect(site.fetched).toEqual([]);
  });
});
