// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { ChapterSource } from '../../../../src/protocol/studies';
import { NewChapter } from '../../../../src/ui/study/new_chapter';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

afterEach(cleanup);

/** What a form asks for whose text or file is `give()`n. */
function saved(give: () => void): ChapterSource[] {
  const sources: ChapterSource[] = [];
  const onSave = (source: ChapterSource): Promise<void> => {
    sources.push(source);
    return Promise.resolve();
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

  it('is not sent where it is too large', async () => {
    const sources = saved(() => choose(new File([new Uint8Array(196_609)], 'library.cbl')));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That is too large.'));
    expect(sources).toEqual([]);
  });
});
