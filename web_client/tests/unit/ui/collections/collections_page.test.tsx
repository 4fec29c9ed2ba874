// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Collection, GameImport, LibraryGame } from '../../../../src/protocol/collections';
import { view as CollectionsPage } from '../../../../src/ui/collections/collections_page';
import { act, cleanup, fireEvent, heldOff, screen, seen, waitFor } from '../screen';
import { refused, Site } from '../site';

import.meta.glob(['../../../../src/ui/boards/thumbnail.tsx', '../../../../src/games/openings.ts'], {
  eager: true,
});

let site: Site;
beforeEach(() => {
  history.replaceState(null, '', '/collections');
  localStorage.clear();
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const collection = (more: Partial<Collection> = {}): Collection => ({
  id: 'c1c1',
  name: 'Cup 2019',
  visibility: 'private',
  games: 2,
  indexed: 2,
  own: true,
  ...more,
});
const game = (number: number, more: Partial<LibraryGame> = {}): LibraryGame => ({
  number,
  game: 'gomoku',
  rule: 'freestyle',
  players: [{ name: 'Lin', rating: 2100 }, { name: 'Mei' }],
  plies: 41,
  result: 'first',
  event: 'Cup',
  date: '2019-05-??',
  ...more,
});

/** What the server has; `games` by the query. */
function serve({
  own = [collection()],
  shown = collection(),
  games = () => ({ games: [game(1), game(2)], cursor: null }),
}: {
  own?: readonly Collection[];
  shown?: Collection | Response;
  games?: (query: URLSearchParams) => unknown;
} = {}): void {
  site.archive = (request) => {
    const [method, path = '', query] = request.split(/[ ?]/);
    if (path === '/api/me/collections') return { collections: own, bytes: 3 << 20 };
    if (path === '/api/me/imports') return { imports: [] };
    if (path.endsWith('/games')) return games(new URLSearchParams(query));
    if (path === '/api/collections' && method === 'GET') return { collections: [], cursor: null };
    return shown;
  };
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const asked = (): readonly string[] => site.fetched.filter((line) => line.includes('/games?'));

describe('the collections', () => {
  it('are the own ones and those of all', async () => {
    serve();
    site.open(<CollectionsPage />);
    const link = await screen.findByText('Cup 2019');
    expect(link.closest('a')?.pathname).toBe('/collections/c1c1');
    expect(screen.getByText('Only me')).toBeTruthy();
  });

  it('are made by a name, and opened then', async () => {
    serve({ own: [] });
    site.open(<CollectionsPage />);
    await screen.findAllByText('None yet.');
    press('New collection');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: ' Cup 2019 ' } });
    press('Save');
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'collections', id: 'c1c1' }));
    expect(site.bodies, 'private, which is usual').toEqual([{ name: 'Cup 2019' }]);
  });

  it.each([
    [{ reason: 'collections' }, 'not_allowed', 'You have as many collections as one may have.'],
    [{ reason: 'name' }, 'bad_message', 'Please choose another name.'],
  ])('that are refused say why', async (more, code, words) => {
    serve({ own: [], shown: refused(code, more) });
    site.open(<CollectionsPage />);
    press('New collection');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x' } });
    press('Save');
    await screen.findByText(words);
  });
});

