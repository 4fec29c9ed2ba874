// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { SureButton } from '../../../../src/ui/parts/sure_button';
import { act, cleanup, fireEvent, screen, seen } from '../screen';
import { Site } from '../site';

const remove = vi.fn(() => Promise.resolve());
const shows = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
const open = (): Site =>
  new Site().open(<SureButton label="Delete" question="Delete all of it?" onSure={remove} />);
const press = (name: string, detail = 1): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }), { detail });
    await new Promise((done) => setTimeout(done));
  });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('asks where the question is seen, with the focus, which it gives back', async () => {
  open();
  const button = screen.getByRole('button', { name: 'Delete…' });
  button.focus();
  await press('Delete…');
  expect(screen.getByRole('alert').textContent).toBe('Delete all of it?');
  expect(shows.mock.contexts).toEqual([seen('.sure-question')]);
  expect(document.activeElement).toBe(seen('.sure-question'));
  await press('Close');
  expect(document.activeElement).toBe(button);
  expect(remove).not.toHaveBeenCalled();
});

it('neither asks nor acts at the second half of a double click', async () => {
  open();
  await press('Delete…', 2);
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Delete…');
  await press('Delete', 2);
  expect(remove).not.toHaveBeenCalled();
  await press('Delete');
  expect(remove).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
});
