// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExploredGame, FoundPatterns } from '../../../../src/protocol/collections';
import { view as PatternPage } from '../../../../src/ui/replay/pattern_page';
import { act, cleanup, fireEvent, screen, seen, waitFor } from '../screen';
import { refused, Site } from '../site';

import.meta.glob(
  [
    '../../../../src/ui/boards/thumbnail.tsx',
    '../../../../src/games/{kit,xiangqi}/set_up.ts',
    '../../../../src/i18n/areas/refusal_words.ts',
  ],
  { eager: true },
);

let site: Site;
beforeEach(() => {
  site = new Site().greet();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/analysis');
});

const game = (more: { readonly number: number } | { readonly id: string }): ExploredGame => ({
  game: 'xiangqi',
  rule: 'standard',
  players: [{ name: 'Lin' }, { name: 'Mei' }],
  plies: 30,
  result: 'first',
  ply: 7,
  ...more,
});
const page = (games: readonly ExploredGame[], cursor: string | null = null, looked = 5): FoundPatterns => ({
  games,
  looked,
  cursor,
});

async function open(query: string): Promise<void> {
  history.replaceState(null, '', `/analysis?${query}`);
  site.open(<PatternPage />);
  await screen.findByRole('grid');
}
const inCollection = 'game=xiangqi&rule=standard&collection=c1c1&find=';

const cell = (square: string): HTMLElement => seen(`[data-square="${square}"]`);
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
function put(piece: string, square: string): void {
  press(piece);
  cell(square).focus();
  fireEvent.keyDown(cell(square), { key: 'Enter' });
}
/** The n-th question, once it was asked: to whom, and its fields. */
async function asked(n: number): Promise<{ path: string; fields: Record<string, string> }> {
  await waitFor(() => expect(site.fetched).toHaveLength(n));
  const [path = '', query] = site.fetched.at(-1)?.split('?') ?? [];
  return { path, fields: Object.fromEntries(new URLSearchParams(query)) };
}
const kind = { game: 'xiangqi', rule: 'standard', limit: '20' };

it('asks for what is put on the board, and tells where it was found', async () => {
  site.archive = () => page([game({ number: 3 })], '0-3');
  await open(inCollection);
  expect(cell('h2').getAttribute('aria-label')).toBe('Any, file 2, rank 3');
  put('red cannon', 'e2');
  put('Must be empty', 'h2');
  expect(cell('h2').getAttribute('aria-label')).toBe('Must be empty, file 2, rank 3');
  expect(site.fetched).toEqual([]);
  press('Find');
  const { path, fields } = await asked(1);
  expect(path).toBe('GET /api/collections/c1c1/search');
  expect(fields).toEqual({ ...kind, pattern: '9/9/9/9/9/9/9/4C2-1/9/9' });
  await screen.findByText('5 games looked at so far, 1 found. There may be more.');
  const row = seen('.row-link');
  expect(row.getAttribute('href')).toBe('/collections/c1c1/3#7');
  expect(row.closest('li')?.textContent).toContain('Step 7 of 30');
  expect(screen.queryByRole('checkbox'), 'no file is made of them').toBeNull();
});

it('goes on where the answer ended, and counts what was looked at', async () => {
  site.archive = (request) => (request.includes('cursor=') ? page([game({ number: 1 })]) : page([], '0-6'));
  await open(`${inCollection}9/9/9/9/9/9/9/4C4/9/9`);
  await screen.findByText('5 games looked at so far, 0 found. There may be more.');
  press('Look further');
  expect((await asked(2)).fields).toMatchObject({ cursor: '0-6', pattern: '9/9/9/9/9/9/9/4C4/9/9' });
  await screen.findByText('10 games looked at, 1 found.');
  expect(screen.queryByRole('button', { name: 'Look further' })).toBeNull();
});

