// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { view as AnalysisPage } from '../../../../src/ui/replay/analysis_page';
import { act, cleanup, fireEvent, screen, seen, within } from '../screen';
import { Site } from '../site';
import { Desk } from './desk';

import.meta.glob(['../../../../src/ui/replay/pattern_page.tsx', '../../../../src/games/kit/set_up.ts'], {
  eager: true,
});

afterEach(cleanup);
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/analysis');
});

async function open(query = '', more: Desk['explored'] = {}, fetched: object = {}) {
  history.replaceState(null, '', `/analysis${query}`);
  const desk = new Desk(fetched);
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

it('lets a player pass who has no other move', async () => {
  const { asked } = await open('?game=antireversi', { legal: ['pass'], pos: antireversi.start });
  fireEvent.click(await screen.findByText('No legal move: pass'));
  await vi.waitFor(
    () => expect(asked.at(-1)).toMatchObject({ game: 'antireversi', moves: ['pass'] }),
    30_000,
  );
});

it('has beside it, before all else, what games of a collection did', async () => {
  const { fetched } = await open('?game=gomoku&collection=c1c1', {}, { moves: [], games: [] });
  await screen.findByText(/^No game has this position/);
  expect(seen('.replay-panel').firstElementChild).toBe(seen('.position-games'));
  expect(fetched).toHaveLength(1);
});

it('has on phones nothing between the board and what games of a collection did', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
  happyDOM.setViewport({ width: 390, height: 844 });
  onTestFinished(() => happyDOM.setViewport({ width: 1024, height: 768 }));
  await open('?game=gomoku&collection=c1c1', {}, { moves: [], games: [] });
  await vi.waitFor(() => seen('.position-games'), 30_000);
  expect(seen('.room').lastElementChild).toBe(seen('.board-head'));
});

it('says in its address what was tried', async () => {
  await open('?game=gomoku', { legal: ['h8'] });
  await vi.waitFor(() => expect(cell('h8')?.closest('[aria-readonly="true"]')).toBeNull(), 30_000);
  cell('h8')?.focus();
  fireEvent.keyDown(cell('h8') ?? document.body, { key: 'Enter' });
  await vi.waitFor(() => expect(location.search).toContain('moves=h8'), 30_000);
});

// The address has the moves up to the shown position: all else that was tried was lost.
it('has all that was tried after a reload, and nothing of it on a new visit', async () => {
  const tried = () => document.querySelector('.variation-tree')?.textContent;
  await open('?game=gomoku&moves=h8,i9');
  await vi.waitFor(() => expect(tried()).toContain('I9'), 30_000);
  const again = async (state: unknown): Promise<void> => {
    cleanup();
    history.replaceState(state, '', '/analysis?game=gomoku');
    new Desk().open(<AnalysisPage />);
    await screen.findByRole('grid');
  };
  await again(history.state);
  await vi.waitFor(() => expect(tried()).toContain('I9'), 30_000);
  expect(cell('h8')?.getAttribute('aria-label')).not.toContain('black');
  await again(null);
  expect(tried()).toBeUndefined();
});

it('sets up what stands on the board, and comes back to it', async () => {
  await open('?game=gomoku&moves=h8');
  expect(screen.getByRole('radiogroup', { name: 'Game' })).toBeTruthy();
  fireEvent.click(screen.getByText('Set up a position'));
  const tools = await screen.findByRole('group', { name: 'Pieces' });
  expect(screen.getByLabelText<HTMLInputElement>('Position as text').value).toContain('X');
  expect(within(tools).getAllByRole('button')).toHaveLength(3);
  fireEvent.click(screen.getByText('Cancel'));
  expect(cell('h8')?.getAttribute('aria-label')).toContain('black');
});

