// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../../src/ui/app';
import { act, cleanup, waitFor } from './screen';
import { Site } from './site';

const fetched = vi.hoisted(() => ({ rooms: 0 }));
vi.mock('../../../src/ui/room/room_page', () => {
  fetched.rooms += 1;
  return { view: () => null };
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

// All phones of a hall fetched it at the moment at which the round began.
it('fetches the file of rooms on the page of a tournament, not on the list of them', async () => {
  history.replaceState(null, '', '/tournaments');
  const site = new Site().greet();
  site.archive = () => ({ open: [], running: [], finished: [] });
  site.open(<App services={site.services} />);
  await act(() => Promise.resolve());
  expect(fetched.rooms).toBe(0);
  await act(() => site.navigation.to({ page: 'tournaments', id: 't1t1' }));
  await waitFor(() => expect(fetched.rooms).toBe(1));
});