describe('a collection', () => {
  const open = async (): Promise<void> => {
    site.open(<CollectionsPage id="c1c1" />);
    await waitFor(() => expect(seen('.list-card').getAttribute('aria-busy')).toBe('false'));
  };

  it('lists its games; the row leads to one', async () => {
    serve();
    await open();
    const [row] = document.querySelectorAll<HTMLElement>('.library-row');
    expect(row?.textContent).toContain('Lin 2100');
    expect(row?.textContent).toContain('1 – 0');
    expect(row?.textContent).toContain('1. Gomoku · Cup · 21 moves');
    expect(row?.querySelector('.row-day')?.textContent).toBe('2019-05');
    expect(row?.querySelector<HTMLAnchorElement>('.row-link')?.pathname).toBe('/collections/c1c1/1');
    expect(screen.getByLabelText<HTMLSelectElement>('Order').value).toBe('number');
  });

  // A rename on an old page made public again what another page had made private.
  it('says who sees it only where that is chosen', async () => {
    serve({ shown: collection({ visibility: 'public' }) });
    await open();
    press('Edit');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Cup' } });
    press('Save');
    await waitFor(() => expect(site.bodies).toEqual([{ name: 'Cup' }]));
    await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
    press('Edit');
    fireEvent.click(screen.getByLabelText('Only me'));
    press('Save');
    await waitFor(() => expect(site.bodies[1]).toMatchObject({ visibility: 'private' }));
  });

  it('is filtered by what stands in the address, and writes there what is looked for', async () => {
    history.replaceState(null, '', '/collections/c1c1?name=Li&from=2019&sort=-date&result=x');
    serve();
    await open();
    expect(asked()).toEqual(['GET /api/collections/c1c1/games?limit=20&name=Li&from=2019&sort=-date']);
    fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'draw' } });
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(new URLSearchParams(location.search).get('result')).toBe('draw');
    expect(asked()[1]).toContain('result=draw');
  });

  // They were closed over the field in which one was, with its focus.
  it('leaves the fields open when the last of them is emptied', async () => {
    serve();
    await open();
    const fields = seen('.filters details') as HTMLDetailsElement;
    fields.open = true;
    for (const value of ['draw', '']) {
      fireEvent.change(screen.getByLabelText('Result'), { target: { value } });
      expect(fields.open).toBe(true);
    }
  });

  it('goes on page by page, over one that is empty and not the last', async () => {
    const pages: Record<string, unknown> = {
      '': { games: [], cursor: 'a' },
      a: { games: [game(7)], cursor: null },
    };
    serve({ games: (query) => pages[query.get('cursor') ?? ''] });
    await open();
    expect(screen.getByText('None among the games looked at so far.')).toBeTruthy();
    press('Look further');
    await screen.findByText('7. Gomoku');
    expect(screen.queryByRole('button', { name: 'More games' })).toBeNull();
  });

  it('is explored and exported also where a filter in the address leaves none of its games', async () => {
    history.replaceState(null, '', '/collections/c1c1?name=Nobody');
    serve({ games: (query) => ({ games: query.has('name') ? [] : [game(1)], cursor: null }) });
    await open();
    expect(screen.getByText('No game fits these filters.')).toBeTruthy();
    const explore = screen.getByRole<HTMLButtonElement>('button', { name: 'Explore positions' });
    await waitFor(() => expect(explore.disabled).toBe(false));
    press('Export');
    expect(screen.getByText('All 2 games')).toBeTruthy();
    fireEvent.click(explore);
    expect(site.navigation.route.value).toMatchObject({
      query: 'game=gomoku&rule=freestyle&collection=c1c1',
    });
  });

  it('is searched for patterns, on a board of its games', async () => {
    serve();
    await open();
    const search = screen.getByRole<HTMLButtonElement>('button', { name: 'Search for a pattern' });
    await waitFor(() => expect(search.disabled).toBe(false));
    fireEvent.click(search);
    expect(site.navigation.route.value).toEqual({
      page: 'analysis',
      query: 'game=gomoku&rule=freestyle&collection=c1c1&find=',
    });
  });

  it('of another has no tools that change it', async () => {
    serve({ shown: collection({ own: false }) });
    await open();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Import/ })).toBeNull();
  });

  // Its tools stayed for the user who logged in next in another tab, once its owner had changed it.
  it('of another has none either after its owner was here', async () => {
    serve();
    await open();
    press('Edit');
    press('Save');
    await waitFor(() => expect(site.fetched).toContain('POST /api/collections/c1c1'));
    serve({ shown: collection({ own: false }) });
    await act(() => void site.greet({ id: 'u2', name: 'Wu' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull());
  });

  it('says that earlier imports are only the last ones', async () => {
    serve();
    const before = site.archive;
    const done = { collection: 'c1c1', bytes: 9, status: 'done', next: 1, added: 1, bad: 0, problems: [] };
    const imports = [1, 2, 3, 4, 5, 6].map((n) => ({ ...done, id: `i${n}`, file: `${n}.pgn` }));
    site.archive = (request) => (request.startsWith('GET /api/me/imports') ? { imports } : before(request));
    await open();
    await screen.findByText('The last 5.');
    expect(screen.queryByText('6.pgn')).toBeNull();
  });

  it('says of a file whose preview is one too many that there is none, and no error', async () => {
    serve({ shown: collection({ games: 0 }) });
    const before = site.archive;
    site.archive = (request) =>
      request.endsWith('/preview') ? refused('rate_limited', { retryMs: 6_000 }, 429) : before(request);
    await open();
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files: [new File(['games'], 'cup.pgn')], types: ['Files'] } });
    dispatchEvent(drop);
    await screen.findByText('No preview of this file.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that is private or gone is not there', async () => {
    serve({ shown: refused('not_found', {}, 404) });
    site.open(<CollectionsPage id="c1c1" />);
    await screen.findByText('There is no such collection, or it is private.');
  });

  it('is deleted at the second press, and with it what could not be sent into it', async () => {
    const failed = { key: 'k', user: 'u1', name: 'a.pgn', bytes: 1, sent: 0, importId: null, failed: true };
    const uploads = ['c1c1', 'c2c2'].map((one) => ({ ...failed, key: one, collection: one }));
    localStorage.setItem('sanqi.uploads', JSON.stringify(uploads));
    serve();
    await open();
    press('Edit');
    press(/^Delete…$/);
    expect(site.fetched.some((line) => line.startsWith('DELETE'))).toBe(false);
    expect(screen.getByText('Delete this collection with 2 games? This cannot be undone.')).toBeTruthy();
    press('Delete');
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'collections' }));
    expect(site.fetched).toContain('DELETE /api/collections/c1c1');
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('sanqi.uploads') ?? '')).toEqual(uploads.slice(1)),
    );
  });

  it('cancels no import that has just come under the finger', async () => {
    serve();
    const before = site.archive;
    let imports = ['a.pgn', 'b.pgn', 'c.pgn'].map((file): GameImport => ({
      id: file,
      collection: 'c1c1',
      file,
      bytes: 9,
      status: 'waiting',
      next: 0,
      added: 0,
      bad: 0,
      problems: [],
    }));
    site.archive = (request) => {
      if (request.startsWith('GET /api/me/imports')) return { imports };
      if (request.startsWith('DELETE')) imports = imports.filter(({ id }) => id !== 'b.pgn');
      return before(request);
    };
    await open();
    await screen.findByText('c.pgn');
    const held = heldOff();
    const [, cancel] = screen.getAllByRole('button', { name: 'Cancel' });
    fireEvent.click(cancel as Element);
    // Of one that is cancelled the server says that it has ended.
    fireEvent.click(cancel as Element, { detail: 2 });
    expect(site.fetched.filter((line) => line.startsWith('DELETE'))).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('b.pgn')).toBeNull());
    expect(held()).toEqual([expect.stringContaining('c.pgn')]);
  });

  it('shows how much of a file has been read, also after a reload', async () => {
    serve();
    const before = site.archive;
    let read: GameImport = {
      id: 'imp',
      collection: 'c1c1',
      file: 'a.pgn',
      bytes: 9,
      status: 'waiting',
      next: 300,
      total: 1200,
      added: 290,
      bad: 0,
      problems: [],
    };
    site.archive = (request) => {
      if (request.startsWith('GET /api/me/imports')) return { imports: [read] };
      return request === 'GET /api/imports/imp' ? read : before(request);
    };
    await open();
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'a.pgn' });
    expect([bar.value, bar.max]).toEqual([300, 1200]);
    const told = screen.getByText('Games read: 300 / 1200, new: 290');
    expect(told.getAttribute('aria-live'), 'it counts for minutes').toBe('off');
    read = { ...read, status: 'done', next: 1200 };
    await screen.findByText('Done. New: 290, there already: 910, unreadable: 0');
    expect(told.getAttribute('aria-live')).toBe('polite');
  });

  it('shows what is in a file before it is imported, and what is wrong with it', async () => {
    serve({ shown: collection({ games: 0 }) });
    const games = [
      { players: ['Lin', 'Mei'], event: 'Cup', moves: 3, result: null },
      {
        players: ['', ''],
        event: '',
        moves: 1,
        result: null,
        bad: { reason: 'x', message: 'line 4: no', line: 4 },
      },
    ];
    const before = site.archive;
    site.archive = (request) =>
      request.endsWith('/preview')
        ? { format: 'pgn', encoding: 'gb18030', count: 2, games, notes: [] }
        : before(request);
    await open();
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files: [new File(['games'], 'cup.pgn')], types: ['Files'] } });
    dispatchEvent(drop);
    await screen.findByText('PGN, GB18030: 2 games');
    dispatchEvent(drop);
    expect(screen.getAllByText('cup.pgn'), 'the same file again').toHaveLength(1);
    expect(drop.defaultPrevented, 'the browser stays here').toBe(true);
    expect(screen.getByText('Lin – Mei · Cup · 2 moves')).toBeTruthy();
    expect(screen.getByText('line 4: no')).toBeTruthy();
    expect(site.bodies).toEqual([{ base64: btoa('games') }]);
    const leaveOut = screen.getByRole('button', { name: 'Leave out cup.pgn' });
    fireEvent.click(leaveOut, { detail: 2 });
    expect(screen.queryByText('cup.pgn'), 'of a double click on the file before').toBeTruthy();
    fireEvent.click(leaveOut, { detail: 1 });
    expect(screen.queryByText('cup.pgn')).toBeNull();
  });
});
