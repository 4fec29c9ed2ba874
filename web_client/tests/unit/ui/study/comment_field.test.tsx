// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { CommentField } from '../../../../src/ui/study/comment_field';
import { cleanup, fireEvent, render, screen } from '../screen';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const onWrite = vi.fn<(text: string) => void>();
const field = (text: string) => <CommentField label="Comment" text={text} onWrite={onWrite} />;

// The owner of the study deleted a comment whose writer had not left the field: leaving it brought the comment back.
it('keeps nothing again that was deleted since', async () => {
  vi.useFakeTimers();
  const { rerender } = render(field(''));
  const area = screen.getByLabelText<HTMLTextAreaElement>('Comment');
  fireEvent.input(area, { target: { value: 'a thought' } });
  await vi.advanceTimersByTimeAsync(1_200);
  rerender(field('a thought'));
  rerender(field(''));
  fireEvent.blur(area);
  expect(onWrite.mock.calls).toEqual([['a thought']]);
  fireEvent.input(area, { target: { value: 'another' } });
  cleanup();
  expect(onWrite.mock.calls).toEqual([['a thought'], ['another']]);
});
