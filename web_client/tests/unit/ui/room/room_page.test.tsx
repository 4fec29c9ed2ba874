// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import type { GameFull } from '../../../../src/protocol/server_messages';
import { view as CodePage } from '../../../../src/ui/pages/code_page';
import { view as RoomPage } from '../../../../src/ui/room/room_page';
import { gameFull, stateAfter } from '../../rooms';
import { START } from '../stage';
import { Site } from '../site';
import { act, cleanup, fireEvent, screen } from '../screen';

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

let site: Site;
beforeEach(() => {
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const full = (gameId: string, more: Partial<GameFull> = {}): GameFull =>
  gameFull(stateAfter('', { pos: START, turn: 'first' }), {
    gameId,
    game: 'antireversi',
    rule: 'standard',
    startPos: START,
    ...more,
  });
const joins = () => site.asked.filter(({ t }) => t === 'join');

describe('a room', () => {
  const page = (gameId = 'g1') => <RoomPage key={gameId} gameId={gameId} />;

  it('keeps the place of its board until it is told, and shows that then', async () => {
    site.open(page());
    expect(screen.getByText('Loading…')).toBeTruthy();
    await site.hear(full('g1'));
    await screen.findByRole('grid');
    expect(screen.queryByText('Loading…')).toBeNull();
  });

  it('hears nothing of another room', async () => {
    site.open(page());
    await site.hear(full('other'));
    expect(screen.getByText('Loading…')).toBeTruthy();
  });

  it('is entered with the seat that this browser has', () => {
    site.account.keepSeat({ gameId: 'g1', token: 'seat', code: 'K' });
    site.open(page());
    expect(joins()).toEqual([{ t: 'join', gameId: 'g1', as: 'player', token: 'seat' }]);
  });

  it.each([
    ['not_found', 'This page or room does not exist. The link may be incomplete.'],
    ['forbidden', 'You may not do that.'],
  ])('that cannot be entered (%s) says why, and leads home', async (code, text) => {
    site.answer = () => Promise.reject(new Refusal(code, 'no'));
    site.open(page());
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText<HTMLAnchorElement>('To the lobby').pathname).toBe('/');
  });

  it('stays in sight when a line is lost and the way back is refused', async () => {
    site.open(page());
    await site.hear(full('g1'));
    const grid = await screen.findByRole('grid');
    site.answer = () => Promise.reject(new Refusal('busy', 'no', undefined, 60_000));
    await site.comeBack();
    expect(screen.getByRole('grid')).toBe(grid);
  });

  it.each([
    ['not_found', 'This page or room does not exist. The link may be incomplete.'],
    ['forbidden', 'You may not do that.'],
  ])('that was seen and is closed to who comes back (%s) says so, until it lets in', async (code, text) => {
    site.open(page());
    await site.hear(full('g1'));
    await screen.findByRole('grid');
    site.answer = () => Promise.reject(new Refusal(code, 'no'));
    await site.comeBack();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    site.answer = () => full('g1');
    await site.comeBack();
    await screen.findByRole('grid');
  });

  it('waits with its board for the invitation, which would push that down', async () => {
    const state = { ...full('g1').state, waiting: true };
    site.open(page());
    await site.hear(full('g1', { state, code: 'K7Q2' }));
    await screen.findByRole('grid');
    expect(screen.getByText('Invite someone')).toBeTruthy();
  });
});

describe('a code', () => {
  const page = <CodePage code="K7Q2" />;
  // Who was never here looks first (code_page.test.tsx).
  beforeEach(() => site.account.rename(''));

  it('leads to its room, which takes its place in the history', async () => {
    const length = history.length;
    site.answer = () => full('room1');
    site.open(page);
    await vi.waitFor(() => expect(location.pathname).toBe('/room1'), 30_000);
    expect(site.asked).toEqual([{ t: 'join', code: 'K7Q2', as: 'player' }]);
    expect(site.navigation.route.value).toEqual({ page: 'room', gameId: 'room1' });
    expect(history.length).toBe(length);
  });

  it('of a room with both seats taken lets one watch', async () => {
    site.answer = (message) =>
      'as' in message && message.as === 'player'
        ? Promise.reject(new Refusal('full', 'no'))
        : full('room1', { you: null });
    site.open(page);
    await vi.waitFor(() => expect(location.pathname).toBe('/room1'), 30_000);
    expect(joins().map((join) => 'as' in join && join.as)).toEqual(['player', 'spectator']);
  });

  it('of no room says so', async () => {
    site.answer = () => Promise.reject(new Refusal('bad_code', 'no'));
    site.open(page);
    expect(await screen.findByText('There is no room with this code.')).toBeTruthy();
    expect(joins()).toHaveLength(1);
  });

  it('of a room on another node is entered on the line that leads there', async () => {
    const refusal = Object.assign(new Refusal('elsewhere', 'no'), { gameId: 'room2' });
    site.answer = () => Promise.reject(refusal);
    site.open(page);
    await vi.waitFor(() => expect(location.pathname).toBe('/room2'), 30_000);
  });

  it('waits for a lost line, and asks again', async () => {
    site.answer = () => Promise.reject(new Refusal('connection_lost', 'no'));
    site.open(page);
    await act(async () => new Promise((done) => setTimeout(done)));
    expect(screen.getByText('Loading…')).toBeTruthy();
    site.answer = () => full('room1');
    await site.comeBack();
    await vi.waitFor(() => expect(location.pathname).toBe('/room1'), 30_000);
  });
});

const over = { status: 'finished', result: 'first', reason: 'resign' } as const;

// Each room is a page of its own (app.tsx): nothing of the view of the game before is there any more.
it.each([
  ['goes on to the rematch', 'g2', 'well pl', 'Send to: Players'],
  ['stays out of another room', 'g3', '', 'Send to: Everyone'],
])('what is being written %s', async (_, gameId, draft, audience) => {
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
