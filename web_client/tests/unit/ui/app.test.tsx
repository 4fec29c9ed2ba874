// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../../src/ui/app';
import { ToastList } from '../../../src/ui/frame/toast_list';
import { act, cleanup, fireEvent, screen, seen, within } from './screen';
import { Site } from './site';

// One for all: a slow machine asks the factory of a mock once for each file that imports it.
const shape = await vi.hoisted(async () => {
  const { signal } = await import('@preact/signals');
  return { layout: signal('columns'), isNarrow: signal(false) };
});
vi.mock('../../../src/ui/core/layout', () => shape);
import.meta.glob(
  [
    '../../../src/ui/pages/*.tsx',
    '../../../src/ui/people/{games_page,leaderboard_page}.tsx',
    '../../../src/ui/frame/*.tsx',
    '../../../src/i18n/zh-Hans/*.ts',
  ],
  { eager: true },
);

let site: Site;
beforeEach(() => {
  vi.stubGlobal('tryAgain', vi.fn());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
  shape.isNarrow.value = false;
});

/** The whole page at an address. */
function open(path: string, greeted = true): Site {
  history.replaceState(null, '', path);
  site = new Site();
  if (greeted) site.greet();
  site.archive = () => ({ games: [], players: [] });
  render();
  return site;
}
function render(): void {
  const { services } = site;
  site.open(<App services={services} />);
}
const nav = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
const current = (): string | undefined => nav().querySelector('[aria-current="page"]')?.textContent;

describe('the page', () => {
  it('shows what its address names, and says in its bar where that is', async () => {
    open('/leaderboard');
    await screen.findByRole('heading', { name: 'Leaderboard' });
    expect(current()).toBe('Leaders');
    await act(() => site.navigation.to({ page: 'games' }));
    await screen.findByRole('heading', { name: 'Games' });
    expect(current()).toBe('Games');
    await act(() => site.navigation.to({ page: 'clubs' }));
    expect(current()).toBe('Games');
  });

  // A room that was come to from a tournament had the heights of a large screen on a phone that was held across: one's
  // own clock lay below its edge.
  it('says to styles which page it is, as the address changes', async () => {
    open('/leaderboard');
    expect(document.documentElement.dataset.page).toBe('leaderboard');
    await act(() => site.navigation.to({ page: 'games' }));
    expect(document.documentElement.dataset.page).toBe('games');
  });

  it('shows the leaders of the game that the address comes to name', async () => {
    open('/leaderboard/gomoku');
    await screen.findByRole('heading', { name: 'Leaderboard' });
    expect(screen.getByLabelText<HTMLInputElement>('Gomoku').checked).toBe(true);
    await act(() => site.navigation.to({ page: 'leaderboard', game: 'antireversi' }));
    expect(screen.getByLabelText<HTMLInputElement>('Gomoku').checked).toBe(false);
    await vi.waitFor(() => expect(site.fetched.at(-1)).toContain('antireversi'), 30_000);
  });

  it('says of an address that leads nowhere that it does', async () => {
    open('/no/such/page');
    expect(await screen.findByText(/does not exist/)).toBeTruthy();
  });

  it('follows Back, and hands the focus to what comes', async () => {
    open('/leaderboard');
    await screen.findByRole('heading', { name: 'Leaderboard' });
    expect(document.activeElement).toBe(document.body);
    await act(() => site.navigation.to({ page: 'games' }));
    expect(document.activeElement?.id).toBe('main');
    (document.activeElement as HTMLElement).blur();
    history.replaceState(null, '', '/leaderboard');
    await act(() => void dispatchEvent(new PopStateEvent('popstate')));
    await screen.findByRole('heading', { name: 'Leaderboard' });
    expect(document.activeElement?.id).toBe('main');
  });

  it('is skipped to, and to the board where there is one', async () => {
    open('/leaderboard');
    const skip = screen.getByText('Skip to the content');
    // By the link itself the address would have another hash, which is the ply of a replay, and Back would lead nowhere.
    expect(fireEvent.click(skip)).toBe(false);
    expect(document.activeElement?.id).toBe('main');
    const board = document.createElement('div');
    board.innerHTML = '<div role="grid"><div tabindex="0">a point</div></div>';
    seen('#main').append(board);
    expect(fireEvent.click(skip)).toBe(false);
    expect(document.activeElement?.textContent).toBe('a point');
    await screen.findByRole('heading', { name: 'Leaderboard' });
  });

  it('asks nobody for a name: who was never here goes in, and looks', async () => {
    open('/r/K7Q2', false);
    await vi.waitFor(
      () => expect(site.asked).toEqual([{ t: 'join', code: 'K7Q2', as: 'spectator' }]),
      30_000,
    );
    expect(document.querySelector('input')).toBeNull();
  });
});

