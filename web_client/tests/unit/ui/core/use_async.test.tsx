// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { useAsync } from '../../../../src/ui/core/use_async';
import { act, cleanup, fireEvent, render, screen } from '../screen';

afterEach(cleanup);

/** What was asked, with the ends of each question's promise. */
const asked: { text: string; answer: (text: string) => void; fail: (why: unknown) => void }[] = [];
afterEach(() => asked.splice(0));

/** Whatever was drawn, with the question. */
const drawn: string[] = [];

function Page({ text }: { text: string | null }) {
  const ask = (): Promise<string> =>
    new Promise((answer, fail) => asked.push({ text: text ?? '', answer, fail }));
  const { value, error, retry } = useAsync(text === null ? null : ask, [text]);
  drawn.push(`${text}: ${value}`);
  return (
    <button onClick={retry}>{error === null ? (value ?? 'waits') : `failed: ${error as string}`}</button>
  );
}
const shown = (): string | null => screen.getByRole('button').textContent;

/** Lets the page hear of it, and draw. */
const settle = (what: () => void): Promise<void> =>
  act(async () => {
    what();
    await new Promise((done) => setTimeout(done));
  });

it('drops the answer to a question that is no longer asked', async () => {
  const page = render(<Page text="gomoku" />);
  page.rerender(<Page text="xiangqi" />);
  await settle(() => asked[1]?.answer('of xiangqi'));
  expect(shown()).toBe('of xiangqi');
  await settle(() => asked[0]?.answer('of gomoku'));
  expect(shown()).toBe('of xiangqi');
});

it('drops its failure, too', async () => {
  const page = render(<Page text="gomoku" />);
  page.rerender(<Page text="xiangqi" />);
  await settle(() => asked[0]?.fail('offline'));
  expect(shown()).toBe('waits');
});

it('shows no answer beside the next question', async () => {
  const page = render(<Page text="gomoku" />);
  await settle(() => asked[0]?.answer('of gomoku'));
  page.rerender(<Page text="xiangqi" />);
  expect(shown()).toBe('waits');
  // Not even before it is painted: what is drawn of the next one could not read it.
  expect(drawn).not.toContain('xiangqi: of gomoku');
});

it('asks again when it is told to, and nothing when there is no question', async () => {
  const page = render(<Page text={null} />);
  expect(asked).toEqual([]);
  page.rerender(<Page text="gomoku" />);
  await settle(() => asked[0]?.fail('offline'));
  expect(shown()).toBe('failed: offline');
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toBe('waits');
  await settle(() => asked[1]?.answer('here'));
  expect(shown()).toBe('here');
});

// Of two measures each has a field for an answer: sending the first answer threw away the second, half written.
it('keeps what it has while it asks once more, and where that fails', async () => {
  render(<Page text="gomoku" />);
  await settle(() => asked[0]?.answer('first'));
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toBe('first');
  drawn.length = 0;
  await settle(() => asked[1]?.fail('offline'));
  expect([shown(), drawn]).toEqual(['failed: offline', ['gomoku: first']]);
  fireEvent.click(screen.getByRole('button'));
  await settle(() => asked[2]?.answer('second'));
  expect(shown()).toBe('second');
});
