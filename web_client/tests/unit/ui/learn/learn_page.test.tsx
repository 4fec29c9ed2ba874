// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { learn } from '../../../../src/i18n/en/learn';
import { gameNames } from '../../../../src/protocol/types';
import { lessons, openingRules, ruleLines } from '../../../../src/ui/learn/lessons';
import { view as LearnPage } from '../../../../src/ui/learn/learn_page';
import { Desk } from '../replay/desk';
import { cleanup, fireEvent, screen } from '../screen';

afterEach(cleanup);
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/learn');
});

async function open(hash = '') {
  history.replaceState(null, '', `/learn${hash}`);
  const desk = new Desk();
  const Page = () => {
    const route = desk.navigation.route.value;
    return route.page === 'learn' && <LearnPage game={route.game} />;
  };
  desk.open(<Page />);
  await screen.findByRole('grid');
}

const act = (square: string) => {
  const cell = document.querySelector<HTMLElement>(`[data-square="${square}"]`) ?? document.body;
  cell.focus();
  fireEvent.keyDown(cell, { key: 'Enter' });
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it.each(gameNames)('opens %s by its address, with all of its rules', async (game) => {
  await open(`#${game}`);
  const [first] = lessons[game] ?? [];
  screen.getByText(learn[first?.text as keyof typeof learn]);
  const openings = openingRules[game]?.length ?? 0;
  expect(document.querySelectorAll('.rules-card li')).toHaveLength((ruleLines[game] ?? 0) + openings);
  if (openings > 0) screen.getByText(/^Taraguchi‑10: The first stones/);
});

it('says how a try went, and goes on only forward when it went well', async () => {
  await open('#gomoku');
  const [step] = lessons.gomoku ?? [];
  const verdict = () => screen.getByRole('status').textContent.trim();
  expect(verdict()).toBe('Try it on the board.');
  expect(button('Back').disabled).toBe(true);
  act('a1');
  expect(verdict()).toBe('Not quite. Try another move.');
  expect(button('Try again').disabled).toBe(true);
  act(step?.goal?.[0] ?? '');
  expect(verdict()).toBe('Well done!');
  fireEvent.click(button('Try again'));
  expect(verdict()).toBe('Try it on the board.');
  act(step?.goal?.[0] ?? '');
  fireEvent.click(button('Next'));
  screen.getByText(`Step 2 of ${lessons.gomoku?.length ?? 0}`);
  fireEvent.click(button('Back'));
  screen.getByText(`Step 1 of ${lessons.gomoku?.length ?? 0}`);
});

// On a dead board "try another move" was no use but by "Try again".
it('takes back what was not asked for, so that the next move may be tried', async () => {
  await open('#gomoku');
  const goal = lessons.gomoku?.[0]?.goal?.[0] ?? '';
  const said = new Set<Node | null>();
  for (const tried of ['a1', 'a1', 'b1']) {
    act(tried);
    expect(screen.getByRole('status').textContent).toContain('Not quite.');
    said.add(screen.getByRole('status').firstChild);
  }
  expect(said.size, 'a screen reader hears of each').toBe(3);
  act(goal);
  expect(screen.getByRole('status').textContent).toContain('Well done!');
});

it('begins another game with its first lesson', async () => {
  await open('#gomoku');
  fireEvent.click(button('Next'));
  const length = history.length;
  fireEvent.click(screen.getByLabelText('Xiangqi'));
  await screen.findByText(`Step 1 of ${lessons.xiangqi?.length ?? 0}`);
  expect([location.hash, history.length]).toEqual(['#xiangqi', length]);
});

it('follows its address', async () => {
  await open('#gomoku');
  history.replaceState(null, '', '/learn#xiangqi');
  dispatchEvent(new HashChangeEvent('hashchange'));
  await screen.findByText(`Step 1 of ${lessons.xiangqi?.length ?? 0}`);
});

it('leads from the last lesson to a game, once it is done', async () => {
  await open('#gomoku');
  const steps = lessons.gomoku ?? [];
  for (let n = 1; n < steps.length; n++) fireEvent.click(button('Next'));
  screen.getByText(`Step ${steps.length} of ${steps.length}`);
  expect(button('Next').disabled).toBe(true);
  const last = steps.at(-1);
  const any = last?.moves === 'free' ? ['h8'] : last?.moves;
  act((last?.goal ?? any)?.[0] ?? '');
  expect(screen.getByText<HTMLAnchorElement>('Play a game').pathname).toBe('/');
});

it('shows on the board what was tried, and puts it back', async () => {
  await open('#gomoku');
  const goal = lessons.gomoku?.[0]?.goal?.[0] ?? '';
  const label = () => document.querySelector(`[data-square="${goal}"]`)?.getAttribute('aria-label');
  const before = label();
  act(goal);
  expect(label()).toContain('last move');
  fireEvent.click(button('Try again'));
  expect(label()).toBe(before);
});

it('teaches the game of the last choice where its address names none, or one that there is not', async () => {
  await open('#chess');
  expect(screen.getByLabelText<HTMLInputElement>('Xiangqi').checked).toBe(true);
});
