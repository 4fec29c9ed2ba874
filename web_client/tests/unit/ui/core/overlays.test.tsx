// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushOverlay } from '../../../../src/ui/core/overlays';
import { useDismiss } from '../../../../src/ui/core/use_dismiss';
import { useOverlay } from '../../../../src/ui/core/use_overlay';
import { Navigation } from '../../../../src/ui/services/navigation';
import { useRef } from 'preact/hooks';
import { dice } from '../../random';
import { cleanup, fireEvent, render, screen } from '../screen';

/** A browser's history that does at once what it is told, but for `go`, which it tells of later, as browsers do. */
class FakeHistory {
  readonly entries: { state: unknown; path: string }[] = [{ state: null, path: '/room' }];
  index = 0;
  private asked: number[] = [];

  get state(): unknown {
    return this.entries[this.index]?.state ?? null;
  }
  pushState(state: unknown, _: string, path = this.path): void {
    this.entries.splice(++this.index, Infinity, { state, path });
  }
  replaceState(state: unknown, _: string, path = this.path): void {
    this.entries[this.index] = { state, path };
  }
  go(by: number): void {
    this.asked.push(by);
  }
  /** The browser comes to what it was asked. */
  settle(): void {
    for (const by of this.asked.splice(0)) this.move(by);
  }
  move(by: number): void {
    this.index += by;
    dispatchEvent(new PopStateEvent('popstate', { state: this.state }));
  }
  get path(): string {
    return this.entries[this.index]?.path ?? '';
  }
}

let browser: FakeHistory;
let removers: (() => void)[];
const closed = vi.fn<(name: string) => void>();

/** Opens one that goes when it is told to close, as components do. */
function open(name: string, hasStep = true): () => void {
  const remove = pushOverlay({
    hasStep,
    close: () => {
      closed(name);
      remove();
    },
  });
  removers.push(remove);
  return remove;
}

