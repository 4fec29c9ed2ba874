// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Imports } from '../../../../src/ui/collections/imports';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// The list was asked for before the import was cancelled: it stood there for a quarter of a minute, to be cancelled.
it('of a file that is cancelled go at once', async () => {
  const upload = { key: 'k', user: 'u1', collection: 'c1c1', name: 'a.pgn', bytes: 9, sent: 0 };
  localStorage.setItem('sanqi.uploads', JSON.stringify([{ ...upload, importId: 'i1', failed: true }]));
  const begun = { id: 'i1', collection: 'c1c1', file: 'a.pgn', bytes: 9, status: 'receiving' };
  let imports = [{ ...begun, next: 0, added: 0, bad: 0, problems: [] }];
  const site = new Site().greet();
  site.archive = (request) => {
    if (request === 'DELETE /api/imports/i1') imports = [];
    return { imports };
  };
  const list = 'GET /api/me/imports';
  site.open(
    <Imports collection="c1c1" isOwn onAdded={vi.fn()}>
      {null}
    </Imports>,
  );
  await waitFor(() => expect(site.fetched).toEqual([list]));
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(site.fetched.slice(-2)).toEqual(['DELETE /api/imports/i1', list]));
  await waitFor(() => expect(screen.queryByText('a.pgn')).toBeNull());
});