describe('what is being set up', () => {
  const text = () => screen.queryByLabelText<HTMLInputElement>('Position as text')?.value;
  const setUp = async (query: string): Promise<Desk> => {
    const desk = await open(query);
    fireEvent.click(screen.getByText('Set up a position'));
    fireEvent.click(await screen.findByText('Clear'));
    cell('a1')?.click();
    await vi.waitFor(() => expect(text()).toMatch(/^X-+ X$/), 30_000);
    return desk;
  };

  // All of it was lost, without a question.
  it('stays under another rule, and comes back with its board', async () => {
    await setUp('?game=gomoku&size=15&moves=h8');
    fireEvent.change(selects()[0] ?? document.body, { target: { value: 'renju' } });
    await vi.waitFor(
      () => expect([selects()[0]?.value, text()]).toEqual(['renju', `X${'-'.repeat(224)} X`]),
      30_000,
    );
    fireEvent.click(screen.getByLabelText('Xiangqi'));
    await vi.waitFor(() => expect(text()).toContain('4k4'), 30_000);
    fireEvent.click(screen.getByLabelText('Gomoku'));
    await vi.waitFor(() => expect(text()).toMatch(/^X-{224} X$/), 30_000);
    expect(selects()[0]?.value).toBe('renju');
    fireEvent.click(screen.getByText('Cancel'));
    expect(text()).toBeUndefined();
    fireEvent.click(screen.getByText('Set up a position'));
    await vi.waitFor(() => expect(text()).toMatch(/^-+X-+ O$/), 30_000);
  });

  it('is over once it is taken', async () => {
    await setUp('?game=gomoku&size=15');
    fireEvent.click(screen.getByText('Analyse'));
    await screen.findByText('Set up a position');
    fireEvent.change(selects()[0] ?? document.body, { target: { value: 'renju' } });
    await vi.waitFor(() => expect(location.search).toContain('rule=renju'), 30_000);
    expect(location.search).toContain('pos=X-');
    expect(text()).toBeUndefined();
  });
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

// What had the focus went with the page before, and a screen reader was at the beginning of the document.
it('looks for patterns where its address says so, and is the board again by a link', async () => {
  history.replaceState(null, '', '/analysis?game=gomoku&rule=freestyle&find=');
  const desk = new Desk();
  const { route } = desk.navigation;
  function Main() {
    return (
      <div id="main" tabIndex={-1} data-page={route.value.page}>
        <AnalysisPage />
      </div>
    );
  }
  desk.open(<Main />);
  fireEvent.click(await screen.findByText('Analysis board', { selector: 'a' }));
  await screen.findByText('Set up a position');
  expect(location.search).toBe('?game=gomoku&rule=freestyle');
  expect(document.activeElement?.id).toBe('main');
});

describe('a server that takes its time', () => {
  /** What the server says when the test likes, by the game that it is asked about. */
  let answers: Map<string, (answer: object) => void>;
  const start = (game: string): object => ({
    t: 'explored',
    pos: game === 'gomoku' ? `${'-'.repeat(225)} X` : `${'-'.repeat(64)} X`,
    turn: 'first',
    legal: [],
    check: false,
    outcome: null,
    moves: [],
  });
  const tell = (game: string): Promise<void> =>
    act(async () => {
      answers.get(game)?.(start(game));
      await new Promise((done) => setTimeout(done));
    });
  function slow(): Site {
    history.replaceState(null, '', '/analysis?game=gomoku');
    answers = new Map();
    const site = new Site().greet();
    site.answer = (message) =>
      new Promise((done) => message.t === 'explore' && answers.set(message.game, done));
    return site.open(<AnalysisPage />);
  }

  // The late answer put a board of the one game under the name of the other.
  it('takes no board away by the answer to what is no longer asked', async () => {
    slow();
    fireEvent.click(screen.getByLabelText(/^Anti/));
    await tell('antireversi');
    await screen.findByRole('grid');
    await tell('gomoku');
    expect(screen.getByRole('grid').querySelectorAll('[role="gridcell"]')).toHaveLength(64);
  });

  it('tells of no failure of what is no longer asked', async () => {
    const site = slow();
    let fail: (error: Error) => void = () => undefined;
    cleanup();
    site.answer = () => new Promise((_, reject) => (fail = reject));
    site.open(<AnalysisPage />);
    const late = fail;
    fireEvent.click(screen.getByLabelText(/^Anti/));
    await vi.waitFor(() => expect(fail).not.toBe(late), 30_000);
    const told = (error: Error, how: typeof fail) =>
      act(async () => {
        how(error);
        await new Promise((done) => setTimeout(done));
      });
    await told(new Error('late'), late);
    expect(site.said).toEqual([]);
    await told(new Error('now'), fail);
    expect(site.said).toHaveLength(1);
  });

  const pass = (ms: number): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });

  it('that is too busy for a board is said so, and asked again', async () => {
    vi.useFakeTimers();
    history.replaceState(null, '', '/analysis?game=gomoku');
    const site = new Site().greet();
    site.answer = () => Promise.reject(new Refusal('busy', ''));
    site.open(<AnalysisPage />);
    await pass(2_000);
    expect(site.said).toEqual(['The server is busy. Try again in a moment.']);
    site.answer = () => start('gomoku');
    await pass(4_000);
    vi.useRealTimers();
    expect(await screen.findByRole('grid')).toBeTruthy();
  });

  it('that cannot be reached is said so, and asked again with the line', async () => {
    const site = new Site().greet();
    site.answer = () => Promise.reject(new Error('no network'));
    site.open(<AnalysisPage />);
    await vi.waitFor(() => expect(site.said).toEqual(['The server cannot be reached.']), 30_000);
    site.answer = () => start('antireversi');
    history.replaceState(null, '', '/analysis?game=antireversi');
    cleanup();
    site.open(<AnalysisPage />);
    await screen.findByRole('grid');
  });

  it('says nothing of a position that was set up where it did not answer', async () => {
    const site = slow();
    await tell('gomoku');
    await screen.findByRole('grid');
    fireEvent.click(screen.getByText('Set up a position'));
    await screen.findByText('Clear');
    site.answer = () => Promise.reject(new Refusal('connection_lost', ''));
    fireEvent.click(screen.getByText('Analyse'));
    expect((await screen.findByRole('alert')).textContent).toContain('Connection lost');
    site.answer = () => Promise.reject(new Refusal('bad_message', 'Too many stones.', 'pos'));
    fireEvent.click(screen.getByText('Analyse'));
    expect(await screen.findByText('This position cannot be played. Too many stones.')).toBeTruthy();
  });

  // The late answer took the board from who had gone back to it.
  it('opens no position that was set up and then cancelled', async () => {
    const site = slow();
    await tell('gomoku');
    await screen.findByRole('grid');
    fireEvent.click(screen.getByText('Set up a position'));
    await screen.findByText('Clear');
    let take: (answer: object) => void = () => undefined;
    site.answer = () => new Promise<object>((done) => (take = done));
    fireEvent.click(screen.getByText('Analyse'));
    site.answer = () => new Promise<object>(() => undefined);
    fireEvent.click(screen.getByText('Cancel'));
    await act(async () => {
      take(start('gomoku'));
      await new Promise((done) => setTimeout(done));
    });
    expect(screen.queryByRole('grid')).not.toBeNull();
  });

  it('finds the board as it was left, when the line comes back', async () => {
    const site = slow();
    await tell('gomoku');
    await screen.findByRole('grid');
    const asked = site.asked.length;
    await site.comeBack();
    expect(site.asked.slice(asked).filter((one) => one.t === 'explore' && one.moves.length === 0)).toEqual(
      [],
    );
  });
});

