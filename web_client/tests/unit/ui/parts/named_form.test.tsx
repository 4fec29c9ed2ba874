// @vitest-environment happy-dom
import { useState } from 'preact/hooks';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { NamedForm } from '../../../../src/ui/parts/named_form';
import { cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';

afterEach(cleanup);

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button onClick={() => setOpen(true)}>Edit</button>
      {open && (
        <NamedForm
          longest={20}
          save="Save"
          onSave={() => Promise.resolve()}
          onClose={() => setOpen(false)}
          why={String}
        >
          {null}
        </NamedForm>
      )}
    </main>
  );
}

/** What has opened the form. */
function open(): HTMLElement {
  new Site().open(<Page />);
  const opener = screen.getByText('Edit');
  opener.focus();
  fireEvent.click(opener);
  return opener;
}
const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Name' });

// It closed the form, with all that was typed in it.
it('keeps what was typed at Escape', () => {
  open();
  fireEvent.input(field(), { target: { value: 'Cup 2019' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field().value).toBe('Cup 2019');
});

// It opened below the window, with the focus, and nothing seemed to happen.
it('comes into view', () => {
  const show = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => show.mockRestore());
  open();
  expect(show.mock.contexts).toEqual([field().closest('form')]);
});

// It was nowhere after "Close": the next Tab led to the beginning of the page.
it('takes the focus, and gives it back also from its own button', () => {
  const opener = open();
  expect(document.activeElement).toBe(field());
  const close = screen.getByText('Close');
  close.focus();
  fireEvent.click(close);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(opener);
});
