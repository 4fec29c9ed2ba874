// @vitest-environment happy-dom
import { signal, type Signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { Refusal } from '../../../../src/protocol/connection';
import type { GameFull } from '../../../../src/protocol/server_messages';
import type { GameState, Player } from '../../../../src/protocol/types';
import { stateAfter } from '../../rooms';
import { Stage, START } from '../stage';
import { act, cleanup, fireEvent, screen, seen, within } from '../screen';

vi.mock('../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bar = (place: 'top' | 'bottom'): HTMLElement => seen(`.player.${place}`);
const name = (place: 'top' | 'bottom'): string => bar(place).querySelector('.name')?.textContent.trim() ?? '';
const caption = (place: 'top' | 'bottom'): string => bar(place).querySelector('.caption')?.textContent ?? '';
const dot = (place: 'top' | 'bottom'): string | null | undefined =>
  bar(place).querySelector('.dot')?.getAttribute('aria-label');
const click = (label: string): void => void fireEvent.click(screen.getByLabelText(label));
const xiangqiRoom = (state: Partial<GameState>, full: Partial<GameFull> = {}): void => {
  stage.open(
    { moves: '', pos: xiangqi.start, ...state },
    { game: 'xiangqi', rule: 'standard', startPos: xiangqi.start, ...full },
    xiangqi,
  );
};
const lin: Player = { name: 'lin', rating: 1523, online: true };
const chen: Player = { name: 'chen', rating: 1490, provisional: true, online: false };

describe('who plays', () => {
  it('is named with rating and state; the visitor sits below', () => {
    stage.open({}, { players: [lin, chen] });
    expect([name('top'), name('bottom')]).toEqual(['chen 1490?', 'lin 1523']);
    expect([dot('top'), dot('bottom')]).toEqual(['offline', 'online']);
    expect(caption('bottom')).toBe('Black · 2 discs · your move');
    expect(caption('top')).toBe('White · 2 discs');
  });

  it('changes places when the board is turned', async () => {
    stage.open({}, { players: [lin, chen] });
    await act(() => click('Flip board'));
    expect(name('bottom')).toContain('chen');
  });

  it('is not online on a line that is lost, whatever the server said last', async () => {
    stage.open({}, { players: [lin, { ...chen, online: true }] });
    await act(() => void ((stage.services.socket.status as Signal<string>).value = 'lost'));
    expect([dot('top'), dot('bottom')]).toEqual(['online', 'offline']);
  });

  it('is shown with what the game made of the rating, and who won', () => {
    const ratings = [
      { before: 1523, after: 1530 },
      { before: 1490, after: 1483 },
    ] as const;
    const state = { status: 'finished', result: 'second', reason: 'resign' } as const;
    stage.open(state, { players: [lin, chen], ratings });
    expect([name('top'), name('bottom')]).toEqual(['chen 1483?', 'lin 1530']);
    expect(caption('top')).toContain('Winner');
    expect(caption('bottom')).toBe('Black · 2 discs · You');
  });

  it('is a computer, which has a level, thinks aloud and leads nowhere', () => {
    const bot = { name: 'Bot 3', ai: true, level: 3, online: true };
    stage.open({ turn: 'second' }, { players: [lin, bot] });
    expect(name('top')).toBe('Computer level 3');
    expect(caption('top')).toContain('thinking…');
    expect(within(bar('top')).queryByRole('link')).toBeNull();
  });

  it('leads to the profile: in another tab while the visitor plays', () => {
    stage.open({}, { players: [lin, chen] });
    const link = () => within(bar('top')).getByRole<HTMLAnchorElement>('link');
    expect([link().pathname, link().target]).toEqual(['/players/chen', '_blank']);
    cleanup();
    stage.open({}, { players: [lin, chen], you: null });
    expect(link().target).toBe('');
  });

  it('has a clock, and none where there is no limit', () => {
    stage.open();
    expect(bar('top').querySelector('.clock')?.textContent).toBe('∞');
    cleanup();
    const clock = { ms: [61_000, 5_000], running: 'first', at: 0 } as const;
    stage.open({ clock }, { time: { initial: 300_000 } });
    expect(bar('bottom').querySelector('.clock')?.textContent).toBe('1:01');
    expect(bar('bottom').className).toContain('runs');
    expect(bar('top').className).not.toContain('runs');
  });

  it('is drawn by a letter where pieces do not tell the sides at a glance', () => {
    stage.open();
    expect(bar('top').querySelector('.avatar')).toBeNull();
    cleanup();
    xiangqiRoom({});
    expect(bar('top').querySelector('.avatar text')?.textContent).toBe('C');
  });
});

describe('who watches', () => {
  const crowd = (spectators: number, names: readonly string[]): Promise<void> =>
    act(() => stage.model.onMessage({ t: 'crowd', gameId: 'g1', online: [true, true], spectators, names }));

  it('is counted, and shown by name as far as there is room', async () => {
    stage.open();
    await screen.findByPlaceholderText('Say something kind…');
    expect(document.querySelector('.spectators')).toBeNull();
    await crowd(6, ['a', 'b', 'c', 'd', 'e']);
    const links = within(seen('.spectators')).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ pathname }) => pathname)).toEqual(
      ['a', 'b', 'c', 'd'].map((one) => `/players/${one}`),
    );
    expect(links[0]?.target).toBe('_blank');
    expect(screen.getByText('6 watching')).toBeTruthy();
  });

  it('is told so in the place of the actions', () => {
    stage.open({}, { you: null });
    expect(seen('.actions').textContent).toBe('You are watching');
  });
});

