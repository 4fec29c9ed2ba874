// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import type { StudyMessage } from '../../../../src/protocol/study_messages';
import { stepStudy } from '../../../../src/state/study';
import { newStudy, type StudyEvent, type StudyState } from '../../../../src/state/study_state';
import { NodeEditor } from '../../../../src/ui/study/node_editor';
import type { StudyModel } from '../../../../src/ui/study/study_model';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

afterEach(cleanup);

const content = { name: 'One', game: 'gomoku', rule: 'renju', v: 4, nodes: [{ id: 0 }] } as const;
const study: StudyMessage = {
  t: 'study',
  studyId: 's1',
  name: 'Openings',
  you: 1,
  members: [{ number: 1, name: 'Lin', role: 'owner' }],
  chapters: [{ chapter: 1, name: 'One', game: 'gomoku' }],
  chapter: 1,
  content,
};
const after = (state: StudyState, ...events: readonly StudyEvent[]): StudyState =>
  events.reduce((before, event) => stepStudy(before, event).state, state);

// Until its move has the server's number the field was of another one: the focus went in the middle of a word, and
// what was written was sent of a move that the server does not know.
it('keeps what is being written of a move whose number comes meanwhile', async () => {
  const state = signal(
    after(newStudy('s1', 1), { do: 'hear', message: study }, { do: 'walk', moves: ['h8'] }),
  );
  const edit = vi.fn();
  const model = { state, edit } as unknown as StudyModel;
  function Editor() {
    const { shown, at } = state.value;
    const node = shown?.nodes.get(at);
    const pen = { on: false, brush: 'green', label: '' } as const;
    return shown && node ? (
      <NodeEditor
        model={model}
        chapter={shown}
        node={node}
        pen={pen}
        onPen={() => undefined}
        authorOf={() => ''}
      />
    ) : null;
  }
  new Site().greet().open(<Editor />);
  expect(state.value.at).toBe(-1);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your comment on this position');
  fireEvent.input(field, { target: { value: 'a thou' } });
  await act(() => {
    state.value = after(state.value, { do: 'acked', v: 5, node: 7 });
  });
  expect(state.value.at).toBe(7);
  expect(screen.getByLabelText('Your comment on this position')).toBe(field);
  expect(field.value).toBe('a thou');
  expect(edit).not.toHaveBeenCalled();
  fireEvent.blur(field);
  expect(edit.mock.calls).toEqual([[{ do: 'comment', node: 7, text: 'a thou' }]]);
});

// One press at its × deleted what another member had written.
it('asks before it deletes the comment of another member', async () => {
  const node = { id: 0, comments: [{ by: 2, text: 'a thought' }, { text: 'of the file' }] };
  const members = [...study.members, { number: 2, name: 'Wang', role: 'writer' } as const];
  const message = { ...study, members, content: { ...content, nodes: [node] } };
  const state = signal(after(newStudy('s1', 1), { do: 'hear', message }));
  const edit = vi.fn();
  const { shown } = state.value;
  const start = shown?.nodes.get(0);
  if (!shown || !start) throw new Error('no start');
  new Site()
    .greet()
    .open(
      <NodeEditor
        model={{ state, edit } as unknown as StudyModel}
        chapter={shown}
        node={start}
        pen={{ on: false, brush: 'green', label: '' }}
        onPen={() => undefined}
        authorOf={({ by }) => (by === 2 ? 'Wang' : 'File')}
      />,
    );
  const [first] = screen.getAllByRole('button', { name: 'Delete comment…' });
  fireEvent.click(first ?? document.body);
  expect(await screen.findByText('Delete the comment of Wang?')).toBeTruthy();
  expect(edit).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete comment' }));
  expect(edit.mock.calls).toEqual([[{ do: 'comment', node: 0, author: 2, text: '' }]]);
  await waitFor(() => expect(screen.queryByText('Delete the comment of Wang?')).toBeNull());
});
