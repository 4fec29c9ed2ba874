// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { view as AnalysisPage } from '../../../../src/ui/replay/analysis_page';
import { cleanup, fireEvent, screen, within } from '../screen';
import { Desk } from './desk';

afterEach(cleanup);
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/analysis');
});

async function open(query = '', more: Desk['explored'] = {}) {
  history.replaceState(null, '', `/analysis${query}`);
  const desk = new Desk();
  desk.explored = more;
  desk.open(<AnalysisPage />);
  await screen.findByRole('grid');
  return desk;
}

const cell = (square: string) => document.querySelector<HTMLElement>(`[data-square="${square}"]`);
/** Of the rule and of the size. */
const selects = () => [...document.querySelectorAll<HTMLSelectElement>('.board-head select')];

it('begins with the game of the last choice, and asks the server how that begins', async () => {
  const { asked } = await open();
  expect(asked[0]).toMatchObject({ t: 'explore', game: 'xiangqi', moves: [] });
  expect(document.querySelectorAll('.evaluation-bar')).toHaveLength(1);
});

it('is what its address says, with the moves that were tried', async () => {
  const { asked } = await open('?game=gomoku&rule=renju&size=15&moves=h8,i9');
  expect(asked[1]).toMatchObject({ game: 'gomoku', rule: 'renju', size: 15, moves: ['h8', 'i9'] });
  expect(cell('h8')?.getAttribute('aria-label')).toContain('black');
  expect(selects().map(({ value }) => value)).toEqual(['renju', '15']);
});

it('goes to another game, and offers the boards that the server has of that', async () => {
  const { asked } = await open();
  expect(selects()).toHaveLength(0);
  fireEvent.click(screen.getByLabelText('Gomoku'));
  await vi.waitFor(() => expect(cell('o15')).not.toBeNull(), 30_000);
  expect(asked).toContainEqual({ t: 'explore', game: 'gomoku', rule: 'freestyle', moves: [] });
  expect(Array.from(selects()[1]?.options ?? [], ({ text }) => text)).toEqual(['15', '19']);
});

it('says in its address what was tried', async () => {
  await open('?game=gomoku', { legal: ['h8'] });
  await vi.waitFor(() => expect(cell('h8')?.closest('[aria-readonly="true"]')).toBeNull(), 30_000);
  cell('h8')?.focus();
  fireEvent.keyDown(cell('h8') ?? document.body, { key: 'Enter' });
  await vi.waitFor(() => expect(location.search).toContain('moves=h8'), 30_000);
});

it('sets up what stands on the board, and comes back to it', async () => {
  await open('?game=gomoku&moves=h8');
  fireEvent.click(screen.getByText('Set up a position'));
  const tools = await screen.findByRole('group', { name: 'Pieces' });
  expect(screen.getByLabelText<HTMLInputElement>('Position as text').value).toContain('X');
  expect(within(tools).getAllByRole('button')).toHaveLength(3);
  fireEvent.click(screen.getByText('Cancel'));
  expect(cell('h8')?.getAttribute('aria-label')).toContain('black');
});

it('studies a position that was set up', async () => {
  const { asked } = await open('?game=gomoku&moves=h8');
  fireEvent.click(screen.getByText('Set up a position'));
  await screen.findByText('Clear');
  fireEvent.click(screen.getByText('Clear'));
  cell('a1')?.click();
  fireEvent.click(screen.getByText('Analyse'));
  await screen.findByText('Set up a position');
  expect(asked.at(-1)).toMatchObject({ game: 'gomoku', pos: expect.stringMatching(/^X-{224} X$/) as string });
});
