// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings as words } from '../../../../../src/i18n/en/settings';
import { xiangqi } from '../../../../../src/games/xiangqi/xiangqi';
import { Stage } from '../../stage';
import { act, cleanup, fireEvent, screen, seen, within } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', async () => {
  const { signal } = await import('@preact/signals');
  return { layout: signal('columns'), isNarrow: signal(false) };
});
import.meta.glob('../../../../src/ui/frame/*.tsx', { eager: true });

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  void stage.services.preferences.addWords({ en: words });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-zen');
});

const tool = (label: string): HTMLElement => screen.getByLabelText(label, { selector: '.tabs button' });
async function openMenu(): Promise<HTMLElement> {
  await act(() => void fireEvent.click(tool('Menu')));
  return screen.findByRole('dialog', { name: 'Menu' });
}
const press = (name: string): Promise<void> => act(() => void fireEvent.click(screen.getByText(name)));
const chosen = () => stage.services.preferences.settings.value;

describe('the menu of a room', () => {
  it('says what is played, and leads out', async () => {
    stage.open({}, { code: 'K7Q2' });
    const menu = await openMenu();
    expect(menu.textContent).toContain('Anti‑Reversi');
    expect(menu.textContent).toContain('Room K7Q2');
    expect(within(menu).getByText<HTMLAnchorElement>('Back').pathname).toBe('/');
  });

  it('is there in the room that waits, too: a phone held across has no other way out', async () => {
    const { layout } = await import('../../../../../src/ui/core/layout');
    (layout as { value: string }).value = 'beside';
    stage.open({ status: 'waiting', waiting: true });
    expect(screen.getByLabelText('Menu', { selector: '.actions button' })).toBeTruthy();
    expect(screen.queryByLabelText('More')).toBeNull();
    (layout as { value: string }).value = 'columns';
  });

  it.each([
    ['its cross', () => fireEvent.click(within(seen('.room-menu')).getByLabelText('Close'))],
    ['its own button', () => fireEvent.click(tool('Menu'))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press beside it', () => fireEvent.pointerDown(seen('.room-board'))],
  ])('is closed by %s', async (_, close) => {
    stage.open();
    await openMenu();
    await act(() => void close());
    expect(document.querySelector('.room-menu')).toBeNull();
  });

  it('leaves nothing but the game, and says that it does', async () => {
    stage.open();
    await openMenu();
    await press('Only the game');
    expect(document.documentElement.hasAttribute('data-zen')).toBe(true);
    expect(screen.getByText('Only the game').getAttribute('aria-pressed')).toBe('true');
    cleanup();
    expect(document.documentElement.hasAttribute('data-zen')).toBe(false);
  });

  it('lists the keys, with the letters of the game only where it has some', async () => {
    stage.open();
    await openMenu();
    await press('Keys');
    expect((await screen.findByRole('dialog', { name: 'Keys' })).textContent).not.toContain('Shift');
    cleanup();
    stage.open({ moves: '', pos: xiangqi.start }, { game: 'xiangqi', startPos: xiangqi.start }, xiangqi);
    await openMenu();
    await press('Keys');
    expect((await screen.findByRole('dialog', { name: 'Keys' })).textContent).toContain(
      'K G A B E N H R C P S',
    );
  });

  it('has the tools of the host for the host, and for nobody else', async () => {
    stage.open({}, { host: true });
    expect((await openMenu()).textContent).toContain('Close the room');
    cleanup();
    stage.open({}, { host: false });
    expect((await openMenu()).textContent).not.toContain('Close the room');
  });
});

describe('full screen', () => {
  const enable = (enabled: boolean, element: Element | null = null): void => {
    Object.defineProperties(document, {
      fullscreenEnabled: { value: enabled, configurable: true },
      fullscreenElement: { value: element, configurable: true },
    });
  };
  const root = document.documentElement;

  it('is not offered where there is none', async () => {
    enable(false);
    stage.open();
    await openMenu();
    expect(screen.queryByText('Full screen')).toBeNull();
  });

  it('is entered, and left by the same item; a refusal is no failure', async () => {
    enable(true);
    const enter = vi.fn(() => Promise.reject(new Error('not by a click')));
    const leave = vi.fn(() => Promise.resolve());
    Object.assign(root, { requestFullscreen: enter });
    Object.assign(document, { exitFullscreen: leave });
    stage.open();
    await openMenu();
    await press('Full screen');
    expect(enter).toHaveBeenCalledOnce();
    enable(true, root);
    await press('Full screen');
    expect(leave).toHaveBeenCalledOnce();
    expect(enter).toHaveBeenCalledOnce();
    enable(false);
  });
});

describe('the settings', () => {
  const radio = (group: string, name: string): HTMLElement =>
    within(screen.getByLabelText(group)).getByLabelText(name);
  async function openSettings(guest = true): Promise<HTMLElement> {
    stage.services.account.applyWelcome({ token: 't', user: { id: 'u', name: 'Lin', guest } } as never);
    stage.open();
    await openMenu();
    await press('Settings');
    return screen.findByRole('dialog', { name: 'Settings' });
  }

  it.each([
    ['Theme', 'Dark', { theme: 'dark' }],
    ['Xiangqi pieces', 'Pictures', { pieceSet: 'pictogram' }],
    ['Board material', 'Paper', { boards: 'paper' }],
    ['Placing stones', 'Confirm', { placing: 'confirm' }],
    ['Confirm moves', 'Never', { confirmMoves: 'never' }],
  ])('%s becomes %s', async (group, name, setting) => {
    await openSettings();
    await act(() => void fireEvent.click(radio(group, name)));
    expect(chosen()).toMatchObject(setting);
    expect((radio(group, name) as HTMLInputElement).checked).toBe(true);
  });

  it.each([
    ['Show legal moves', 'targets', false],
    ['Show coordinates', 'coordinates', false],
    ['Animate moves', 'animate', false],
    ['Premoves', 'premove', false],
    ['Keyboard shortcuts', 'shortcuts', false],
    ['Board as text', 'textBoard', true],
    ['Thoughts of the computer', 'thoughts', true],
    ['Analysis in blue and orange', 'blueOrange', true],
  ] as const)('%s is switched', async (name, key, value) => {
    await openSettings();
    await act(() => void fireEvent.click(screen.getByRole('switch', { name })));
    expect(chosen()[key]).toBe(value);
  });

  it('has a volume while there is sound', async () => {
    await openSettings();
    fireEvent.input(screen.getByLabelText('Volume'), { target: { value: '0.25' } });
    expect(chosen().volume).toBe(0.25);
    await act(() => void fireEvent.click(screen.getByRole('switch', { name: 'Sound' })));
    expect(screen.queryByLabelText('Volume')).toBeNull();
  });

  it('asks the browser before it promises messages, and says where that forbids them', async () => {
    const ask = vi.fn(() => Promise.resolve('denied'));
    vi.stubGlobal('Notification', { requestPermission: ask });
    await openSettings();
    const notify = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Notify me of my turn' });
    await act(() => void fireEvent.click(notify()));
    await vi.waitFor(() => expect(stage.services.toasts.list.value).toHaveLength(1), 30_000);
    expect(chosen().notify).toBe(false);
    ask.mockResolvedValue('granted');
    await act(() => void fireEvent.click(notify()));
    await vi.waitFor(() => expect(chosen().notify).toBe(true), 30_000);
    await act(() => void fireEvent.click(notify()));
    await vi.waitFor(() => expect(chosen().notify).toBe(false), 30_000);
    expect(ask).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });

  it('takes another name, and says in words why one will not do', async () => {
    await openSettings();
    const field = screen.getByLabelText<HTMLInputElement>('Your name');
    const save = async (name: string): Promise<void> => {
      fireEvent.input(field, { target: { value: name } });
      await act(() => void fireEvent.submit(field.form as Element));
    };
    expect(field.value).toBe('Lin');
    await save('L');
    expect(seen('#my-name-problem').textContent).toBe('Names need at least 2 characters.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(stage.services.account.name).toBeNull();
    await save(' Mei Lin ');
    expect(stage.services.account.name).toBe('Mei Lin');
    fireEvent.input(field, { target: { value: 'x'.repeat(21) } });
    expect(seen('#my-name-problem').textContent).toContain('at most 20');
  });

  it('offers no other name to an account, which keeps its own', async () => {
    await openSettings(false);
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });
});

describe('the menu of the board', () => {
  it('dresses the pieces of the game that has several sets', async () => {
    stage.open({ moves: '', pos: xiangqi.start }, { game: 'xiangqi', startPos: xiangqi.start }, xiangqi);
    await act(() => void fireEvent.click(tool('Board')));
    const menu = await screen.findByRole('dialog', { name: 'Board and pieces' });
    const sets = within(menu).getAllByRole<HTMLInputElement>('radio').slice(0, 4);
    expect(sets.map(({ checked }) => checked)).toEqual([false, false, true, false]);
    await act(() => void fireEvent.click(sets[1] as HTMLElement));
    expect(chosen().pieceSet).toBe('serif');
  });

  it('has none for stones and discs, and is closed by its button', async () => {
    stage.open();
    await act(() => void fireEvent.click(tool('Board')));
    await screen.findByRole('dialog', { name: 'Board and pieces' });
    expect(document.querySelector('.piece-sets')).toBeNull();
    await act(() => void fireEvent.click(tool('Board')));
    expect(document.querySelector('.board-menu')).toBeNull();
    expect(tool('Board').getAttribute('aria-expanded')).toBe('false');
  });
});