it('asks at once, and shows, what its address says; and says there what is asked', async () => {
  const stones = `${'?'.repeat(112)}X${'?'.repeat(112)}`;
  site.archive = () => page([game({ id: 'q7Xb2mKd' })]);
  const query = new URLSearchParams({
    game: 'gomoku',
    rule: 'renju',
    size: '15',
    find: stones,
    turn: 'second',
    whose: 'own',
  });
  await open(query.toString());
  expect(await asked(1)).toEqual({
    path: 'GET /api/me/explorer/search',
    fields: { game: 'gomoku', rule: 'renju', size: '15', pattern: stones, turn: 'second', limit: '20' },
  });
  expect(cell('h8').getAttribute('aria-label')).toContain('black');
  expect(screen.getByLabelText<HTMLInputElement>('White').checked).toBe(true);
  await waitFor(() => expect(seen('.row-link').getAttribute('href')).toBe('/replay/q7Xb2mKd#7'));
  fireEvent.click(screen.getByLabelText('Games here'));
  press('Find');
  expect((await asked(2)).path).toBe('GET /api/explorer/search');
  expect(site.navigation.query(['find', 'whose'])).toEqual({ find: stones, whose: 'server' });
});

it('counts pieces', async () => {
  site.archive = () => page([]);
  await open('game=xiangqi&rule=standard&find=');
  const rooks = screen.getByLabelText<HTMLSelectElement>('red chariot', { selector: 'select' });
  expect(Array.from(rooks.options, ({ text }) => text)).toEqual(['Any', '0', '1', '2', '≥ 1', '≤ 1']);
  fireEvent.change(rooks, { target: { value: '1+' } });
  press('Find');
  expect((await asked(1)).fields).toEqual({ ...kind, material: 'R1+' });
});

it('begins with what stood on the board that it was opened from', async () => {
  await open(`game=xiangqi&rule=standard&find=&pos=${encodeURIComponent('4k4/9/9/9/9/9/9/9/9/4K4 w')}`);
  expect(cell('e0').getAttribute('aria-label')).toContain('red general');
  press('Clear');
  expect(cell('e0').getAttribute('aria-label')).toContain('Any');
  expect(screen.getByText('Analysis board').getAttribute('href')).toBe(
    '/analysis?game=xiangqi&rule=standard',
  );
});

it('asks nothing where any board would do', async () => {
  await open(inCollection);
  press('Find');
  expect(screen.getByRole('alert').textContent).toBe('Put something on the board, or choose material.');
  expect(site.fetched).toEqual([]);
});

describe('a search that is refused', () => {
  it('says why, and is asked again by the same button', async () => {
    site.archive = () => refused('busy', {}, 503);
    await open(inCollection);
    put('red cannon', 'e2');
    press('Find');
    await screen.findByText('The server is busy. Try again in a moment.');
    site.archive = () => page([game({ number: 3 })]);
    press('Find');
    await screen.findByText('3. Xiangqi');
    expect(site.fetched).toHaveLength(2);
    press('Find');
    expect(site.fetched, 'nothing new').toHaveLength(2);
  });

  it.each([
    [refused('bad_message', { reason: 'pattern' }), 'This was not accepted.'],
    [refused('not_found', {}, 404), 'It is not here, or not any more.'],
  ])('says so in words', async (answer, words) => {
    site.archive = () => answer;
    await open(`${inCollection}nonsense`);
    await screen.findByText(words);
  });
});

// Games of the pattern before stood under the new one.
it('drops an answer to what is no longer asked', async () => {
  let late: (found: FoundPatterns) => void = () => undefined;
  site.archive = () => new Promise<FoundPatterns>((done) => (late = done));
  await open(inCollection);
  put('red cannon', 'e2');
  press('Find');
  await asked(1);
  expect(screen.getByRole('button', { name: 'Find' }).getAttribute('aria-busy')).toBe('true');
  site.archive = () => page([game({ number: 2 })]);
  put('black cannon', 'e7');
  press('Find');
  await screen.findByText('2. Xiangqi');
  await act(async () => {
    late(page([game({ number: 1 })]));
    await new Promise((done) => setTimeout(done));
  });
  expect(screen.queryByText('1. Xiangqi')).toBeNull();
});

// A new visitor's link was asked twice, before and after the greeting: the second search was refused as one too many.
it.each([
  ['server', 1],
  ['own', 0],
])('asks once for games of %s, whenever the visitor is greeted', async (whose, before) => {
  site = new Site();
  site.archive = () => page([]);
  await open(`game=xiangqi&rule=standard&find=9/9/9/9/9/9/9/4C4/9/9&whose=${whose}`);
  expect(site.fetched).toHaveLength(before);
  await act(() => void site.greet());
  await asked(1);
  await screen.findByText('5 games looked at, 0 found.');
  expect(site.fetched).toHaveLength(1);
});
