// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GameRecord } from '../../../../src/protocol/records';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { Boundary } from '../../../../src/ui/frame/boundary';
import { view as ReplayPage } from '../../../../src/ui/replay/replay_page';
import { act, cleanup, fireEvent, screen } from '../screen';
import { archived, Desk } from './desk';

afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

async function open(more: Partial<GameRecord> = {}, visitor: string | null = null, analyse = false) {
  const desk = new Desk(archived(more), visitor);
  desk.open(<ReplayPage gameId="g1" ply={null} analyse={analyse} />);
  await screen.findByRole('grid');
  await screen.findByText('Export');
  return desk;
}

/** The square that is drawn in the upper left corner. */
const corner = () => screen.getAllByRole('gridcell')[0]?.dataset.square;

describe('a replay', () => {
  it.each([
    ['chen', 'i0'],
    ['lin', 'a9'],
    ['somebody else', 'a9'],
    [null, 'a9'],
  ])('begins at the own side of %s', async (visitor, square) => {
    await open({}, visitor);
    expect(corner()).toBe(square);
  });

  it('is turned only where one looks from the own side', async () => {
    const pos = `${'-'.repeat(225)} X`;
    const state = { ...archived().state, moves: 'h8 h9', pos };
    await open({ game: 'gomoku', rule: 'freestyle', state, positions: [pos, pos, pos] }, 'chen');
    expect(corner()).toBe('a15');
  });

  it('has the game analysed at once for who asked for that, and for nobody else', async () => {
    const posts = ({ fetched }: Desk) => fetched.filter((line) => line.startsWith('POST'));
    const idle = await open();
    cleanup();
    const asking = await open({}, null, true);
    await vi.waitFor(() => expect(posts(asking)).toEqual(['POST /api/games/g1/analysis']), 30_000);
    expect(posts(idle)).toEqual([]);
  });

  it('leads back to the room, and on to the rematch', async () => {
    await open({ rematchId: 'g2' });
    expect(screen.getByText<HTMLAnchorElement>('To the room').pathname).toBe('/g1');
    expect(screen.getByText<HTMLAnchorElement>('Next game').pathname).toBe('/g2');
  });

  it('leads to a room where the game goes on, and says so', async () => {
    await open({ state: { ...archived().state, status: 'playing', result: null, reason: null } });
    expect(screen.getByText(/still being played/)).toBeTruthy();
  });

  it('says of a file what that was part of, and neither when nor how long it came to be here', async () => {
    await open({ source: 'pgn', event: 'World Cup', spent: [0, 0] });
    expect(screen.getByText(/World Cup/).textContent).not.toContain('2026');
    expect(screen.queryByText('Time per move')).toBeNull();
    expect(screen.queryByText('To the room')).toBeNull();
  });

  it('says when a game was played, and how long each move took', async () => {
    await open();
    expect(document.querySelector('.facts')?.textContent).toContain('2026');
    expect(screen.getByText('Time per move').textContent).toContain('1:01');
  });

  it('steps by its buttons, and says where one is', async () => {
    await open();
    const where = () => document.querySelector('.replay-deck [aria-live]')?.textContent;
    expect(where()).toBe('Step 2 of 2');
    fireEvent.click(screen.getByLabelText('Back one move'));
    expect(where()).toBe('Step 1 of 2');
    expect(document.querySelector('[data-square="e1"]')?.getAttribute('aria-label')).toContain('general');
    fireEvent.click(screen.getByLabelText('Flip board'));
    expect(corner()).toBe('i0');
  });

  it('shows the chance of the side below and turns with the board', async () => {
    const desk = new Desk(archived());
    desk.explored = { eval: { kind: 'eval', value: 90 }, win: 0.75 };
    desk.open(<ReplayPage gameId="g1" ply={null} />);
    const bar = await vi.waitFor(() => {
      const found = document.querySelector('.evaluation-bar');
      if (!found?.textContent) throw new Error('nothing is evaluated');
      return found;
    }, 30_000);
    expect(bar.querySelector('span')?.style.transform).toBe('scaleY(0.75)');
    fireEvent.click(screen.getByLabelText('Flip board'));
    expect(bar.querySelector('span')?.style.transform).toBe('scaleY(0.25)');
    expect(bar.className).toContain('turned');
  });
});

it('that cannot be fetched is not said to be missing, and can be asked for again', async () => {
  const desk = new Desk(archived());
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  desk.open(<ReplayPage gameId="g1" ply={null} />);
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  expect(screen.queryByText('Nothing here')).toBeNull();
  vi.stubGlobal('fetch', fetch);
  fireEvent.click(screen.getByText('Reload'));
  expect(await screen.findByRole('grid')).toBeTruthy();
});

// A page that throws is drawn once: what was thrown leads to no other try, whatever it was.
it.each([new Error('no such piece'), undefined])(
  'that throws %s is not drawn over and over',
  async (thrown) => {
    const parse = vi.spyOn(xiangqi, 'parsePosition').mockImplementation(() => {
      throw thrown as unknown as Error;
    });
    vi.spyOn(console, 'error').mockReturnValue();
    const { navigation, preferences } = new Desk();
    const desk = new Desk(archived());
    desk.open(
      <Boundary route={navigation.route.value} t={preferences.t}>
        <ReplayPage gameId="g1" ply={null} />
      </Boundary>,
    );
    expect(await screen.findByRole('alert')).toBeTruthy();
    const times = parse.mock.calls.length;
    await act(() => navigation.replace({ page: 'replay', gameId: 'g1', ply: 2 }));
    await act(() => new Promise((done) => setTimeout(done)));
    expect(parse.mock.calls.length).toBe(times);
    expect(times).toBeLessThan(10);
    parse.mockRestore();
  },
);
