// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { onlyOne, view as JoinPage } from '../../../../src/ui/tournaments/join_page';
import { cleanup, waitFor } from '../screen';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const line = (id: string) =>
  ({ id, name: id, game: 'gomoku', rule: 'renju', director: 'Ann', phase: 'open' }) as const;

it('leads to the tournament that is meant', async () => {
  const site = new Site().greet();
  site.archive = () => ({ open: [line('t1t1')], running: [line('t2t2')], finished: [] });
  site.open(<JoinPage />);
  await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'tournaments', id: 't1t1' }));
});

it('leads to all where several could be', () => {
  expect(onlyOne({ open: [], running: [line('t2t2')], finished: [line('t3t3')] })).toBe('t2t2');
  expect(onlyOne({ open: [line('t1t1'), line('t2t2')], running: [], finished: [] })).toBeUndefined();
  expect(onlyOne({ open: [], running: [], finished: [] })).toBeUndefined();
});
