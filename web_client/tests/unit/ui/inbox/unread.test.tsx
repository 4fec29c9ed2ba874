// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InboxLink } from '../../../../src/ui/inbox/inbox_link';
import { unread, watchUnread } from '../../../../src/ui/inbox/unread';
import { act, cleanup, screen, waitFor } from '../screen';
import { Site } from '../site';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  unread.tell(0);
});

/** An account in the lobby, with so many lines that it has not read. */
async function come(n: number): Promise<Site> {
  const site = new Site().greet();
  site.archive = () => ({ items: [], unread: n, cursor: null });
  await act(() => watchUnread(site.services));
  return site;
}

const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
const visit = (site: Site, page: 'lobby' | 'account' | 'games'): Promise<void> =>
  act(() => site.navigation.to({ page }));

it('marks the link to the account, and tells how many there are', async () => {
  const site = await come(3);
  await waitFor(() => expect(unread.count.value).toBe(3));
  const root = document.documentElement;
  expect(root.hasAttribute('data-unread')).toBe(true);
  expect(root.style.getPropertyValue('--unread')).toBe('"3"');
  site.open(<InboxLink />);
  expect(screen.getByRole('link').textContent).toBe('While I was away (3)');
  await act(() => unread.tell(0));
  expect(root.hasAttribute('data-unread')).toBe(false);
  expect(screen.getByRole('link').textContent).toBe('While I was away');
});

it('asks on the page of the account and in the lobby, at most once a minute', async () => {
  const site = await come(0);
  expect(site.fetched).toEqual(['GET /api/me/inbox']);
  later(59_999);
  await visit(site, 'account');
  expect(site.fetched).toHaveLength(1);
  later(1);
  await visit(site, 'games');
  expect(site.fetched).toHaveLength(1);
  await visit(site, 'account');
  expect(site.fetched).toHaveLength(2);
});

it('asks for nothing in the name of a guest, and at once for another account', async () => {
  const site = await come(2);
  await waitFor(() => expect(unread.count.value).toBe(2));
  await act(() => void site.greet({ id: 'g', guest: true }));
  expect(unread.count.value).toBe(0);
  expect(site.fetched).toHaveLength(1);
  await act(() => void site.greet({ id: 'u2' }));
  expect(site.fetched).toHaveLength(2);
});