const later = (): void => {
  vi.runAllTimers();
  browser.settle();
};
const escape = (init: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true, bubbles: true, ...init });
  document.body.dispatchEvent(event);
  return event;
};
const written = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeHistory();
  vi.stubGlobal('history', browser);
  vi.stubGlobal('location', {
    get href() {
      return browser.path;
    },
  });
  removers = [];
});
afterEach(() => {
  cleanup();
  for (const remove of removers) remove();
  later();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('Escape', () => {
  it('closes the topmost, then the next', () => {
    open('sheet');
    open('question', false);
    expect(escape().defaultPrevented).toBe(true);
    expect(closed.mock.calls).toEqual([['question']]);
    escape();
    expect(closed.mock.calls).toEqual([['question'], ['sheet']]);
  });

  it("is the page's where nothing is open, and the keyboard's where a word is composed", () => {
    expect(escape().defaultPrevented).toBe(false);
    open('sheet');
    expect(escape({ isComposing: true }).defaultPrevented).toBe(false);
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('Back', () => {
  it('closes the topmost that has a step, and leaves the page alone', () => {
    open('sheet');
    open('menu');
    open('question', false);
    browser.move(-1);
    expect(closed.mock.calls).toEqual([['menu']]);
    browser.move(-1);
    expect(closed.mock.calls).toEqual([['menu'], ['sheet']]);
    expect(browser.index).toBe(0);
  });

  it('needs no extra press after one that was closed otherwise', () => {
    open('sheet');
    escape();
    later();
    expect(browser.index).toBe(0);
  });

  it('leaves the page at once where nobody has opened what lies over it', () => {
    open('plate', false);
    expect(browser.entries).toHaveLength(1);
  });

  it('leads past a page whose overlay led elsewhere', () => {
    open('sheet');
    Navigation.write('/lobby', written);
    removers[0]?.();
    later();
    expect(browser.entries.map(({ path }) => path)).toEqual(['/room', '/lobby']);
    expect(browser.path).toBe('/lobby');
  });
});

describe('steps', () => {
  it('are taken over by the overlay that comes in the same moment', () => {
    open('moves');
    escape();
    open('chat');
    later();
    expect(browser.entries).toHaveLength(2);
    expect(browser.index).toBe(1);
  });

  it('that are being taken away do not take another page with them', () => {
    open('sheet');
    escape();
    vi.runAllTimers();
    // The browser has not gone back yet.
    Navigation.write('/lobby', written);
    expect(browser.path).toBe('/room');
    browser.settle();
    expect(browser.entries.map(({ path }) => path)).toEqual(['/room', '/lobby']);
  });

  it('leave the page its address, which may have changed meanwhile', () => {
    open('settings');
    browser.replaceState(browser.state, '', '/replay/g1#15');
    escape();
    later();
    expect([browser.index, browser.path]).toEqual([0, '/replay/g1#15']);
    browser.replaceState(browser.state, '', '/replay/g1#16');
    browser.move(1);
    browser.settle();
    expect([browser.index, browser.path]).toEqual([0, '/replay/g1#16']);
  });

  it('are not entered again by Forward', () => {
    open('sheet');
    browser.move(-1);
    later();
    browser.move(1);
    browser.settle();
    expect(browser.index).toBe(0);
  });
});

it('an overlay is told by its newest function', () => {
  const first = vi.fn();
  const second = vi.fn();
  const Sheet = ({ close }: { close: () => void }) => {
    useOverlay(true, close);
    return null;
  };
  const { rerender } = render(<Sheet close={first} />);
  rerender(<Sheet close={second} />);
  escape();
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});

describe('a panel', () => {
  const close = vi.fn<(word: string) => void>();
  function Panel({ word }: { word: string }) {
    const panel = useRef<HTMLDivElement>(null);
    useDismiss(panel, () => close(word));
    return (
      <div ref={panel} tabIndex={-1} data-testid="panel">
        <button>inside</button>
      </div>
    );
  }
  const page = (open: boolean, word = '') => (
    <>
      <button aria-expanded={open}>opener</button>
      <button>beside</button>
      {open && <Panel word={word} />}
    </>
  );

  it('takes the focus, and gives it back where it still has it', () => {
    const { rerender } = render(page(false));
    screen.getByText('opener').focus();
    rerender(page(true));
    expect(document.activeElement).toBe(screen.getByTestId('panel'));
    rerender(page(false));
    expect(document.activeElement).toBe(screen.getByText('opener'));
  });

  it('leaves the focus to whoever took it elsewhere', () => {
    const { rerender } = render(page(false));
    screen.getByText('opener').focus();
    rerender(page(true));
    screen.getByText('beside').focus();
    rerender(page(false));
    expect(document.activeElement).toBe(screen.getByText('beside'));
  });

  it('is closed by a press beside it, not inside, nor on the button that opened it', () => {
    render(page(true));
    fireEvent.pointerDown(screen.getByText('inside'));
    fireEvent.pointerDown(screen.getByText('opener'));
    expect(close).not.toHaveBeenCalled();
    fireEvent.pointerDown(screen.getByText('beside'));
    expect(close).toHaveBeenCalledOnce();
  });

  it('is closed by a press on a board, which makes no move', () => {
    const { rerender } = render(page(true));
    const board = document.createElement('div');
    board.className = 'board';
    const point = board.appendChild(document.createElement('span'));
    document.body.append(board);
    const heard = vi.fn();
    board.addEventListener('pointerdown', heard);
    fireEvent.pointerDown(point);
    expect(close).toHaveBeenCalledOnce();
    expect(heard).not.toHaveBeenCalled();
    rerender(page(false));
    fireEvent.pointerDown(point);
    expect(heard).toHaveBeenCalledOnce();
    board.remove();
  });

  it('is closed as it was last drawn', () => {
    const { rerender } = render(page(true, 'before'));
    rerender(page(true, 'after'));
    fireEvent.pointerDown(screen.getByText('beside'));
    escape();
    expect(close.mock.calls).toEqual([['after'], ['after']]);
  });
});

describe('overlays in any order', () => {
  /** What should be open, from the bottom. */
  let model: { name: string; hasStep: boolean; remove: () => void }[];
  const lay = (n: number, hasStep: boolean): void => {
    const name = `${n}`;
    model.push({ name, hasStep, remove: open(name, hasStep) });
  };
  const take = (index: number): string | undefined => model.splice(index, 1)[0]?.name;
  const lastStep = (): number => model.findLastIndex(({ hasStep }) => hasStep);

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'are closed by the key or the step that is meant, and leave no step behind, seed %i',
    (seed) => {
      const below = dice(seed);
      model = [];
      for (let n = 0; n < 80; n++) {
        closed.mockClear();
        switch (below(5)) {
          case 0:
          case 1:
            lay(n, below(3) > 0);
            break;
          case 2:
            if (model.length === 0) break;
            escape();
            expect(closed.mock.calls).toEqual([[take(model.length - 1)]]);
            break;
          case 3:
            later();
            if (lastStep() < 0) break;
            browser.move(-1);
            expect(closed.mock.calls).toEqual([[take(lastStep())]]);
            break;
          default:
            // By a button of its own, wherever it lies.
            if (model.length > 0) model.splice(below(model.length), 1)[0]?.remove();
        }
        // Now and then the browser comes to it only after more has happened.
        if (below(3) > 0) later();
      }
      later();
      expect(browser.index).toBe(model.filter(({ hasStep }) => hasStep).length);
      for (const { remove } of model) remove();
      later();
      expect(browser.index).toBe(0);
      expect(escape().defaultPrevented).toBe(false);
    },
  );
});
