// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Layout } from '../../../../../src/ui/core/layout';
import { layout } from '../../../../../src/ui/core/layout';
import { Refusal } from '../../../../../src/protocol/connection';
import type { ChatLine, Side } from '../../../../../src/protocol/types';
import type { GameFull } from '../../../../../src/protocol/server_messages';
import { Stage } from '../../stage';
import { act, cleanup, fireEvent, screen, seen } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

afterEach(cleanup);

const line = (at: number, from = 'chen', side: Side | null = 'second'): ChatLine => ({
  from,
  text: `words ${at}`,
  side,
  room: 'all',
  at,
});
let stage: Stage;
function open(full: Partial<GameFull> = {}, as: Layout = 'columns'): void {
  (layout as { value: Layout }).value = as;
  stage = new Stage();
  stage.services.account.applyWelcome({ token: 't', user: { id: 'u', name: 'lin', guest: true } } as never);
  stage.open({}, full);
}
const lines = (): HTMLElement => seen('.chat-lines');
const hears = (one: ChatLine): Promise<void> =>
  act(() => stage.model.onMessage({ t: 'chat', gameId: 'g1', ...one }));
/** happy-dom lays nothing out. */
const measure = (box: HTMLElement, top: number): void => {
  Object.defineProperties(box, {
    scrollHeight: { configurable: true, value: 1_000 },
    clientHeight: { configurable: true, value: 200 },
  });
  box.scrollTop = top;
  fireEvent.scroll(box);
};
const find = async (): Promise<HTMLElement> => {
  await screen.findByText('Chat', { selector: '.chat-head b' });
  return lines();
};

describe('lines', () => {
  it('follow what is said, beyond the number that is kept', async () => {
    open({ chat: Array.from({ length: 200 }, (_, at) => line(at)) });
    const box = await find();
    measure(box, 800);
    box.scrollTop = 795;
    await hears(line(300));
    expect(box.querySelectorAll('.chat-line')).toHaveLength(200);
    expect(box.scrollTop).toBe(1_000);
  });

  it('stay where somebody reads older ones, until that one speaks', async () => {
    open({ chat: [line(1)] });
    const box = await find();
    measure(box, 100);
    await hears(line(2));
    expect(box.scrollTop).toBe(100);
    await hears(line(3, 'lin', 'first'));
    expect(box.scrollTop).toBe(1_000);
  });

  it('of spectators are not shown to players of a rated game that goes on', async () => {
    open({ rated: true, chat: [line(1), line(2, 'kibitz', null)] });
    await find();
    expect(screen.getByText(/words 1/)).toBeTruthy();
    expect(screen.queryByText(/words 2/)).toBeNull();
    expect(screen.getByText('What spectators say is shown after the game.')).toBeTruthy();
  });

  it('name people in a link that does not leave the game, and one that does once it is over', async () => {
    open({ chat: [line(1)] });
    await find();
    const name = (): Element => seen('.chat-lines a');
    expect(name().getAttribute('target')).toBe('_blank');
    fireEvent.click(name());
    expect(stage.routes).toEqual([]);
    cleanup();
    open({ you: null, chat: [line(1)] });
    await find();
    expect(name().getAttribute('target')).toBeNull();
  });

  it('of somebody who is muted go, and come back', async () => {
    open({ chat: [line(1)] });
    await find();
    await act(() => stage.model.command({ do: 'mute', name: 'chen', on: true }));
    expect(screen.queryByText(/words 1/)).toBeNull();
    fireEvent.click(screen.getByText('Show chen again'));
    expect(await screen.findByText(/words 1/)).toBeTruthy();
  });
});

// The button went with its line, and the focus with it.
it('gives the focus to the list when the lines of somebody are hidden', async () => {
  open({ chat: [line(1)] });
  await find();
  const hide = await screen.findByRole('button', { name: 'Hide what chen says' });
  hide.focus();
  await act(() => void fireEvent.click(hide));
  expect(screen.queryByText(/words 1/)).toBeNull();
  expect(document.activeElement).toBe(lines());
});

describe('who has another name since', () => {
  const players = [
    { name: 'Guest1', online: true },
    { name: 'chen', online: true },
  ] as const;
  const own = line(2, 'Guest1', 'first');

  it('cannot report the own lines, and is brought to them', async () => {
    open({ players, chat: [line(1)] });
    const box = await find();
    measure(box, 100);
    await hears(own);
    expect(box.scrollTop).toBe(1_000);
    const reports = screen.getAllByRole('button', { name: 'Report this line' });
    expect(reports.map((button) => button.closest('.chat-line')?.textContent)).toEqual([
      expect.stringContaining('words 1'),
    ]);
  });

  it('has nothing unread of the own', () => {
    open({ players, chat: [own] }, 'beside');
    expect(screen.getByRole('button', { name: /^Chat/ }).textContent).toBe('');
  });
});