describe('the moves', () => {
  const steps = ['To the start', 'Back one move', 'Forward one move', 'To the end'];
  const enabled = () => steps.filter((label) => !screen.getByLabelText<HTMLButtonElement>(label).disabled);
  const shown = () => seen('.moves [aria-current]').textContent.trim();

  it('are stepped through; the board says where one is, and leads back to the game', async () => {
    stage.open();
    expect(enabled()).toEqual(steps.slice(0, 2));
    await act(() => click('Back one move'));
    expect(seen('.status').textContent).toBe('Step 1 of 2Back to the game');
    expect(shown()).toBe('d3');
    expect(enabled()).toEqual(steps);
    await act(() => click('To the start'));
    expect(enabled()).toEqual(steps.slice(2));
    await act(() => click('Forward one move'));
    expect(seen('.status').textContent).toContain('Step 1 of 2');
    await act(() => void fireEvent.click(screen.getByText('Back to the game')));
    expect(enabled()).toEqual(steps.slice(0, 2));
  });

  it('lead to where they were made', async () => {
    stage.open();
    await act(() => void fireEvent.click(within(seen('.moves')).getByText('d3')));
    expect(stage.model.browsed.value).toBe(1);
  });

  it('stay where one looks when the game goes on', async () => {
    stage.open({ turn: 'second' });
    await act(() => click('To the start'));
    const state = stateAfter('d3 c3 e3', { pos: START });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'move', state }));
    expect(seen('.status').textContent).toContain('Step 0 of 3');
  });
});

describe('a typed move', () => {
  const field = (): HTMLInputElement => screen.getByLabelText('Type a move', { selector: 'input' });
  const type = async (text: string): Promise<void> => {
    await act(() => void fireEvent.input(field(), { target: { value: text } }));
    await act(() => void fireEvent.submit(field().form as Element));
  };
  const answer = (error: Error | null): Promise<void> =>
    act(async () => {
      const request = stage.requests.at(-1);
      if (error) request?.reject(error);
      else request?.resolve({ t: 'ack' });
      await new Promise((done) => setTimeout(done));
    });

  it('that is surely legal is shown at once, however it is written', async () => {
    stage.open({ legal: ['c4', 'd6'] });
    await type(' C4 ');
    expect(stage.model.pending.value?.move).toBe('c4');
    expect(field().value).toBe('');
  });

  it('in a notation of its own is read by the server', async () => {
    stage.open({ legal: ['c4'] });
    await type('tiger to c4');
    expect(stage.asked('move')).toMatchObject([{ ply: 2, move: 'tiger to c4' }]);
    expect(field().value).toBe('tiger to c4');
    await answer(null);
    expect(field().value).toBe('');
  });

  it('that nobody understands stays to be corrected, and an example is given', async () => {
    stage.open({ legal: ['c4'] });
    await type('tigre');
    await answer(new Refusal('illegal_move', 'no', 'syntax'));
    expect(field().value).toBe('tigre');
    const said = () => stage.services.toasts.list.value.map(({ text }) => text);
    await vi.waitFor(() => expect(said()).toEqual(['Move not understood. Try d3.']), 30_000);
  });

  it('of nothing is none', async () => {
    stage.open({ legal: ['c4'] });
    await type('   ');
    expect(stage.asked('move')).toEqual([]);
  });

  it('has its field opened by a button, and closed by Escape', async () => {
    stage.open({ legal: ['c4'] });
    await act(() => void fireEvent.click(screen.getByLabelText('Type a move', { selector: 'button' })));
    expect(document.activeElement).toBe(field());
    // It takes back the character that is being composed, and no more.
    await act(() => void fireEvent.keyDown(field(), { key: 'Escape', isComposing: true }));
    expect(document.activeElement).toBe(field());
    await act(() => void fireEvent.keyDown(field(), { key: 'Escape' }));
    expect(document.activeElement).not.toBe(field());
    expect(field().form?.className).toContain('unless-focused');
  });

  it('is not for who watches, nor after the end', () => {
    stage.open({}, { you: null });
    expect(screen.queryByLabelText('Type a move')).toBeNull();
  });
});

