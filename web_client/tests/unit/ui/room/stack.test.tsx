// @vitest-environment happy-dom
import { signal, type Signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import type { GameFull } from '../../../../src/protocol/server_messages';
import type { GameState } from '../../../../src/protocol/types';
import { isNarrow } from '../../../../src/ui/core/layout';
import { Stage } from '../stage';
import { act, cleanup, fireEvent, heldOff, screen, seen, within } from '../screen';

vi.mock('../../../../src/ui/core/layout', () => ({ layout: signal('stack'), isNarrow: signal(true) }));

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no archive')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  (isNarrow as { value: boolean }).value = true;
});

async function open(state: Partial<GameState> = {}, full: Partial<GameFull> = {}): Promise<void> {
  stage.open(state, full);
  await screen.findByRole('navigation');
}
async function openTablet(state: Partial<GameState> = {}, full: Partial<GameFull> = {}): Promise<void> {
  (isNarrow as { value: boolean }).value = false;
  stage.open(state, full);
  await vi.waitFor(() => seen('.deck .actions'), 30_000);
}

const thumb = (): HTMLElement => seen('.phone-buttons');
const labels = (box: HTMLElement): readonly string[] =>
  [...box.querySelectorAll('button, a')].map(({ textContent }) => textContent.trim());
const press = (name: string, box = thumb()): Promise<void> =>
  act(() => void fireEvent.click(within(box).getByText(name)));
const sheet = (): Element | null => document.querySelector('.sheet');
const caption = (): string => seen('.phone-title .caption').textContent;
const say = (at: number, from = 'chen'): Promise<void> =>
  act(() =>
    stage.model.onMessage({
      t: 'chat',
      gameId: 'g1',
      from,
      side: 'second',
      room: 'all',
      text: `words ${at}`,
      at,
    }),
  );
const over = { status: 'finished', result: 'first', reason: 'resign' } as const;

describe('the bar of a phone', () => {
  it('names no opponent where the other seat is free', async () => {
    const free = { name: '', online: false } as const;
    await open({ status: 'waiting' }, { players: [{ name: 'lin', online: true }, free] });
    expect(caption()).not.toContain('vs');
  });

  it('says what is played, against whom, and how the line is', async () => {
    stage.services.socket.latency.value = 40;
    await open({}, { time: { initial: 300_000, increment: 3_000 } });
    expect(seen('.phone-title b').textContent).toBe('Anti‑Reversi · 5+3');
    expect(caption()).toBe('vs chen · 40 ms');
    await act(() => void ((stage.services.socket.status as Signal<string>).value = 'lost'));
    expect(caption()).toBe('vs chen · connecting…');
  });

  // Who came by a link or a code read it in the menu alone.
  it('says what a rated game is, above it and while it may be aborted', async () => {
    await open({}, { rated: true });
    expect(caption()).toBe('Rated · vs chen');
    cleanup();
    stage = new Stage();
    await open({ expiresMs: 20_000 }, { rated: true });
    expect(caption(), 'the line below a tall board may be out of sight').toMatch(
      /^Rated · Move within \d+ s$/,
    );
    expect(seen('.status').textContent).toMatch(/Rated · Move within \d+ s$/);
    cleanup();
    stage = new Stage();
    await open({ expiresMs: 20_000 }, { tournamentId: 't1t1' });
    expect(seen('.status').textContent).toMatch(/Move within \d+ s or lose$/);
  });

  // "Move within 20 s" stood there for who could not move.
  it('tells the mover alone to move', async () => {
    await open({ expiresMs: 20_000, turn: 'second' }, { rated: true });
    expect(caption()).toBe('Rated · vs chen');
    expect(seen('.status').textContent).toMatch(/Move within \d+ s$/);
  });

  it('counts who watches, and has no opponent for one of those', async () => {
    await open({}, { spectators: 3 });
    expect(caption()).toBe('3 watching');
    cleanup();
    stage = new Stage();
    await open({}, { you: null });
    expect(caption()).toBe('');
  });

  it('leads out of the room', async () => {
    await open();
    expect(screen.getByLabelText<HTMLAnchorElement>('Back').pathname).toBe('/');
  });

  it('switches the sound off', async () => {
    await open();
    await act(() => void fireEvent.click(screen.getByLabelText('Sound')));
    expect(stage.services.preferences.settings.value.sound).toBe(false);
  });
});

