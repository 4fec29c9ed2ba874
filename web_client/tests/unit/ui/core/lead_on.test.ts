// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { leadOn } from '../../../../src/ui/core/lead_on';

const to = vi.fn();
beforeEach(() => {
  to.mockClear();
  history.replaceState(null, '', '/tournaments?x=1');
});

it('leads on from the page on which it was asked for, whatever its address says beside', () => {
  const lead = leadOn({ to });
  history.replaceState(null, '', '/tournaments#2');
  lead({ page: 'tournaments', id: 't1t1' });
  expect(to.mock.calls).toEqual([[{ page: 'tournaments', id: 't1t1' }]]);
});

// What was made by a slow answer took its maker out of a game that had begun meanwhile.
it('leads nowhere from another page', () => {
  const lead = leadOn({ to });
  history.replaceState(null, '', '/gAme0001');
  lead({ page: 'tournaments', id: 't1t1' });
  expect(to).not.toHaveBeenCalled();
});
