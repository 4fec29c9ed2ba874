import { signal, type Signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { antireversi } from '../../../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../../../src/games/gomoku/gomoku';
import type { GameView } from '../../../../../src/games/kit/game';
import { xiangqi } from '../../../../../src/games/xiangqi/xiangqi';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import type { GameState } from '../../../../../src/protocol/types';
import type { Room } from '../../../../../src/state/room';
import { defaults, type Settings } from '../../../../../src/ui/services/settings';
import type { RoomModel } from '../../../../../src/ui/room/model/room_model';
import { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { roomWith } from '../../../rooms';

/** What a room's model shows. */
interface Shown {
  readonly room: Signal<Room>;
  readonly pending: Signal<{ ply: number; move: string } | null>;
  readonly toConfirm: Signal<string | null>;
  readonly premove: Signal<string | null>;
  readonly hint: Signal<{ move: string } | null>;
  readonly offered: Signal<readonly string[] | null>;
  readonly browsed: Signal<number | null>;
}

const play = vi.fn();
let shown: Shown;
let settings: Signal<Settings>;

function sit(game: GameView, state: Partial<GameState> = {}, full: Partial<GameFull> = {}): RoomController {
  shown = {
    room: signal(
      roomWith({ moves: '', pos: game.start, ...state }, { game: game.id, startPos: game.start, ...full }),
    ),
    pending: signal(null),
    toConfirm: signal(null),
    premove: signal(null),
    hint: signal(null),
    offered: signal(null),
    browsed: signal(null),
  };
  const { browsed, room } = shown;
  const model = {
    ...shown,
    play,
    now: () => 5_000,
    shownPly: {
      get value() {
        return browsed.value ?? room.value.moves.length;
      },
    },
  };
  settings = signal(defaults(['en']));
  return new RoomController(model as unknown as RoomModel, game, settings);
}
beforeEach(() => void vi.clearAllMocks());

const at = (ctrl: RoomController, square: string) => {
  const { position } = ctrl.state.value;
  return (typeof position === 'string' ? ctrl.game.parsePosition(position) : position).pieces.get(square);
};
const over = { status: 'finished', result: 'first' } as const;

describe('what is on the board', () => {
  it('is the position of the server, and what may be done in one’s turn', () => {
    const ctrl = sit(xiangqi, { legal: ['h2e2'], perilous: [] });
    expect(ctrl.state.value).toMatchObject({ legal: ['h2e2'], check: false, forbidden: [], arrows: [] });
    expect(ctrl.state.value.premoving).toBeUndefined();
  });

  it('is the same object while the server says the same text', () => {
    const ctrl = sit(xiangqi, { legal: ['h2e2'] });
    const before = ctrl.state.value.position;
    shown.room.value = { ...shown.room.value, spectators: 3 };
    expect(ctrl.state.value.position).toBe(before);
  });

  it('is the own move before the server has told of it', () => {
    const ctrl = sit(xiangqi, { legal: ['h2e2'] });
    shown.pending.value = { ply: 0, move: 'h2e2' };
    expect(at(ctrl, 'e2')).toMatchObject({ kind: 'c', side: 'first' });
    expect(ctrl.state.value.lastMove).toBe('h2e2');
    expect(ctrl.state.value).toMatchObject({ premoving: true, premove: null });
  });

  it('is where one looks, and nothing can be done there', () => {
    const ctrl = sit(xiangqi, { moves: 'h2e2 b9c7 b0c2', legal: ['a0a1'] });
    shown.browsed.value = 1;
    expect(at(ctrl, 'e2')).toMatchObject({ kind: 'c' });
    expect(at(ctrl, 'b9')).toMatchObject({ kind: 'n' });
    expect(ctrl.state.value.lastMove).toBe('h2e2');
    expect(ctrl.state.value.legal).toBeUndefined();
  });

  it('is nothing to be moved by who watches', () => {
    expect(sit(xiangqi, { legal: ['h2e2'] }, { you: null }).state.value.legal).toEqual([]);
  });

  it('has the row that won, and only where a row has won', () => {
    const five = `${'XXXXX'.padEnd(15, '-')}${'OOOO'.padEnd(15, '-')}${'-'.repeat(195)} O`;
    const state = { ...over, moves: 'a1 a2 b1 b2 c1 c2 d1 d2 e1', pos: five };
    const line = (reason: string) => sit(gomoku, { ...state, reason }).state.value.winLine;
    expect(line('five')).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
    expect(line('resign')).toBeUndefined();
  });

  it('has crosses on what is forbidden to who is to move, while the game goes on', () => {
    const forbidden = ['h8'];
    const crosses = (state: Partial<GameState>, full: Partial<GameFull> = {}) =>
      sit(gomoku, { forbidden, ...state }, full).state.value.forbidden;
    expect(crosses({})).toEqual(['h8']);
    expect(crosses({}, { you: 'second' })).toEqual([]);
    expect(crosses({ ...over, reason: 'resign' })).toEqual([]);
  });

  it('has an arrow of the hint, and paler ones of what may be chosen in an opening', () => {
    const opening = { step: 'pick', by: 'first', offered: ['a1', 'b2'] } as const;
    const ctrl = sit(gomoku, { opening, legal: ['a1', 'b2'] });
    shown.hint.value = { move: 'b2' };
    expect(ctrl.state.value.arrows).toEqual([
      { move: 'a1', rank: 'second' },
      { move: 'b2', rank: 'second' },
      { move: 'b2', rank: 'best' },
    ]);
  });

  it('lets one mark any free point where moves are to be offered', () => {
    const ctrl = sit(gomoku, { legal: ['a1'], pos: `X${'-'.repeat(224)} O` });
    shown.offered.value = ['b2'];
    expect(ctrl.state.value.legal).toHaveLength(224);
    expect(ctrl.state.value.arrows).toEqual([{ move: 'b2', rank: 'second' }]);
  });

  it('asks about no mark as about a stone: it goes by a second tap', () => {
    const ctrl = sit(gomoku, { legal: ['a1'] });
    settings.value = { ...settings.value, placing: 'confirm' };
    shown.offered.value = ['b2'];
    expect(ctrl.settings.value.placing).toBe('direct');
  });

  it('frames where the next stone of an opening may stand, for who places it', () => {
    const opening = { step: 'place', by: 'first', stones: 1 } as const;
    expect(sit(gomoku, { opening, legal: ['h8'] }).area).toEqual({ squares: ['h8'], isOpen: true });
    expect(sit(gomoku, { opening, legal: ['h8'] }, { you: 'second' }).area).toBeNull();
    expect(sit(gomoku, { legal: ['h8'] }).area).toBeNull();
  });
});

describe('a move ahead', () => {
  const theirs = { turn: 'second', moves: 'h2e2' } as const;

  it('may be made while the other thinks, unless that is switched off', () => {
    const ctrl = sit(xiangqi, theirs);
    shown.premove.value = 'b0c2';
    expect(ctrl.state.value).toMatchObject({ premoving: true, premove: 'b0c2' });
    expect(ctrl.state.value.legal).toContain('b0c2');
    settings.value = { ...settings.value, premove: false };
    expect(ctrl.state.value.premoving).toBeUndefined();
    expect(ctrl.state.value.legal).toEqual([]);
    // The one that waits is still played, and still in sight to be withdrawn.
    expect(ctrl.state.value.premove).toBe('b0c2');
  });

  it.each<[string, Partial<GameState>, Partial<GameFull>]>([
    ['who watches', theirs, { you: null }],
    ['after the end', { ...theirs, ...over, reason: 'resign' }, {}],
    ['in a pause', { ...theirs, paused: true }, {}],
    ['in an opening', { ...theirs, opening: { step: 'choose', by: 'second' } }, {}],
  ])('is none for or %s', (_, state, full) => {
    expect(sit(xiangqi, state, full).state.value.premoving).toBeUndefined();
  });
});

describe('the way round', () => {
  it('is one’s own, turned when one likes', () => {
    const ctrl = sit(xiangqi, {}, { you: 'second' });
    expect([ctrl.bottom.value, ctrl.settings.value.flipped]).toEqual(['second', true]);
    ctrl.flip();
    expect([ctrl.bottom.value, ctrl.settings.value.flipped]).toEqual(['first', false]);
  });

  it('of stones is the same from everywhere; the players change places all the same', () => {
    const ctrl = sit(gomoku, {}, { you: 'second' });
    expect([ctrl.bottom.value, ctrl.settings.value.flipped]).toEqual(['second', false]);
    ctrl.flip();
    expect([ctrl.bottom.value, ctrl.settings.value.flipped]).toEqual(['first', true]);
  });

  it('follows a swap of the sides', () => {
    const ctrl = sit(xiangqi);
    shown.room.value = { ...shown.room.value, full: { ...shown.room.value.full, you: 'second' } };
    expect(ctrl.bottom.value).toBe('second');
  });
});

describe('in time trouble', () => {
  it('nothing costs a second: no motion, no second tap', () => {
    const ctrl = sit(gomoku);
    settings.value = { ...settings.value, placing: 'confirm' };
    expect(ctrl.settings.value).toMatchObject({ animate: true, placing: 'confirm' });
    ctrl.setLowTime(true);
    expect(ctrl.settings.value).toMatchObject({ animate: false, placing: 'direct' });
    ctrl.setLowTime(false);
    expect(ctrl.settings.value).toMatchObject({ animate: true, placing: 'confirm' });
  });

  it('a stone is not asked about twice, where every move is', () => {
    const ctrl = sit(gomoku, { legal: ['h8'] });
    settings.value = { ...settings.value, placing: 'confirm', confirmMoves: 'always' };
    expect(ctrl.settings.value.placing).toBe('direct');
  });
});

describe('what is said aloud', () => {
  it('is kept for the last few things only, each of its own', () => {
    const ctrl = sit(gomoku);
    for (let n = 1; n <= 10; n++) ctrl.announce(n % 2 === 0 ? 'twice' : `${n}`);
    const said = ctrl.announcements.value;
    expect(said).toHaveLength(8);
    expect(said.at(-1)?.text).toBe('twice');
    expect(new Set(said.map(({ id }) => id)).size).toBe(8);
  });
});

describe('what decided a game', () => {
  it('is the general that was taken, or the row; nothing where it was not on the board', () => {
    const mated = { ...over, reason: 'checkmate', check: true, pos: '4k4/9/9/9/9/9/9/9/9/4K4 b' };
    expect(sit(xiangqi, mated).decisiveSquares()).toEqual(['e9']);
    expect(sit(xiangqi, { ...over, reason: 'resign' }).decisiveSquares()).toBeNull();
    expect(sit(antireversi, { ...over, reason: 'fewest_discs' }).decisiveSquares()).toBeNull();
  });
});

describe('the face of a clock', () => {
  it('is that of its side, and none where there is no limit', () => {
    const clock = { ms: [60_000, 30_000], running: 'first', at: 0 } as const;
    const ctrl = sit(gomoku, { clock }, { time: { initial: 60_000 } });
    expect(ctrl.clockFace('first')?.shown.ms).toBe(55_000);
    expect(ctrl.clockFace('second')?.shown.ms).toBe(30_000);
    expect(sit(gomoku).clockFace('first')).toBeNull();
  });
});

describe('the plate of a result', () => {
  it('lies over the end until it is put away, and never over older moves', () => {
    const ctrl = sit(gomoku, { ...over, reason: 'resign', moves: 'h8 h9' });
    expect(ctrl.isResultShown.value).toBe(true);
    shown.browsed.value = 1;
    expect(ctrl.isResultShown.value).toBe(false);
    shown.browsed.value = null;
    expect(ctrl.isResultShown.value).toBe(true);
    ctrl.hideResult();
    expect(ctrl.isResultShown.value).toBe(false);
  });
});
