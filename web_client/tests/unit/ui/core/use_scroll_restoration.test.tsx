// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScrollRestoration } from '../../../../src/ui/core/use_scroll_restoration';
import { cleanup, render } from '../screen';

const places: unknown[] = [];
beforeEach(() => {
  places.length = 0;
  vi.stubGlobal('scrollTo', (_: number, place: number) => places.push(place));
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '');
});

function Page({ isHere }: { isHere: boolean }) {
  useScrollRestoration(isHere);
  return null;
}

it('goes to where the page was left once its content is here, and only then', () => {
  history.replaceState({ scroll: 420 }, '');
  const { rerender } = render(<Page isHere={false} />);
  expect(places).toEqual([]);
  for (const isHere of [true, false, true]) rerender(<Page isHere={isHere} />);
  expect(places).toEqual([420]);
});

it('leaves a page alone that was not left', () => {
  render(<Page isHere />);
  expect(places).toEqual([]);
});