describe('what is not possible', () => {
  it.each([
    ['Takeback', {}, { rated: true }, 'Not in a rated game.'],
    ['Offer draw', { moves: 'd3' }, {}, 'This is not possible now.'],
  ] as const)('is grey, and says why: %s', async (label, state, full, why) => {
    stage.open(state, full);
    const button = screen.getByRole('button', { name: label });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    const said = () => stage.services.toasts.list.value.map(({ text }) => text);
    await vi.waitFor(() => expect(said()).toEqual([why]), 30_000);
    expect(stage.asked('action')).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('further actions', () => {
  it('are opened from the row, and closed by a press beside them', async () => {
    stage.open({ clock: { ms: [60_000, 60_000], running: 'first', at: 0 } }, { time: { initial: 60_000 } });
    const more = screen.getByLabelText('More', { selector: 'button' });
    await act(() => void fireEvent.click(more));
    expect(
      within(seen('.action-menu'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pause', '+15 s']);
    await act(() => void fireEvent.pointerDown(seen('.room-side')));
    expect(document.querySelector('.action-menu')).toBeNull();
    expect(more.getAttribute('aria-expanded')).toBe('false');
  });

  it('ask first where the other must agree', async () => {
    stage.open();
    await act(() => void fireEvent.click(screen.getByLabelText('More', { selector: 'button' })));
    await act(() => void fireEvent.click(screen.getByText('Pause')));
    expect(screen.getByRole('alertdialog').textContent).toContain('Ask to pause?');
    await act(() => void fireEvent.click(screen.getByText('Yes')));
    expect(stage.asked('action')).toMatchObject([{ do: 'pause' }]);
  });
});

describe('the computer', () => {
  const bot: Player = { name: 'Bot 3', ai: true, level: 3, online: true };
  const thought = {
    t: 'thought',
    gameId: 'g1',
    ply: 0,
    depth: 9,
    eval: { kind: 'eval', value: 50 },
    line: ['h2e2', 'b9c7'],
    notations: [{ wxf: 'C2=5' }, { wxf: 'H2+3' }],
  } as const;

  it('says what it thinks to who wants to know', async () => {
    stage.services.preferences.change({ thoughts: true });
    xiangqiRoom({}, { players: [lin, bot] });
    await screen.findByText('The computer');
    const told = (): string => seen('.thought').textContent.replace(/\s+/g, ' ');
    expect(told()).toBe('The computer –');
    await act(() => stage.model.onMessage(thought));
    expect(told()).toBe('The computer · depth 9 +0.5 C2=5 H2+3');
  });

  it('says nothing of it in a rated game, to people, or unasked', () => {
    for (const [wish, full] of [
      [true, { players: [lin, bot], rated: true }],
      [true, { players: [lin, chen] }],
      [false, { players: [lin, bot] }],
    ] as const) {
      stage = new Stage();
      stage.services.preferences.change({ thoughts: wish });
      xiangqiRoom({}, full);
      expect(document.querySelector('.thought')).toBeNull();
      cleanup();
    }
  });
});

describe('the board as text', () => {
  const row = (rank: string): string | undefined =>
    [...document.querySelectorAll('.text-board tbody tr')]
      .map(({ textContent }) => textContent)
      .find((text) => text.startsWith(rank));

  it('has capitals for the first side, and turns with the board', async () => {
    stage.services.preferences.change({ textBoard: true });
    xiangqiRoom({});
    await screen.findByText(/Board as text/);
    expect(row('0')).toBe('0RNBAKABNR');
    expect(row('9')).toBe('9rnbakabnr');
    expect(row('4')).toBe(`4${'·'.repeat(9)}`);
    await act(() => click('Flip board'));
    expect(seen('.text-board tbody tr').textContent).toBe('0RNBAKABNR');
  });

  it('has X and O where all pieces are alike, and shows what one looks at', async () => {
    stage.services.preferences.change({ textBoard: true });
    stage.open();
    await screen.findByText(/Board as text/);
    expect(row('4')).toBe('4···OX···');
    await act(() => stage.model.browse(1));
    expect(row('3')).toContain('X');
  });

  it('is introduced in Chinese by Chinese signs', async () => {
    const { preferences } = stage.services;
    preferences.change({ textBoard: true, language: 'zh-Hans' });
    await preferences.loadRoomWords();
    stage.open();
    await screen.findByText(/^文字棋盘：大写字母与 X：/);
  });
});

describe('a move that is not legal', () => {
  const tap = (square: string): Promise<void> =>
    act(async () => {
      seen(`[data-square="${square}"]`).focus();
      fireEvent.keyDown(seen(`[data-square="${square}"]`), { key: 'Enter' });
      await Promise.resolve();
    });

  it('is explained by the server, which is asked what if', async () => {
    stage.open({ legal: ['c4'] });
    await tap('a1');
    await vi.waitFor(() => expect(stage.asked('explore')).toHaveLength(1), 30_000);
    expect(stage.asked('explore')[0]).toMatchObject({ moves: ['d3', 'c3', 'a1'], pos: START });
    expect(stage.asked('move')).toEqual([]);
  });
});

describe('the title of the tab', () => {
  const icon = document.createElement('link');
  beforeEach(() => {
    icon.rel = 'icon';
    icon.setAttribute('href', '/icon.svg');
    document.head.append(icon);
  });
  afterEach(() => icon.remove());

  it('and its picture say whose move it is, and are as before when the room is left', async () => {
    stage.open();
    await vi.waitFor(() => expect(document.title).toBe('● Your move · Anti‑Reversi'), 30_000);
    expect(icon.getAttribute('href')).toBe('/icon-turn.svg');
    const state = stateAfter('d3 c3 e3', { pos: START, turn: 'second' });
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'move', state }));
    await vi.waitFor(() => expect(document.title).toBe('Anti‑Reversi · Sanqi 三棋'), 30_000);
    expect(icon.getAttribute('href')).toBe('/icon.svg');
    cleanup();
    stage.open();
    await vi.waitFor(() => expect(icon.getAttribute('href')).toBe('/icon-turn.svg'), 30_000);
    await act(() => cleanup());
    expect(icon.getAttribute('href')).toBe('/icon.svg');
  });

  it('is a message of the system, too, for who does not look and wished for it', async () => {
    const shown = vi.fn();
    vi.stubGlobal(
      'Notification',
      Object.assign(
        function (title: string): void {
          shown(title);
        },
        { permission: 'granted' },
      ),
    );
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    stage.services.preferences.change({ notify: true });
    stage.open();
    await vi.waitFor(() => expect(shown).toHaveBeenCalledWith('● Your move · Anti‑Reversi'), 30_000);
    vi.restoreAllMocks();
  });
});

it('counts discs where they decide, for eyes and ears', async () => {
  stage.open({ pos: `${'X'.repeat(6)}OO${'-'.repeat(56)} X` });
  await vi.waitFor(() => expect(seen('.discs b')).toBeTruthy(), 30_000);
  expect(seen('.discs').textContent).toBe('Black 6White 2');
  expect(seen('.disc-bar span').style.width).toBe('75%');
});
