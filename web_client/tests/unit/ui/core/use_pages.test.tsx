// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leadOn } from '../../../../src/ui/core/lead_on';
import { usePages, type PageOf } from '../../../../src/ui/core/use_pages';
import { act, cleanup, fireEvent, render, screen } from '../screen';

interface Asked {
  readonly question: string;
  readonly from: string | null;
  readonly answer: (page: PageOf<string>) => void;
  readonly fail: (why: unknown) => void;
}
const asked: Asked[] = [];

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  asked.length = 0;
  history.replaceState(null, '');
});

function List({ question }: { question: string | null }) {
  const { items, cursor, failure, loading, more } = usePages<string>(
    question,
    (from) => new Promise((answer, fail) => asked.push({ question: String(question), from, answer, fail })),
  );
  const state = loading ? 'loading' : failure !== null ? (failure as string) : (cursor ?? 'all');
  return <button onClick={() => void more()}>{`${items.join(' ')}, ${state}`}</button>;
}
const shown = (): string | null => screen.getByRole('button').textContent;
const more = (): boolean => fireEvent.click(screen.getByRole('button'));

/** Lets the list hear of it, and draw. */
const settle = (what: () => void): Promise<void> =>
  act(async () => {
    what();
    await new Promise((done) => setTimeout(done));
  });
const answer = (at: number, items: readonly string[], cursor: string | null = null): Promise<void> =>
  settle(() => asked[at]?.answer({ items, cursor }));

describe('a list', () => {
  it('grows page by page', async () => {
    render(<List question="mine" />);
    expect(shown()).toBe(', loading');
    await answer(0, ['a', 'b'], 'b');
    expect(shown()).toBe('a b, b');
    more();
    expect(asked[1]?.from).toBe('b');
    await answer(1, ['c']);
    expect(shown()).toBe('a b c, all');
  });

  // A second press showed the same page twice.
  it('asks for a page once, however often it is asked to', async () => {
    render(<List question="mine" />);
    more();
    await answer(0, ['a'], 'a');
    more();
    await settle(() => undefined);
    more();
    expect(asked).toHaveLength(2);
    await answer(1, ['b']);
    expect(shown()).toBe('a b, all');
  });

  it('keeps what it has until another question is answered, and takes no answer to the one before', async () => {
    const page = render(<List question="mine" />);
    await answer(0, ['a'], 'a');
    more();
    page.rerender(<List question="all" />);
    await answer(1, ['b']);
    expect(shown()).toBe('a, loading');
    await answer(2, ['z']);
    expect(shown()).toBe('z, all');
  });

  it.each(['answer', 'failure'])('shows no late %s once nothing is asked any more', async (what) => {
    const page = render(<List question="mine" />);
    page.rerender(<List question={null} />);
    await settle(() =>
      what === 'answer' ? asked[0]?.answer({ items: ['a'], cursor: null }) : asked[0]?.fail('offline'),
    );
    expect(shown()).toBe(', loading');
  });

  it('asks once more for what failed: the first page, or the next', async () => {
    render(<List question="mine" />);
    await settle(() => asked[0]?.fail('offline'));
    expect(shown()).toBe(', offline');
    more();
    await answer(1, ['a'], 'a');
    more();
    await settle(() => asked[2]?.fail('offline'));
    expect(shown()).toBe('a, offline');
    more();
    expect(asked.map(({ from }) => from)).toEqual([null, null, 'a', 'a']);
  });

  it('is there without a request where its page is come back to, and for no other question', async () => {
    render(<List question="mine" />);
    await answer(0, ['a'], 'a');
    cleanup();
    history.replaceState({ scroll: 7 }, '');
    render(<List question="mine" />);
    expect([shown(), asked.length]).toEqual(['a, a', 1]);
    cleanup();
    render(<List question="all" />);
    expect([shown(), asked.length]).toEqual([', loading', 2]);
  });

  // Who had made a tournament came back to a list without it.
  it('is asked for again by who comes back where something was made since', async () => {
    render(<List question="mine" />);
    await answer(0, ['a']);
    leadOn({ to: cleanup })({ page: 'tournaments', id: 't1t1' });
    history.replaceState({ scroll: 7 }, '');
    render(<List question="mine" />);
    expect([shown(), asked.length]).toEqual([', loading', 2]);
  });
});
