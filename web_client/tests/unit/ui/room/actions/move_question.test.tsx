// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { Stage } from '../../stage';
import { act, cleanup, screen } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

afterEach(cleanup);

// It came late, or again after a pause, and what was typed answered it.
it('takes the focus, but not from what is being written', async () => {
  const stage = new Stage();
  stage.open({ legal: ['c4'] });
  const field = await screen.findByPlaceholderText('Say something kind…');
  const ask = (move: string | null): Promise<void> => act(() => stage.model.command({ do: 'try', move }));
  const yes = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Play c4' });
  field.focus();
  await ask('c4');
  await yes();
  expect(document.activeElement).toBe(field);
  await ask(null);
  field.blur();
  await ask('c4');
  expect(document.activeElement).toBe(await yes());
});