describe('under the thumb', () => {
  it('are moves, three actions and the chat', async () => {
    await open();
    expect(labels(thumb())).toEqual(['Moves', 'Takeback', 'Offer draw', 'Resign', 'Chat']);
  });

  it('is the question that one of them asks', async () => {
    await open();
    await press('Resign');
    expect(labels(thumb())).toEqual(['No', 'Yes']);
    await press('Yes');
    expect(stage.asked('action')).toMatchObject([{ do: 'resign' }]);
  });

  it('leads nowhere, once the game is over, by a press that was meant for an action', async () => {
    const held = heldOff();
    await open({ ...over, moves: 'd3 c3' });
    // Not those of the result's plate, which have more beside them.
    expect(held()).toContain('Analyse');
    expect(held()).toContain('New opponent');
  });

  it('is what now, once the game is over', async () => {
    await open({ ...over, moves: 'd3 c3' });
    expect(labels(thumb())).toEqual(['Moves', 'Analyse', 'New opponent', 'Chat']);
    expect(within(thumb()).getByText('Analyse').closest('a')?.pathname).toBe('/replay/g1');
    cleanup();
    await open(over, { you: null });
    expect(labels(thumb())).toEqual(['Moves', 'Analyse', 'To the lobby', 'Chat']);
  });

  it('is said that one only watches', async () => {
    await open({}, { you: null });
    expect(labels(thumb())).toEqual(['Moves', 'Chat']);
    expect(thumb().textContent).toContain('You are watching');
  });

  it('is the question whether a move is meant', async () => {
    stage.services.preferences.change({ confirmMoves: 'always' });
    await open({ legal: ['c4'] });
    const cell = seen('[data-square="c4"]');
    cell.focus();
    await act(() => void fireEvent.keyDown(cell, { key: 'Enter' }));
    await within(thumb()).findByText('Play c4');
    await press('Play c4');
    expect(stage.model.pending.value?.move).toBe('c4');
    expect(labels(thumb())).toContain('Resign');
  });
});

