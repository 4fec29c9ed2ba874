// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { usePages, type PageOf } from '../../../../src/ui/core/use_pages';
import { ListEnd } from '../../../../src/ui/parts/list_end';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

const asked: ((page: PageOf<string> | null) => void)[] = [];
afterEach(() => asked.splice(0));

function List({ apart = false }) {
  const pages = usePages<string>(
    'q',
    () => new Promise((done, fail) => asked.push((page) => (page ? done(page) : fail(new TypeError())))),
  );
  const rows = (
    <ul>
      {pages.items.map((one) => (
        <li key={one}>
          <a href={`/${one}`}>{one}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <main>
      {apart ? <section>{rows}</section> : rows}
      <ListEnd {...pages} />
    </main>
  );
}
const answer = (page: PageOf<string> | null): Promise<void> => act(() => asked.at(-1)?.(page));
const shown = (): string | null => document.querySelector('main')?.textContent ?? null;

// The message stood above a long list, out of sight, and the button was gone.
it('says where its button was why the next page did not come', async () => {
  new Site().open(<List />);
  await answer({ items: ['a', 'b'], cursor: 'c' });
  fireEvent.click(await screen.findByText('More'));
  await answer(null);
  await waitFor(() => expect(shown()).toMatch(/^abThe server cannot be reached.*Reload$/));
  fireEvent.click(screen.getByText('Reload'));
  await answer({ items: ['c'], cursor: null });
  await waitFor(() => expect(shown()).toBe('abc'));
});

it('asks again by itself when the device is back in its network', async () => {
  new Site().open(<List />);
  await answer(null);
  await waitFor(() => expect(shown()).toContain('The server cannot be reached'));
  await act(() => void dispatchEvent(new Event('online')));
  await answer({ items: ['a'], cursor: null });
  await waitFor(() => expect(shown()).toBe('a'));
  await act(() => void dispatchEvent(new Event('online')));
  expect(asked).toHaveLength(2);
});

// The focus was nowhere: the next Tab led to the beginning of the page.
it.each([
  ['a list', false],
  ['a section with a list', true],
])(
  'leads to the first row of the last page of %s, and keeps the focus until it is here',
  async (_, apart) => {
    new Site().open(<List apart={apart} />);
    await answer({ items: ['a', 'b'], cursor: 'c' });
    const button = await screen.findByText<HTMLButtonElement>('More');
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    expect([button.disabled, document.activeElement]).toEqual([false, button]);
    await answer({ items: ['c', 'd'], cursor: null });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('c'));
  },
);

it('says that there are older ones, and of a whole list nothing', () => {
  new Site().open(
    <main>
      <ListEnd cut n={20} />
      <ListEnd n={20} />
    </main>,
  );
  expect(shown()).toBe('The last 20.');
});
