// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { peopleWords } from '../../../../src/i18n/areas/people_words';
import { ImportDialog } from '../../../../src/ui/people/import_dialog';
import { Site } from '../site';
import { act, chooseFile, cleanup, fireEvent, screen, waitFor } from '../screen';

beforeEach(() => {
  history.replaceState(null, '', '/');
  if (!('showModal' in HTMLDialogElement.prototype))
    Object.assign(HTMLDialogElement.prototype, { showModal: vi.fn() });
});
afterEach(cleanup);

const file = {
  format: 'pgn',
  encoding: 'gb18030',
  count: 2,
  notes: [{ reason: 'words', message: 'line 9: these words are of no game: x', line: 9 }],
  games: [
    { players: ['Lin', 'Mei'], event: 'Cup', moves: 3, result: null, at: 1731888000000 },
    {
      players: ['', ''],
      event: '',
      moves: 1,
      result: 'first',
      bad: { reason: 'no_piece', message: 'line 4: move 2 e0e9: no', line: 4 },
    },
  ],
};
const refusal = (error: object): Response =>
  new Response(JSON.stringify({ error: { code: 'bad_game', message: 'line 4: no', line: 4, ...error } }), {
    status: 400,
  });

function open(answer: () => unknown, site = new Site()) {
  site.archive = answer;
  site.open(<ImportDialog onClose={vi.fn()} />);
  const type = (text: string): void =>
    void fireEvent.input(screen.getByRole('textbox', { hidden: true }), { target: { value: text } });
  const press = (name: RegExp): void =>
    void fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  return { site, type, press };
}

it('lists the games of a file with what is wrong, and imports the one that is chosen', async () => {
  const { site, type, press } = open(() => refusal({ line: 0, reason: 'several_games', file }));
  type('games');
  press(/^Import$/);
  await screen.findByText('Games in this file: 2. Choose one:');
  expect(screen.getByText('Lin – Mei · Cup · 2024-11-18 · 2 moves')).toBeTruthy();
  expect(screen.getByText('line 4: move 2 e0e9: no')).toBeTruthy();
  expect(screen.getByText('line 9: these words are of no game: x')).toBeTruthy();
  site.archive = () => ({ gameId: 'aB3dE9xQ', url: '/replay/aB3dE9xQ' });
  press(/^1 move$/);
  await waitFor(() => expect(site.navigation.route.value).toMatchObject({ gameId: 'aB3dE9xQ' }));
  expect(site.bodies.at(-1)).toEqual({ text: 'games', index: 2, partial: true });
});

it('offers the moves before one that is not legal', async () => {
  const { site, type, press } = open(() => refusal({ reason: 'no_piece' }));
  type('1. e0e9');
  press(/^Import$/);
  await screen.findByText('Import the moves before it');
  site.archive = () => ({
    gameId: 'aB3dE9xQ',
    url: '/replay/aB3dE9xQ',
    notes: [{ reason: 'no_piece', message: 'line 4: no', line: 4 }],
  });
  press(/before it/);
  await screen.findByText('Imported. Not everything could be kept:');
  expect(site.navigation.route.value).toMatchObject({ page: 'lobby' });
  press(/Open the game/);
  expect(site.navigation.route.value).toMatchObject({ page: 'replay', gameId: 'aB3dE9xQ' });
});

// `blocked` is also the word for a player who does not want a game.
it('says why a move is not legal by the words for moves', async () => {
  const { site, type, press } = open(() =>
    refusal({ reason: 'blocked', line: 1, message: 'line 1: move 3 a0a5: blocked' }),
  );
  type('1. h2e2 h9g7 2. a0a5');
  press(/^Import$/);
  const alert = await screen.findByRole('alert', { hidden: true });
  await waitFor(() =>
    expect(alert.textContent).toBe('This game cannot be read.line 1: move 3 a0a5: blocked'),
  );
  site.preferences.change({ language: 'zh-Hans' });
  await site.preferences.addWords(peopleWords);
  await act(() => site.preferences.loadWords());
  await waitFor(() => expect(alert.textContent).toBe('无法读取这局棋。第 1 行：中间有子阻挡。'), {
    timeout: 30_000,
  });
});

it('says in a list of games why a move of one is not legal', async () => {
  const { site, type, press } = open(() => refusal({ line: 0, reason: 'several_games', file }));
  site.preferences.change({ language: 'zh-Hans' });
  await site.preferences.addWords(peopleWords);
  await act(() => site.preferences.loadWords());
  type('games');
  press(/^导入$/);
  await screen.findByText('第 4 行：那里没有棋子。', {}, { timeout: 30_000 });
  expect(screen.getByText('第 9 行：这些文字未导入。')).toBeTruthy();
});

it('forgets what it said of another text', async () => {
  const { type, press } = open(() => refusal({ reason: 'no_piece' }));
  type('1. e0e9');
  press(/^Import$/);
  await screen.findByRole('alert', { hidden: true });
  type('1. e0e8');
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
});

