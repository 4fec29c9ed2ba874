// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { common } from '../../../../../src/i18n/en/common';
import { antireversi } from '../../../../../src/games/antireversi/antireversi';
import type { GameView } from '../../../../../src/games/kit/game';
import { xiangqi } from '../../../../../src/games/xiangqi/xiangqi';
import { parts } from '../../../../../src/i18n/en/parts';
import { room as words } from '../../../../../src/i18n/en/room';
import type { Area } from '../../../../../src/board/model/area';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import type { Room } from '../../../../../src/state/room';
import { memoryStorage } from '../../../memory_storage';
import { InFlight } from '../../../../../src/ui/core/in_flight';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { view as ResultBar } from '../../../../../src/ui/room/result/result_bar';
import { playLevel } from '../../../../../src/ui/room/result/play_level';
import { StatusBar } from '../../../../../src/ui/room/status/status_bar';
import type { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { ServicesContext, type Services } from '../../../../../src/ui/services/services';
import { roomWith } from '../../../rooms';
import { cleanup, fireEvent, heldOff, render, screen } from '../../screen';

vi.mock('../../../../../src/ui/room/result/play_level', () => ({ playLevel: vi.fn() }));

const act = vi.fn();
const browse = vi.fn();
const play = vi.fn();
const to = vi.fn();
const choose = vi.fn();
let marked: readonly string[] | null = null;
let area: Area | null = null;
let game: GameView = antireversi;
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  marked = null;
  area = null;
  game = antireversi;
});

