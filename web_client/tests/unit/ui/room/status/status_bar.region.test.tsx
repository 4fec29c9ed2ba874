// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { layout, type Layout } from '../../../../../src/ui/core/layout';
import { Stage } from '../../stage';
import { act, cleanup, fireEvent, screen, waitFor } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));
vi.mock('../../../../../src/ui/room/use_stack', async () => {
  const { renderStack } = await import('../../../../../src/ui/room/stack');
  return { useRenderStack: () => renderStack };
});

afterEach(cleanup);

const fail = (): never => {
  throw new Error('no plate yet');
};
const layOut = (as: Layout): void => void ((layout as { value: Layout }).value = as);
const status = (): readonly Element[] => [...document.querySelectorAll('.status')];

const open = [
  ['columns', null],
  ['beside', null],
  ['beside', 'Chat'],
  ['stack', null],
  ['stack', 'Moves'],
  ['stack', 'Chat'],
] as const;

describe.each(open)('in layout %s with %s open', (as, sheet) => {
  const show = (...room: Parameters<Stage['open']>): void => {
    layOut(as);
    new Stage().open(...room);
    if (sheet)
      fireEvent.click(screen.getAllByRole('button', { name: new RegExp(`^${sheet}`) })[0] as Element);
  };

  it('there is one status', () => {
    show();
    expect(status()).toHaveLength(1);
  });

  it('one can pass where nothing else is legal', () => {
    show({ legal: ['pass'] });
    expect(screen.getByRole('button', { name: 'Pass' })).toBeTruthy();
  });

  it('one can answer an offer', async () => {
    show({ offers: { draw: 'second' } });
    expect(await screen.findAllByRole('button', { name: 'Accept' })).toHaveLength(1);
  });

  it('one can answer the offer of a rematch, once the plate is put away', async () => {
    show({ status: 'finished', result: 'draw', reason: 'agreement', offers: { rematch: 'second' } });
    const close = await waitFor(() => document.querySelector<HTMLElement>('.plate-close') ?? fail());
    await act(() => close.click());
    expect(await screen.findAllByRole('button', { name: 'Accept' })).toHaveLength(1);
  });
});
