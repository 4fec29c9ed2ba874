// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { SetUpBoard } from '../../../../src/ui/replay/set_up_board';
import { act, cleanup, fireEvent, screen } from '../screen';
import { Desk } from './desk';

const tools = await xiangqi.setUp();
const onDone = vi.fn<(position: string) => Promise<string | null>>();
const onTaken = vi.fn();
const onCancel = vi.fn();

beforeEach(() => {
  new Desk().open(
    <SetUpBoard
      game={xiangqi}
      tools={tools}
      place={{ game: 'xiangqi', rule: 'standard' }}
      start={xiangqi.parsePosition('4k4/9/9/9/9/9/9/9/9/4K4 w')}
      drafts={new Map()}
      onDone={onDone}
      onTaken={onTaken}
      onCancel={onCancel}
    />,
  );
});
afterEach(cleanup);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const text = () => screen.getByLabelText<HTMLInputElement>(/^Position as text/);
const pick = (name: RegExp) => screen.getByRole('button', { name });

describe('a piece of the palette', () => {
  /** What lies under the pointer when it is let go. */
  const over = (square: string | null) =>
    vi
      .spyOn(document, 'elementFromPoint')
      .mockReturnValue(square === null ? document.body : document.querySelector(`[data-square="${square}"]`));

  it('is dragged to the board by any pointer, which it holds fast', () => {
    const button = pick(/^red chariot/i);
    const held = vi.spyOn(button, 'setPointerCapture').mockReturnValue();
    fireEvent.pointerDown(button, { pointerId: 7 });
    expect(held).toHaveBeenCalledWith(7);
    over('a5');
    fireEvent.pointerUp(button, { pointerId: 7 });
    expect(text().value).toBe('4k4/9/9/9/R8/9/9/9/9/4K4 w');
  });

  it('stays in the hand when it is let go elsewhere', () => {
    const button = pick(/^black cannon/i);
    vi.spyOn(button, 'setPointerCapture').mockReturnValue();
    fireEvent.pointerDown(button);
    over(null);
    fireEvent.pointerUp(button);
    expect(text().value).toBe('4k4/9/9/9/9/9/9/9/9/4K4 w');
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(pick(/^red chariot/i).getAttribute('aria-pressed')).toBe('false');
  });
});

it('lets a side move, is emptied and begins anew', () => {
  fireEvent.click(screen.getByLabelText('Black'));
  expect(text().value).toBe('4k4/9/9/9/9/9/9/9/9/4K4 b');
  fireEvent.click(screen.getByText('Clear'));
  expect(text().value).toBe('9/9/9/9/9/9/9/9/9/9 w');
  fireEvent.click(screen.getByText('Start position'));
  expect(text().value).toBe(xiangqi.start);
});

it('takes a position as text, and says when that is none', () => {
  fireEvent.change(text(), { target: { value: 'no position' } });
  expect(text().getAttribute('aria-invalid')).toBe('true');
  screen.getByText('This is not a position of this game.');
  // A long one with one mistake was gone, and the words stood beside the text of the board.
  expect(text().value).toBe('no position');
  fireEvent.click(screen.getByText('Clear'));
  expect([text().value, text().getAttribute('aria-invalid')]).toEqual(['9/9/9/9/9/9/9/9/9/9 w', 'false']);
  fireEvent.change(text(), { target: { value: 'no position' } });
  fireEvent.change(text(), { target: { value: xiangqi.start } });
  expect(text().getAttribute('aria-invalid')).toBe('false');
});

it('says why the server takes no such position, until another is put together', async () => {
  onDone.mockResolvedValueOnce('The generals face each other.');
  fireEvent.click(screen.getByText('Analyse'));
  expect((await screen.findByRole('alert')).textContent).toBe('The generals face each other.');
  expect(onDone).toHaveBeenCalledWith('4k4/9/9/9/9/9/9/9/9/4K4 w');
  const square = document.querySelector<HTMLElement>('[data-square="d9"]') ?? document.body;
  square.focus();
  fireEvent.keyDown(square, { key: 'Enter' });
  expect(screen.queryByRole('alert')).toBeNull();
});

// The answer to the first press took away what had been put together since.
it('opens the position that was asked for, and none that has changed since', async () => {
  const answers: ((why: string | null) => void)[] = [];
  onDone.mockImplementation(() => new Promise((done) => answers.push(done)));
  const take = (press: number): Promise<void> =>
    act(async () => {
      answers[press]?.(null);
      await Promise.resolve();
    });
  fireEvent.click(screen.getByText('Analyse'));
  fireEvent.click(screen.getByText('Start position'));
  await take(0);
  expect(onTaken).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Analyse'));
  await take(1);
  expect(onTaken.mock.calls).toEqual([[xiangqi.start]]);
});

it('is left without a word', () => {
  fireEvent.click(screen.getByText('Cancel'));
  expect(onCancel).toHaveBeenCalledOnce();
});