describe('the field', () => {
  const say = (text: string): void => {
    const field = screen.getByPlaceholderText('Say something kind…');
    fireEvent.input(field, { target: { value: text } });
    fireEvent.submit(seen('.chat-form'));
  };

  it('sends what is written, and holds what was refused', async () => {
    open();
    await find();
    say('  hello ');
    await act(() => Promise.resolve());
    expect(stage.asked('chat')).toMatchObject([{ text: 'hello', room: 'all' }]);
    const field = screen.getByPlaceholderText<HTMLInputElement>('Say something kind…');
    expect(field.value).toBe('');
    await act(async () => {
      stage.requests.at(-1)?.reject(new Error('no'));
      await Promise.resolve();
    });
    expect(await screen.findByDisplayValue('hello')).toBeTruthy();
  });

  // The refused line was lost where the next one had been begun.
  it('has what was refused before what was written since', async () => {
    open();
    await find();
    say('hello');
    await act(() => Promise.resolve());
    const field = screen.getByPlaceholderText('Say something kind…');
    fireEvent.input(field, { target: { value: 'and good l' } });
    await act(() => stage.requests.at(-1)?.reject(new Error('no')));
    expect(await screen.findByDisplayValue('hello and good l')).toBe(field);
  });

  // "The host has muted you", it said, also where a moderator had.
  it.each([
    ['muted', 'You are muted in this room.'],
    ['measure', 'A moderator has muted you: links to shops'],
  ])('says why nothing is taken: %s', async (reason, why) => {
    open();
    await find();
    say('hello');
    await act(() => Promise.resolve());
    await act(() => stage.requests.at(-1)?.reject(new Refusal('not_allowed', 'links to shops', reason)));
    const said = () => stage.services.toasts.list.value.map(({ text }) => text);
    await vi.waitFor(() => expect(said()).toEqual([why]), 30_000);
  });

  it('sends nothing of blanks', async () => {
    open();
    await find();
    say('   ');
    expect(stage.asked('chat')).toEqual([]);
  });

  it('speaks to the players alone where that is chosen', async () => {
    open();
    await find();
    fireEvent.click(screen.getByRole('button', { name: 'Send to: Everyone' }));
    say('psst');
    await act(() => Promise.resolve());
    expect(stage.asked('chat')).toMatchObject([{ room: 'players' }]);
  });
});

describe('what is being written', () => {
  const toggle = (): void => void fireEvent.click(screen.getByRole('button', { name: /^Chat/ }));
  const field = (): Promise<HTMLInputElement> => screen.findByPlaceholderText('Say something kind…');

  it('stays while the chat is closed, and goes to whom it was meant for', async () => {
    open({}, 'beside');
    toggle();
    fireEvent.click(await screen.findByRole('button', { name: 'Send to: Everyone' }));
    fireEvent.input(await field(), { target: { value: 'psst' } });
    toggle();
    await vi.waitFor(() => expect(screen.queryByPlaceholderText('Say something kind…')).toBeNull(), 30_000);
    toggle();
    expect((await field()).value).toBe('psst');
    fireEvent.submit(seen('.chat-form'));
    await act(() => Promise.resolve());
    expect(stage.asked('chat')).toMatchObject([{ room: 'players', text: 'psst' }]);
  });

  it('is there again when it is refused after the chat was closed', async () => {
    open({}, 'beside');
    toggle();
    fireEvent.input(await field(), { target: { value: 'psst' } });
    fireEvent.submit(seen('.chat-form'));
    await act(() => Promise.resolve());
    toggle();
    await act(async () => {
      stage.requests.at(-1)?.reject(new Error('no'));
      await Promise.resolve();
    });
    toggle();
    await vi.waitFor(async () => expect((await field()).value).toBe('psst'), 30_000);
  });
});

describe('the count of what was not seen', () => {
  const button = (): HTMLElement => screen.getByRole('button', { name: /^Chat/ });

  it('counts lines of others, until the chat is opened', async () => {
    open({ chat: [line(1), line(2, 'lin', 'first')] }, 'beside');
    expect(button().textContent).toBe('1');
    await hears(line(3));
    expect(button().textContent).toBe('2');
    fireEvent.click(button());
    expect(await screen.findByText(/words 3/)).toBeTruthy();
    expect(button().textContent).toBe('');
    fireEvent.click(button());
    await hears(line(4));
    expect(button().textContent).toBe('1');
  });

  it('counts nothing of a chat that is hidden, nor of somebody who is', async () => {
    open({ chat: [line(1)] }, 'beside');
    await act(() => stage.model.command({ do: 'mute', name: 'chen', on: true }));
    expect(button().textContent).toBe('');
    await act(() => stage.model.command({ do: 'mute', name: 'chen', on: false }));
    await act(() => stage.model.command({ do: 'hideChat', on: true }));
    expect(button().textContent).toBe('');
  });
});