describe('a sheet', () => {
  it('of moves has the whole list, and what is wanted now and then', async () => {
    await open();
    expect(document.querySelectorAll('.moves')).toHaveLength(0);
    await press('Moves');
    expect(seen('.sheet').getAttribute('aria-label')).toBe('Moves');
    expect(labels(seen('.sheet .further-buttons'))).toEqual(['Pause', '+15 s']);
    expect(seen('.sheet .moves').textContent).toContain('d3');
    expect(within(thumb()).getByText('Moves').closest('button')?.getAttribute('aria-pressed')).toBe('true');
  });

  it.each([
    ['its own button', () => fireEvent.click(within(thumb()).getByText('Moves'))],
    ['a press beside it', () => fireEvent.click(seen('.backdrop'))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('is closed by %s', async (_, close) => {
    await open();
    await press('Moves');
    await act(() => void close());
    expect(sheet()).toBeNull();
  });

  it('takes the focus, and gives it back', async () => {
    await open();
    const button = within(thumb()).getByText('Moves').closest('button');
    button?.focus();
    await press('Moves');
    expect(document.activeElement).toBe(sheet());
    await act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    expect(document.activeElement).toBe(button);
  });

  it('takes the place of the other one, and is closed by its cross', async () => {
    await open();
    await press('Moves');
    await press('Chat');
    await screen.findByPlaceholderText('Say something kind…');
    expect(document.querySelectorAll('.sheet')).toHaveLength(1);
    await act(() => void fireEvent.click(seen('.sheet-close')));
    expect(sheet()).toBeNull();
  });

  // It covers the status below the board.
  it('says itself whose move it is, and what is offered', async () => {
    await open({ offers: { draw: 'second' } });
    await press('Chat');
    await within(seen('.sheet')).findByText('chen offers a draw');
    expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  });

  it('has no further actions for who watches', async () => {
    await open({}, { you: null });
    await press('Moves');
    expect(document.querySelector('.further-buttons')).toBeNull();
  });
});

describe('what is said', () => {
  const count = (): string | undefined => thumb().querySelector('.count')?.textContent;

  it('is counted on the button, and shown in one line, which opens the chat', async () => {
    await open();
    await say(1);
    await say(2);
    expect(count()).toBe('2');
    expect(seen('.chat-preview').textContent).toBe('chen words 2');
    await act(() => void fireEvent.click(seen('.chat-preview')));
    expect(seen('.sheet').getAttribute('aria-label')).toBe('Chat');
    expect(count()).toBeUndefined();
  });

  it('is no line of somebody who is hidden, nor any where all are', async () => {
    await open();
    await say(1);
    await act(() => stage.model.command({ do: 'mute', name: 'chen', on: true }));
    expect(document.querySelector('.chat-preview')).toBeNull();
    await act(() => stage.model.command({ do: 'mute', name: 'chen', on: false }));
    await act(() => stage.model.command({ do: 'hideChat', on: true }));
    expect(document.querySelector('.chat-preview')).toBeNull();
  });
});

describe('the result', () => {
  it('takes the place of the status, once its plate is put away', async () => {
    await open(over);
    await screen.findByRole('dialog');
    expect(document.querySelector('.status.result')).toBeNull();
    await act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    await vi.waitFor(() => expect(seen('.status.result').textContent).toContain('You won'), 30_000);
  });

  it('gives way to an offer, which must be answered', async () => {
    await open({ ...over, offers: { rematch: 'second' } });
    await screen.findByRole('dialog');
    await act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    await within(seen('.status-place')).findByText('chen wants a rematch');
  });
});

describe('a stone that is set down by a finger', () => {
  const tap = (square: string): Promise<void> =>
    act(() => {
      const at = { bubbles: true, isPrimary: true, pointerId: 1, pointerType: 'touch' };
      const { x, y } = gomoku.geometry.pointOf(square, false);
      const box = gomoku.geometry.narrowBox;
      const spot = { clientX: x - box.x, clientY: y - box.y };
      for (const type of ['pointerdown', 'pointerup'])
        seen(`[data-square="${square}"]`).dispatchEvent(new PointerEvent(type, { ...at, ...spot }));
    });
  const lay = async (): Promise<void> => {
    stage.open(
      { moves: '', pos: gomoku.start, legal: ['h8', 'i9'] },
      { game: 'gomoku', rule: 'freestyle', startPos: gomoku.start },
      gomoku,
    );
    await screen.findByRole('navigation');
    const { width, height } = gomoku.geometry.narrowBox;
    seen('.board').getBoundingClientRect = () => new DOMRect(0, 0, width, height);
    await tap('h8');
  };

  it('counts when the button says so, which is in sight also below a tall board', async () => {
    await lay();
    expect(labels(thumb())).toEqual(['', 'Place at H8']);
    await press('Place at H8');
    expect(stage.model.pending.value?.move).toBe('h8');
    expect(labels(thumb())).toContain('Moves');
  });

  it('is taken away by the other button', async () => {
    await lay();
    await act(() => void fireEvent.click(screen.getByLabelText('Cancel')));
    expect(stage.model.pending.value).toBeNull();
    expect(document.querySelector('.place')).toBeNull();
  });
});

describe('an upright tablet', () => {
  it('has the actions and the sheets in one row, and no bar of a phone', async () => {
    await openTablet();
    expect(labels(seen('.deck .actions'))).toEqual(['Takeback', 'Offer draw', 'Resign', 'Moves', 'Chat', '']);
    expect(document.querySelector('.phone-bar')).toBeNull();
    expect(document.querySelector('.phone-buttons')).toBeNull();
    expect(seen('.info').textContent).toContain('Anti‑Reversi');
  });

  it('has the way on in that row when the game is over', async () => {
    await openTablet(over);
    expect(labels(seen('.actions.after'))).toEqual(['Analyse', 'New opponent', 'Moves', 'Chat']);
  });

  it('asks below the board whether a move is meant', async () => {
    stage.services.preferences.change({ confirmMoves: 'always' });
    await openTablet({ legal: ['c4'] });
    const cell = seen('[data-square="c4"]');
    cell.focus();
    await act(() => void fireEvent.keyDown(cell, { key: 'Enter' }));
    const yes = await screen.findByText('Play c4');
    // In the place of the actions, which is in sight.
    expect(seen('.deck').contains(yes)).toBe(true);
    expect(document.querySelector('.actions')).toBeNull();
    fireEvent.click(yes);
    expect(stage.model.pending.value?.move).toBe('c4');
  });
});

it('says under the board what wins, where no card beside it does', async () => {
  await open();
  await screen.findByText('Fewest discs wins');
});

it('keeps the moves on one line below the board, and steps through them by keys', async () => {
  await open();
  const strip = seen('.strip');
  expect(strip.textContent).toBe('1.d3c3');
  const [first, second] = within(strip).getAllByRole('button');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
  second?.focus();
  await act(() => void fireEvent.keyDown(strip, { key: 'ArrowLeft' }));
  expect(stage.model.browsed.value).toBe(1);
  expect(document.activeElement).toBe(first);
});
