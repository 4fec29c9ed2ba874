// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { ChapterSource } from '../../../../src/protocol/studies';
import { NewChapter, VisibilityField, type Added } from '../../../../src/ui/study/new_chapter';
import { chooseFile, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

afterEach(cleanup);

/** What a form asks for whose text or file is `give()`n; `made` is the answer. */
function saved(give: () => void, made: Added = { notes: undefined, open: () => undefined }): ChapterSource[] {
  const sources: ChapterSource[] = [];
  const onSave = (source: ChapterSource): Promise<Added> => {
    sources.push(source);
    return Promise.resolve(made);
  };
  new Site().open(<NewChapter save="Save" onSave={onSave} onClose={() => undefined} />);
  fireEvent.input(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } });
  fireEvent.click(screen.getByText('A file or a position'));
  give();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return sources;
}

const choose = (file: File): void => {
  fireEvent.change(screen.getByLabelText(/Choose a file/), { target: { files: [file] } });
};

// No page lists studies that all may see.
it.each([
  ['private', ['Members', 'Whoever has the link']],
  ['public', ['Members', 'Whoever has the link', 'Everyone']],
] as const)('offers no study to everyone, but shows that it is %s', (value, texts) => {
  new Site().open(<VisibilityField value={value} onChange={() => undefined} />);
  expect(screen.getAllByRole('radio').map((one) => one.parentElement?.textContent)).toEqual(texts);
});

describe('a chapter of a file', () => {
  it('is made of its bytes', async () => {
    const sources = saved(() => choose(new File([new Uint8Array([88, 81, 10, 0, 255])], 'game.xqf')));
    await waitFor(() => expect(sources).toEqual([{ name: 'Mine', base64: 'WFEKAP8=' }]));
    expect(screen.getByText('game.xqf')).toBeTruthy();
  });

  it('is made of a text that was written', async () => {
    const sources = saved(() => {
      choose(new File(['x'], 'game.xqf'));
      fireEvent.input(screen.getByRole('textbox', { name: /Paste games/ }), {
        target: { value: '1. C2=5' },
      });
    });
    await waitFor(() => expect(sources).toEqual([{ name: 'Mine', record: '1. C2=5' }]));
  });

  // The text stayed, and the press on the file did nothing.
  it('is made of the same file that is chosen again after a text', async () => {
    const once = new File([new Uint8Array([88, 81])], 'game.xqf');
    const sources = saved(() => {
      const field = screen.getByLabelText<HTMLInputElement>(/Choose a file/);
      chooseFile(field, once);
      fireEvent.input(screen.getByRole('textbox', { name: /Paste games/ }), {
        target: { value: '1. C2=5' },
      });
      chooseFile(field, once);
    });
    await waitFor(() => expect(sources).toEqual([{ name: 'Mine', base64: 'WFE=' }]));
  });

  it('tells what of the file was left out, and then opens', async () => {
    let opened = 0;
    const notes = [{ message: 'game 2: line 8: no such move', line: 8, reason: 'left_out' }];
    saved(() => choose(new File(['x'], 'games.pgn')), { notes, open: () => opened++ });
    await screen.findByText('game 2: line 8: no such move');
    expect(opened).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(opened).toBe(1);
  });

  it('is not sent where it is too large', async () => {
    const sources = saved(() => choose(new File([new Uint8Array(196_609)], 'library.cbl')));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That is too large.'));
    expect(sources).toEqual([]);
  });
});
