// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { view as RoomPage } from '../../../../src/ui/room/room_page';
import { gameFull, stateAfter } from '../../rooms';
import { act, cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';
import { START } from '../stage';

vi.mock('../../../../src/ui/core/layout', async () => {
  const { signal } = await import('@preact/signals');
  return { layout: signal('columns'), isNarrow: signal(false) };
});
import.meta.glob(
  [
    '../../../../src/ui/{room,parts,core,boards}/**/*.{ts,tsx}',
    '../../../../src/games/antireversi/antireversi.ts',
  ],
  { eager: true },
);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const over = { status: 'finished', result: 'first', reason: 'resign' } as const;

// Each room is a page of its own (app.tsx): nothing of the view of the game before is there any more.
it.each([
  ['goes on to the rematch', 'g2', 'well pl', 'Send to: Players'],
  ['stays out of another room', 'g3', '', 'Send to: Everyone'],
])('what is being written %s', async (_, gameId, draft, audience) => {
  const site = new Site().greet();
  const Page = () => {
    const route = site.navigation.route.value;
    return route.page === 'room' ? <RoomPage key={route.gameId} gameId={route.gameId} /> : null;
  };
  const enter = async (id: string, rematchId: string | null = null): Promise<HTMLInputElement> => {
    await act(() => site.navigation.to({ page: 'room', gameId: id }));
    await site.hear(
      gameFull(stateAfter('d3 c3', { pos: START, ...over }), {
        gameId: id,
        game: 'antireversi',
        startPos: START,
        rematchId,
      }),
    );
    return screen.findByPlaceholderText<HTMLInputElement>('Say something kind…');
  };
  site.open(<Page />);
  fireEvent.input(await enter('g1', 'g2'), { target: { value: 'well pl' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send to: Everyone' }));
  expect((await enter(gameId)).value).toBe(draft);
  expect(screen.getByRole('button', { name: audience })).toBeTruthy();
});