describe('what is studied', () => {
  it('is there again with its rule and moves when one comes back to its game', async () => {
    const { asked } = await open('?game=gomoku&rule=renju&size=15&moves=h8,i9');
    fireEvent.click(screen.getByLabelText('Xiangqi'));
    await vi.waitFor(() => expect(cell('e0')).not.toBeNull(), 30_000);
    fireEvent.click(screen.getByLabelText('Gomoku'));
    await vi.waitFor(() => expect(cell('h8')?.getAttribute('aria-label')).toContain('black'), 30_000);
    expect(selects().map(({ value }) => value)).toEqual(['renju', '15']);
    expect(asked.at(-1)).toMatchObject({ game: 'gomoku', rule: 'renju', moves: ['h8', 'i9'] });
  });

  it('takes no move on the board of before once another rule is chosen', async () => {
    await open('?game=gomoku&rule=freestyle&size=15');
    const [rule] = selects();
    if (rule) rule.value = 'renju';
    // What waits for a picture, as on a busy machine, has not run when the next click comes.
    rule?.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    expect(cell('h8')).toBeNull();
    await vi.waitFor(() => expect(cell('h8')).not.toBeNull(), 30_000);
  });

  it('keeps its moves under another rule, and begins anew on another board', async () => {
    const { asked } = await open('?game=gomoku&rule=freestyle&size=15&moves=h8,i9');
    const [rule, size] = selects();
    fireEvent.change(rule ?? document.body, { target: { value: 'renju' } });
    await vi.waitFor(
      () => expect(asked.at(-1)).toMatchObject({ rule: 'renju', moves: ['h8', 'i9'] }),
      30_000,
    );
    await vi.waitFor(() => expect(selects()[0]?.value).toBe('renju'), 30_000);
    fireEvent.change(selects()[1] ?? size ?? document.body, { target: { value: '19' } });
    await vi.waitFor(
      () => expect(asked.at(-1)).toMatchObject({ rule: 'renju', size: 19, moves: [] }),
      30_000,
    );
  });

  // It was another one than the address said, and nothing told so.
  it('that makes no sense to the server is the usual board, and that is said', async () => {
    history.replaceState(null, '', '/analysis?game=gomoku&pos=nonsense');
    const site = new Site().greet();
    site.answer = (message) => {
      if (message.t === 'explore' && message.pos !== undefined)
        return Promise.reject(new Refusal('bad_message', 'no', 'pos'));
      return {
        t: 'explored',
        pos: `${'-'.repeat(225)} X`,
        turn: 'first',
        legal: [],
        check: false,
        moves: [],
      };
    };
    site.open(<AnalysisPage />);
    await screen.findByRole('grid');
    expect(site.asked[1]).toEqual({ t: 'explore', game: 'gomoku', rule: 'freestyle', moves: [] });
    await vi.waitFor(() => expect(site.said).toEqual(['This position cannot be played. no']), 30_000);
  });
});
