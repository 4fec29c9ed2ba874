// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyText } from '../../../../src/ui/core/copy';
import { lazy } from '../../../../src/ui/core/lazy';
import { RouteLink } from '../../../../src/ui/parts/route_link';
import { Segment, Switch } from '../../../../src/ui/parts/segment';
import { act, cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';

const tryAgain = vi.fn();
beforeEach(() => void vi.stubGlobal('tryAgain', tryAgain));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('a part that comes later', () => {
  const view = ({ n = 0 }: { n?: number }) => <p>part {n}</p>;
  const holder = () => <i>holder</i>;

  it('has its place kept until it is here, and is then drawn at once', async () => {
    let come: (module: { view: typeof view }) => void = () => undefined;
    const load = vi.fn(() => new Promise<{ view: typeof view }>((done) => (come = done)));
    const Later = lazy<{ n?: number }>(load, holder);
    new Site().open(<Later n={1} />);
    expect(screen.getByText('holder')).toBeTruthy();
    await act(async () => {
      come({ view });
      await new Promise((done) => setTimeout(done));
    });
    expect(screen.getByText('part 1')).toBeTruthy();
    cleanup();
    new Site().open(<Later n={2} />);
    expect(screen.getByText('part 2')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

  it('is not shown before its words are here', async () => {
    const site = new Site();
    let speak: () => void = () => undefined;
    vi.spyOn(site.preferences, 'addWords').mockReturnValue(new Promise((done) => (speak = done)));
    const Later = lazy(() => Promise.resolve({ view, words: { en: {} } as never }), holder);
    site.open(<Later />);
    await act(async () => new Promise((done) => setTimeout(done)));
    expect(screen.getByText('holder')).toBeTruthy();
    await act(async () => {
      speak();
      await new Promise((done) => setTimeout(done));
    });
    expect(screen.getByText('part 0')).toBeTruthy();
  });

  it('that does not come has the page loaded again', async () => {
    const Later = lazy(() => Promise.reject(new Error('gone')), holder);
    new Site().open(<Later />);
    await vi.waitFor(() => expect(tryAgain).toHaveBeenCalledOnce(), 30_000);
    expect(screen.getByText('holder')).toBeTruthy();
  });

  it('can be fetched before it is wanted', async () => {
    const Later = lazy(() => Promise.resolve({ view }), holder);
    const site = new Site();
    await Later.prepare(site.preferences);
    site.open(<Later />);
    expect(screen.getByText('part 0')).toBeTruthy();
  });
});

describe('a link within the site', () => {
  const open = (apart = false): Site =>
    new Site().open(
      <RouteLink to={{ page: 'player', name: '林 Lin' }} apart={apart}>
        there
      </RouteLink>,
    );
  /** Whether the browser is left to follow it. */
  const follow = (init: MouseEventInit = {}): boolean => {
    let isLeft = false;
    const stay = (event: Event): void => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', stay, { once: true });
    fireEvent.click(screen.getByText('there'), init);
    return isLeft;
  };

  it('has an address, and is followed without loading the page', () => {
    const site = open();
    expect(screen.getByText('there').getAttribute('href')).toBe('/players/%E6%9E%97%20Lin');
    expect(follow()).toBe(false);
    expect(site.navigation.route.value).toEqual({ page: 'player', name: '林 Lin' });
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is the browser’s with %j',
    (init) => {
      const site = open();
      expect(follow(init)).toBe(true);
      expect(site.navigation.route.value).toEqual({ page: 'lobby' });
    },
  );

  it('that leads away from a game opens another tab', () => {
    const site = open(true);
    expect(screen.getByText<HTMLAnchorElement>('there').target).toBe('_blank');
    expect(follow()).toBe(true);
    expect(site.navigation.route.value).toEqual({ page: 'lobby' });
  });
});

describe('one of a few', () => {
  it('is a group of radio buttons of its own', () => {
    const chosen = signal('a');
    const options = [
      ['a', 'A'],
      ['b', 'B'],
    ] as const;
    const Both = () => (
      <>
        <Segment label="one" options={options} value={chosen.value} onChange={(v) => (chosen.value = v)} />
        <Segment label="other" options={options} value="a" onChange={() => undefined} />
      </>
    );
    new Site().open(<Both />);
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(new Set(radios.map(({ name }) => name)).size).toBe(2);
    fireEvent.click(radios[1] as HTMLElement);
    expect(chosen.value).toBe('b');
  });

  it('is on or off, and says the other when it is pressed', () => {
    const change = vi.fn();
    new Site().open(<Switch label="light" value onChange={change} />);
    fireEvent.click(screen.getByRole('switch', { name: 'light' }));
    expect(change).toHaveBeenCalledWith(false);
  });
});

describe('copying', () => {
  const forbid = () => vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no TLS'));
  afterEach(() => vi.restoreAllMocks());

  it('uses the clipboard of the browser', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    expect(await copyText('text')).toBe(true);
    expect(write).toHaveBeenCalledWith('text');
  });

  it.each([true, false])(
    'goes the old way where that is forbidden, and says whether it did: %s',
    async (did) => {
      forbid();
      let selected: string | undefined;
      const copy = vi.fn(() => {
        const area = document.querySelector('textarea');
        area?.focus();
        selected = area?.value;
        return did;
      });
      const button = document.body.appendChild(document.createElement('button'));
      button.focus();
      Object.assign(document, { execCommand: copy });
      expect(await copyText('text')).toBe(did);
      expect([copy.mock.calls, selected]).toEqual([[['copy']], 'text']);
      expect(document.querySelector('textarea')).toBeNull();
      expect(document.activeElement).toBe(button);
      button.remove();
    },
  );
});