describe('a key that is held', () => {
  it('presses a button once, and steps through moves on and on', async () => {
    open('/leaderboard');
    await screen.findByRole('heading', { name: 'Leaderboard' });
    const press = (button: Element, repeat: boolean) => fireEvent.keyDown(button, { key: 'Enter', repeat });
    const sound = screen.getByLabelText('Sound');
    expect(press(sound, false)).toBe(true);
    expect(press(sound, true)).toBe(false);
    expect(fireEvent.keyDown(sound, { key: 'Tab', repeat: true })).toBe(true);
    // Held on a board that asks about a move, Space made the button of the question its own: let go it said yes.
    expect(fireEvent.keyDown(sound, { key: ' ', repeat: true })).toBe(false);
    const steps = document.createElement('div');
    steps.innerHTML = '<div class="steps"><button>Next</button></div><input>';
    seen('#main').append(steps);
    for (const other of steps.querySelectorAll('button, input')) expect(press(other, true)).toBe(true);
  });
});

describe('on a phone', () => {
  beforeEach(() => void (shape.isNarrow.value = true));

  it('pages are tabs at the lower edge, and games stand for what has no tab', async () => {
    open('/leaderboard');
    await screen.findByRole('heading', { name: 'Leaderboard' });
    expect(
      within(nav())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Play', 'Watch', 'Games', 'Learn']);
    expect(current()).toBe('Games');
  });

  it('a room has no tabs: the thumb is needed there', () => {
    open('/q7Xb2mKd');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });
});

describe('the bar', () => {
  it('says how the line is, in words', async () => {
    open('/leaderboard');
    const line = () => seen('.latency').textContent;
    expect(line()).toBe('…');
    await act(() => void (site.latency.value = 42));
    expect(line()).toBe('42 ms');
    await act(() => void (site.status.value = 'lost'));
    expect(line()).toBe('connecting…');
  });

  it('switches the sound, and says which way it is', async () => {
    open('/leaderboard');
    const sound = () => screen.getByLabelText('Sound');
    expect([sound().title, sound().getAttribute('aria-pressed')]).toEqual(['Sound is on', 'true']);
    await act(() => void fireEvent.click(sound()));
    expect([sound().title, sound().getAttribute('aria-pressed')]).toEqual(['Sound is off', 'false']);
    expect(site.preferences.settings.value.sound).toBe(false);
  });

  it('goes round the languages, named in each', async () => {
    open('/leaderboard');
    const button = () => seen('.language');
    for (const language of ['zh-Hans', 'zh-Hant', 'en']) {
      await act(() => void fireEvent.click(button()));
      expect(site.preferences.settings.value.language).toBe(language);
    }
    expect(button().getAttribute('aria-label')).toBe('EN: English → 简体中文');
    await act(() => site.preferences.loadWords());
  });

  it('opens the settings, and closes them by its button', async () => {
    open('/leaderboard');
    const gear = () => screen.getByLabelText('Settings', { selector: 'button' });
    await act(() => void fireEvent.click(gear()));
    await screen.findByRole('dialog', { name: 'Settings' });
    expect(gear().getAttribute('aria-expanded')).toBe('true');
    await act(() => void fireEvent.pointerDown(gear()));
    await act(() => void fireEvent.click(gear()));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('short messages', () => {
  const shown = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
  beforeEach(() => {
    vi.useFakeTimers();
    site = new Site();
    site.open(<ToastList />);
  });

  it('go away by themselves', async () => {
    await act(() => site.toasts.show('first'));
    await act(() => void vi.advanceTimersByTime(3_000));
    await act(() => site.toasts.show('second', 'bad'));
    expect(shown()).toEqual(['first', 'second']);
    expect(seen('.toast.bad').textContent).toBe('second');
    await act(() => void vi.advanceTimersByTime(2_000));
    expect(shown()).toEqual(['second']);
    await act(() => void vi.advanceTimersByTime(3_000));
    expect(shown()).toEqual([]);
  });

  it('are three at most, and none twice', async () => {
    await act(() => ['a', 'b', 'c', 'd', 'c'].forEach((text) => site.toasts.show(text)));
    expect(shown()).toEqual(['b', 'd', 'c']);
  });

  // Else the first one's time would take the second one away, which was said later.
  it('that are said again stay for their whole time', async () => {
    await act(() => site.toasts.show('again'));
    await act(() => void vi.advanceTimersByTime(4_000));
    await act(() => site.toasts.show('again'));
    await act(() => void vi.advanceTimersByTime(4_000));
    expect(shown()).toEqual(['again']);
  });

  it('are put away by their cross', async () => {
    await act(() => ['a', 'b'].forEach((text) => site.toasts.show(text)));
    await act(() => void fireEvent.click(within(seen('.toast')).getByLabelText('Close')));
    expect(shown()).toEqual(['b']);
  });
});