function show(
  state: Partial<GameState>,
  change: (room: Room) => Room = (room) => room,
  full: Partial<GameFull> = {},
  ply: number | null = null,
): void {
  const room = change(roomWith(state, full));
  const model = {
    sendAction: act,
    play,
    choose,
    browsed: signal(ply),
    premove: signal(null),
    pending: signal(null),
    inFlight: new InFlight(),
    hint: signal(null),
    offered: signal(marked),
    now: () => 0,
    browse,
  };
  const ctrl = {
    room: signal(room),
    model,
    game,
    isResultShown: signal(false),
    area,
    nextStone: 'second',
    state: signal({ position: { pieces: new Map(), turn: 'first' } }),
  } as unknown as RoomController;
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...words, ...parts } });
  const services = { preferences, navigation: { to } };
  render(
    <ServicesContext.Provider value={services as unknown as Services}>
      <StatusBar ctrl={ctrl} />
      {room.state.status === 'finished' && <ResultBar ctrl={ctrl} />}
    </ServicesContext.Provider>,
  );
}

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('status bar', () => {
  it('says whose move it is', () => {
    show({});
    expect(screen.getByText('Your move')).toBeTruthy();
    cleanup();
    show({ turn: 'second' });
    expect(screen.getByText('chen to move')).toBeTruthy();
  });

  it('says that the computer thinks', () => {
    show({ turn: 'second' }, undefined, {
      players: [
        { name: 'lin', online: true },
        { name: 'Bot 4', level: 4, ai: true, online: true },
      ],
    });
    expect(screen.getByText('The computer is thinking…')).toBeTruthy();
  });

  // A third time was a draw, or lost by perpetual check, without a word before.
  it('says that the board has come a second time', () => {
    const positions = ['a w - - 0 1', 'b b - - 1 1', 'c w - - 2 2', 'b b - - 3 2', 'a w - - 4 3'];
    const at = (ply: number) =>
      show({ pos: positions[ply] ?? '' }, (room) => ({ ...room, positions: positions.slice(0, ply + 1) }));
    game = xiangqi;
    at(4);
    expect(screen.getByText(/^Second time here/)).toBeTruthy();
    expect(document.querySelector('.quiet')).toBeNull();
    cleanup();
    at(2);
    expect(screen.queryByText(/^Second time here/)).toBeNull();
  });

  it('lets one pass where nothing else is legal', () => {
    show({ legal: ['pass'] });
    press('Pass');
    expect(play).toHaveBeenCalledWith('pass');
  });

  it('asks for the only move, a pass, before an offer is answered', async () => {
    show({ legal: ['pass'], offers: { draw: 'second' } });
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    press('Pass');
    expect(play).toHaveBeenCalledWith('pass');
    cleanup();
    show({ legal: ['pass'], turn: 'second', offers: { draw: 'second' } });
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('answers an offer of the other side', async () => {
    show({ offers: { draw: 'second' } });
    expect((await screen.findByRole('alert')).textContent).toContain('chen offers a draw');
    press('Decline');
    expect(act).toHaveBeenCalledWith('draw', false);
    press('Accept');
    expect(act).toHaveBeenCalledWith('draw');
  });

  it('has no offer answered by a press that was meant for what stood there', async () => {
    const held = heldOff();
    show({ offers: { draw: 'second' } });
    await screen.findByRole('alert');
    expect(held()).toEqual(['AcceptDecline']);
  });

  // An older position was on the board, and nothing said so, nor led back.
  it('leads back to the game beside an offer that comes meanwhile', async () => {
    show({ offers: { draw: 'second' } }, undefined, {}, 0);
    await screen.findByRole('alert');
    press('Back to the game');
    expect(browse).toHaveBeenCalledWith(Infinity);
  });

  it('does not ask about the own offer', () => {
    show({ offers: { draw: 'first' } });
    expect(screen.getByText('Your move')).toBeTruthy();
    expect(screen.queryByText('Accept')).toBeNull();
  });

  it('lets one claim only after the wait', async () => {
    show({ turn: 'second' }, (room) => ({ ...room, gone: { side: 'second', claimAt: 9_500 } }));
    // What is said once does not change with each second.
    expect((await screen.findByRole('alert')).textContent).toBe('chen is away and may still return.');
    expect(screen.getByRole('timer').textContent).toContain('in 10 s');
    expect(screen.queryByRole('button', { name: 'Claim the win' })).toBeNull();
    cleanup();
    show({ turn: 'second' }, (room) => ({ ...room, gone: { side: 'second', claimAt: 0 } }));
    press('Claim the win');
    expect(act).toHaveBeenCalledWith('claimWin');
  });

  it('shows an own turn rather than an absence, which cannot be claimed then', () => {
    show({}, (room) => ({ ...room, gone: { side: 'second', claimAt: 0 } }));
    expect(screen.getByText('Your move')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Claim the win' })).toBeNull();
  });

  // The choices of an opening were offered, and the win, which the server refused.
  it.each<[string, Partial<GameState>, Partial<Room>]>([
    ['an opening', { opening: { step: 'choose', by: 'first', options: ['keep', 'swap'] } }, {}],
    ['an absence', { turn: 'second' }, { gone: { side: 'second', claimAt: 0 } }],
  ])('offers in a pause of %s nothing but its end', (_, state, more) => {
    show({ ...state, paused: true }, (room) => ({ ...room, ...more }));
    expect(screen.getByText('The game is paused')).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Resume']);
  });

  it('names the result in words and leads to rematch and replay', () => {
    show({ status: 'finished', result: 'second', reason: 'fewest_discs' });
    expect(screen.getByRole('status').textContent).toContain('You lostWhite wins · discs counted');
    press('Rematch');
    expect(act).toHaveBeenCalledWith('rematch', true);
    fireEvent.click(screen.getByRole('link', { name: 'Analyse' }));
    expect(to).toHaveBeenCalledWith({ page: 'replay', gameId: 'g1', ply: null, analyse: true });
  });

  it('leads nowhere by a press that was meant for what a player did in the game', () => {
    const held = heldOff();
    show({ status: 'finished', result: 'second', reason: 'fewest_discs' });
    expect(held().join()).toContain('Analyse');
  });

  it('says to the winner what he won, and to whoever watches only who did', () => {
    show({ status: 'finished', result: 'first', reason: 'resign' }, (room) => ({
      ...room,
      ratings: [
        { before: 1500, after: 1512 },
        { before: 1500, after: 1488 },
      ],
    }));
    expect(screen.getByRole('status').textContent).toContain(
      'You wonBlack wins · resignation · 1500 → 1512 (+12)',
    );
    cleanup();
    show({ status: 'finished', result: 'first', reason: 'resign' }, undefined, { you: null });
    expect(screen.getByRole('status').textContent).not.toContain('You');
  });

  it('leads from a computer that was beaten to the next level, and from none other', () => {
    const against = (level: number): Partial<GameFull> => ({
      players: [
        { name: 'lin', online: true },
        { name: 'Bot', ai: true, level, online: true },
      ],
    });
    const won = { status: 'finished', result: 'first', reason: 'resign' } as const;
    show(won, undefined, against(3));
    press('Play level 4');
    expect(vi.mocked(playLevel).mock.calls.map(([, , level]) => level)).toEqual([4]);
    for (const [state, full] of [
      [{ ...won, result: 'second' }, against(3)],
      [won, against(8)],
      [won, {}],
    ] as const) {
      cleanup();
      show(state, undefined, full);
      expect(screen.queryByRole('button', { name: /^Play level/ })).toBeNull();
    }
  });

  it('asks for the answer to a rematch as for that to a draw', async () => {
    show({ status: 'finished', result: 'second', reason: 'resign', offers: { rematch: 'second' } });
    expect((await screen.findByRole('alert')).textContent).toContain('chen wants a rematch');
    press('Accept');
    expect(act).toHaveBeenCalledWith('rematch');
    expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
  });

  it('shows a reason that it does not know', () => {
    show({ status: 'finished', result: 'draw', reason: 'act_of_god' });
    expect(screen.getByRole('status').textContent).toContain('Draw · act of god');
  });

  it('offers a spectator no rematch', () => {
    show({ status: 'finished', result: 'first', reason: 'resign' }, undefined, { you: null });
    expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
  });

  it('offers the choices of an opening in place', async () => {
    show({ opening: { step: 'choose', by: 'first', options: ['keep', 'swap', 'more'] } });
    await screen.findByText('Opening: your choice.');
    press('Place two more');
    expect(choose).toHaveBeenCalledWith('more');
    press('Play White');
    expect(choose).toHaveBeenCalledWith('swap');
    press('Play Black');
    expect(choose).toHaveBeenCalledWith('keep');
    cleanup();
    show({ opening: { step: 'choose', by: 'first', options: ['keep'] } }, undefined, { opening: 'swap2' });
    await screen.findByText('Swap2: your choice.');
  });

  it('says of each choice what it means', async () => {
    show({
      opening: { step: 'choose', by: 'first', options: ['keep', 'swap', 'more', 'offer'], toOffer: 10 },
    });
    for (const [name, about] of [
      ['Play Black', 'The sides stay as they are.'],
      ['Play White', 'You and chen change sides; the stones stay.'],
      ['Place two more', 'You place a white and a black stone, then chen chooses a side.'],
      ['Offer moves', 'You mark 10 points for the fifth stone, and chen picks one.'],
    ] as const) {
      const button = await screen.findByRole('button', { name });
      const id = button.getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(id)?.textContent).toBe(about);
    }
  });

  it('says where the next stone may stand', async () => {
    area = { squares: ['h8'], isOpen: true };
    const place = { opening: { step: 'place', by: 'first', stones: 2 } } as const;
    show(place);
    await screen.findByText(/place a white stone \(2 to go\). It stands in the centre\./);
    cleanup();
    area = { squares: ['g7', 'h8', 'i9'], isOpen: false };
    show(place);
    await screen.findByText(/outside the marked 3 × 3\./);
  });

  it('offers marked points only when all are marked', async () => {
    const opening = { step: 'choose', by: 'first', options: ['keep', 'offer'], toOffer: 2 } as const;
    marked = ['a1'];
    show({ opening });
    await screen.findByText('Mark 2 points to offer (1 so far).');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Offer these' }).disabled).toBe(true);
    cleanup();
    marked = ['a1', 'b2'];
    show({ opening });
    press('Offer these');
    expect(choose).toHaveBeenCalledWith('offer');
  });

  it('says who decides about the opening', async () => {
    show({ opening: { step: 'choose', by: 'second', options: ['keep', 'swap'] } });
    await screen.findByText('chen decides about the opening.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows a choice that is newer than this page by its own word', async () => {
    show({ opening: { step: 'choose', by: 'first', options: ['bid_points'] } });
    await screen.findByText('bid points');
    press('bid points');
    expect(choose).toHaveBeenCalledWith('bid_points');
  });

  it('says what the game did to the rating', () => {
    show({ status: 'finished', result: 'first', reason: 'resign' }, (room) => ({
      ...room,
      ratings: [
        { before: 1500, after: 1512 },
        { before: 1490, after: 1478 },
      ],
    }));
    expect(screen.getByRole('status').textContent).toContain('1500 → 1512');
  });
});
