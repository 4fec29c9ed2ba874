// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { useKept } from '../../../../src/ui/core/use_kept';
import { act, cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// The second choice was sent as one of the account that had logged in meanwhile.
it('sends for who has chosen, also when another is logged in by then', async () => {
  const answers: (() => void)[] = [];
  const keep = vi.fn(() => new Promise<void>((resolve) => void answers.push(resolve)));
  const Choice = () => {
    const [isOn, choose] = useKept(false, keep);
    return <button onClick={() => choose((was) => !was)}>{String(isOn)}</button>;
  };
  const site = new Site().greet();
  site.open(<Choice />);
  for (let press = 0; press < 2; press++) fireEvent.click(screen.getByRole('button'));
  await act(() => {
    site.keep.setItem('sanqi.user', 'T2');
    answers[0]?.();
  });
  await vi.waitFor(() => expect(keep).toHaveBeenCalledTimes(2), 30_000);
  expect(keep.mock.calls).toEqual([
    ['T', true],
    ['T', false],
  ]);
});
