// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { StudyMessage } from '../../../../src/protocol/study_messages';
import { StudyView } from '../../../../src/ui/study/study_view';
import { cleanup, fireEvent, screen, seen, waitFor } from '../screen';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chapter = (more: object): StudyMessage =>
  ({
    t: 'study',
    studyId: 's1s1',
    name: 'Openings',
    you: 1,
    members: [{ number: 1, name: 'Lin', role: 'owner' }],
    chapters: [{ chapter: 1, name: 'Direct', game: 'gomoku' }],
    chapter: 1,
    content: { name: 'Direct', game: 'gomoku', rule: 'renju', size: 15, v: 4, ...more },
  }) as unknown as StudyMessage;

/** The sheet that is printed: its texts, and how many diagrams it has. */
async function printed(more: object): Promise<{ text: string; diagrams: number }> {
  vi.stubGlobal('print', () => undefined);
  const site = new Site().greet();
  site.open(<StudyView id="s1s1" chapter={1} node={undefined} />);
  await waitFor(() => expect(site.asked.some(({ t }) => t === 'openStudy')).toBe(true));
  await site.hear(chapter(more));
  await waitFor(() => expect(screen.getByRole('tree')).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: /Print/ }));
  await waitFor(() => expect(document.querySelector('.study-sheet')).toBeTruthy());
  const sheet = seen('.study-sheet');
  return { text: sheet.textContent, diagrams: sheet.querySelectorAll('figure').length };
}

const move = { id: 1, parent: 0, move: 'h8' };

// A composition was printed without its position, and without the words before its first move.
it('has the start, where something is said of it', async () => {
  const { text, diagrams } = await printed({
    nodes: [{ id: 0, comments: [{ by: 1, text: 'Black wins.' }] }, move],
  });
  expect(text).toContain('Black wins.');
  expect(diagrams).toBe(2);
});

it('has a position that is set up', async () => {
  const startPos = `${'-'.repeat(112)}X${'-'.repeat(112)} O`;
  expect((await printed({ startPos, nodes: [{ id: 0 }, { ...move, move: 'a1' }] })).diagrams).toBe(2);
});

it('leaves out the usual start', async () => {
  expect((await printed({ nodes: [{ id: 0 }, move] })).diagrams).toBe(1);
});