it.each([
  ['a game', () => ({ gameId: 'aB3dE9xQ', url: '/replay/aB3dE9xQ' })],
  ['a refusal', () => refusal({ reason: 'no_piece' })],
])('says and opens nothing when %s comes after the text has changed', async (_, answer) => {
  let come: (answer: unknown) => void = () => undefined;
  const { site, type, press } = open(() => new Promise((resolve) => (come = resolve)));
  type('1. e0e9');
  press(/^Import$/);
  await waitFor(() => expect(site.bodies).toHaveLength(1));
  type('1. e0e8');
  const opened = vi.spyOn(site.navigation, 'to');
  come(answer());
  // All that follows the answer at once has been done by then.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  expect(opened).not.toHaveBeenCalled();
  press(/^Import$/);
  await waitFor(() => expect(site.bodies).toHaveLength(2));
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  expect(site.navigation.route.value).toMatchObject({ page: 'lobby' });
  come({ gameId: 'bC4eF0yR', url: '/replay/bC4eF0yR' });
  await waitFor(() => expect(site.navigation.route.value).toMatchObject({ gameId: 'bC4eF0yR' }));
});

it('opens nothing when the game comes after the dialog was closed', async () => {
  let come: (answer: unknown) => void = () => undefined;
  const { site, type, press } = open(() => new Promise((resolve) => (come = resolve)));
  type('1. e0e9');
  press(/^Import$/);
  await waitFor(() => expect(site.bodies).toHaveLength(1));
  cleanup();
  const opened = vi.spyOn(site.navigation, 'to');
  come({ gameId: 'aB3dE9xQ', url: '/replay/aB3dE9xQ' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(opened).not.toHaveBeenCalled();
});

it('says that it lists the first games of a file alone', async () => {
  const { type, press } = open(() =>
    refusal({ line: 0, reason: 'several_games', file: { ...file, count: 60 } }),
  );
  type('games');
  press(/^Import$/);
  await screen.findByText('The first 2 are listed. A collection takes all of them.');
});

it('says that everybody sees what is imported', () => {
  open(() => ({}));
  expect(screen.getByText('Imported games are public. A collection can be private.')).toBeTruthy();
});

it('keeps a text when it is closed, until the game of it was imported', async () => {
  const text = (): string => screen.getByRole<HTMLTextAreaElement>('textbox', { hidden: true }).value;
  open(() => ({})).type('1. h2e2');
  cleanup();
  const { site, press } = open(() => refusal({ reason: 'no_piece' }));
  expect(text()).toBe('1. h2e2');
  press(/^Import$/);
  await screen.findByRole('alert', { hidden: true });
  cleanup();
  site.archive = () => ({ gameId: 'aB3dE9xQ', url: '/replay/aB3dE9xQ' });
  site.open(<ImportDialog onClose={vi.fn()} />);
  press(/^Import$/);
  await waitFor(() => expect(site.navigation.route.value).toMatchObject({ gameId: 'aB3dE9xQ' }));
  cleanup();
  open(() => ({}));
  expect(text()).toBe('');
});

// The text stayed, and the press on the file did nothing.
it('takes the same file again after a text', () => {
  const { type } = open(() => ({}));
  const once = new File(['1. h2e2'], 'once.pgn');
  const choose = (): void => chooseFile(screen.getByLabelText(/^Choose a file|once/), once);
  choose();
  expect(screen.getByText('once.pgn')).toBeTruthy();
  type('1. e0e9');
  expect(screen.queryByText('once.pgn')).toBeNull();
  choose();
  expect(screen.getByText('once.pgn')).toBeTruthy();
  type('');
});

// The encoding that was chosen for a file went along with a text that was pasted after it.
it('tells of a text the game, but no encoding', async () => {
  const { site, type, press } = open(() => refusal({ reason: 'no_piece' }));
  const select = (name: string, value: string): void =>
    void fireEvent.change(screen.getByLabelText(name), { target: { value } });
  chooseFile(screen.getByLabelText('Choose a file'), new File(['x'], 'old.pgn'));
  select('Game', 'xiangqi');
  select('Encoding', 'gb18030');
  press(/^Import$/);
  await waitFor(() =>
    expect(site.bodies).toEqual([{ base64: btoa('x'), game: 'xiangqi', encoding: 'gb18030' }]),
  );
  await screen.findByRole('alert', { hidden: true });
  type('1. e0e9');
  press(/^Import$/);
  await waitFor(() => expect(site.bodies[1]).toEqual({ text: '1. e0e9', game: 'xiangqi' }));
  type('');
});

// Who logged in next in the same tab saw, and could publish, a private game of the user before.
it('keeps a text for the user who has pasted it alone', () => {
  const text = (): string => screen.getByRole<HTMLTextAreaElement>('textbox', { hidden: true }).value;
  const site = new Site().greet();
  const openFor = (id: string): string => {
    cleanup();
    open(() => ({}), site.greet({ id }));
    return text();
  };
  open(() => ({}), site).type('1. h2e2');
  expect(openFor('u1')).toBe('1. h2e2');
  expect(openFor('u2')).toBe('');
  expect(openFor('u1')).toBe('');
});

// Browsers give the focus to `body` when an open dialog is taken off the page.
it('is closed before it goes: the focus returns to what has opened it', () => {
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close');
  const { press } = open(() => ({}));
  press(/^Close$/);
  expect(close).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(2);
  close.mockRestore();
});
