// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { ImportPanel } from '../../../../src/ui/collections/import_panel';
import { cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';

afterEach(cleanup);

// They were gone, and nothing had told so.
it('says what of a file no collection keeps', () => {
  new Site().greet().open(<ImportPanel collection="c1c1" files={[]} onFiles={vi.fn()} onClose={vi.fn()} />);
  expect(screen.getByText(/Only studies keep comments and variations\.$/)).toBeTruthy();
});

// Escape closed it, and the games that were pasted were gone.
it('keeps what was pasted at Escape', () => {
  const close = vi.fn();
  new Site().greet().open(<ImportPanel collection="c1c1" files={[]} onFiles={vi.fn()} onClose={close} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Or paste games');
  fireEvent.input(field, { target: { value: '1. h2e2' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([field.value, close.mock.calls.length]).toEqual(['1. h2e2', 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledOnce();
});
