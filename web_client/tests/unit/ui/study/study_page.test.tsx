// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import { Refusal } from '../../../../src/protocol/connection';
import type { Edit, StudyMessage } from '../../../../src/protocol/study_messages';
import { keptEdits } from '../../../../src/ui/study/kept_edits';
import { StudyModel } from '../../../../src/ui/study/study_model';
import { StudyView } from '../../../../src/ui/study/study_view';
import { StudiesList } from '../../../../src/ui/study/studies_list';
import { act, cleanup, fireEvent, screen, waitFor, within } from '../screen';
import { Site } from '../site';

// What is fetched later is here before: a test that ends would take its environment from under it.
import.meta.glob(
  ['../../../../src/ui/{parts,study,replay}/**/*.{ts,tsx}', '../../../../src/games/gomoku/gomoku.ts'],
  { eager: true },
);

const study = (more: Partial<StudyMessage> = {}): StudyMessage => ({
  t: 'study',
  studyId: 's1s1',
  name: 'Openings',
  visibility: 'private',
  you: 1,
  members: [
    { number: 1, name: 'Lin', role: 'owner' },
    { number: 2, name: 'Wang', role: 'writer' },
  ],
  chapters: [
    { chapter: 1, name: 'Direct', game: 'gomoku' },
    { chapter: 2, name: 'Indirect', game: 'gomoku' },
  ],
  chapter: 1,
  content: {
    name: 'Direct',
    game: 'gomoku',
    rule: 'renju',
    size: 15,
    v: 4,
    nodes: [
      { id: 0 },
      { id: 1, parent: 0, move: 'h8' },
      { id: 2, parent: 1, move: 'i9', comments: [{ by: 2, text: 'direct' }], glyphs: [1] },
      { id: 3, parent: 1, move: 'i8' },
    ],
  },
  ...more,
});

let site: Site;
let edits: (Edit & { seen: number })[];
let answer: (message: ClientMessage) => object | Promise<object>;

async function open(message: StudyMessage = study(), node?: number): Promise<void> {
  site.open(<StudyView id="s1s1" chapter={1} node={node} />);
  // A page that was left before has its say first.
  await waitFor(() => expect(site.asked.some(({ t }) => t === 'openStudy')).toBe(true));
  await site.hear(message);
  await waitFor(() => expect(screen.getByRole('tree')).toBeTruthy());
}

const item = (name: RegExp): HTMLElement => screen.getByRole('treeitem', { name });
const items = () => screen.getAllByRole('treeitem').map((one) => one.textContent);
const selected = (): string | null | undefined =>
  screen.getAllByRole('treeitem').find((one) => one.getAttribute('aria-selected') === 'true')?.textContent;
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

beforeEach(() => {
  sessionStorage.clear();
  site = new Site().greet();
  edits = [];
  answer = () => ({ t: 'ack', v: 5 });
  site.answer = (message) => {
    if (message.t === 'explore')
      return { t: 'explored', pos: `${'-'.repeat(225)} X`, turn: 'first', legal: [], check: false, outcome: null, moves: message.moves, lastMove: null, notation: {} }; // prettier-ignore
    if (message.t !== 'edit') return { t: 'ack' };
    edits.push(message);
    return answer(message);
  };
});
afterEach(cleanup);

describe('a study', () => {
  it('is asked for, and shown as a tree with what is written in it', async () => {
    await open();
    expect(site.asked[0]).toEqual({ t: 'openStudy', studyId: 's1s1', chapter: 1 });
    expect(items()).toEqual(['Start', '1.H8', 'I9!', '1…I8']);
    expect(item(/I9/).getAttribute('aria-describedby')).toBe('comment-2');
    expect(document.getElementById('comment-2')?.textContent).toBe('Wang direct');
    expect(item(/I8/).getAttribute('aria-level')).toBe('2');
  });

  it('is one stop of Tab, through which arrows lead', async () => {
    await open();
    expect(screen.getAllByRole('treeitem').filter((one) => one.tabIndex === 0)).toHaveLength(1);
    const tree = screen.getByRole('tree');
    item(/Start/).focus();
    for (const [key, name] of [
      ['ArrowRight', '1.H8'],
      ['ArrowRight', 'I9!'],
      ['ArrowDown', '1…I8'],
      ['ArrowUp', 'I9!'],
      ['ArrowLeft', '1.H8'],
      ['End', '1…I8'],
      ['Home', 'Start'],
    ] as const) {
      fireEvent.keyDown(tree, { key });
      await waitFor(() => expect(selected()).toBe(name));
      expect(document.activeElement?.textContent).toBe(name);
    }
  });

  // It was grey in every study, whatever moves were ahead.
  it('offers steps, but no play through a game that it has not', async () => {
    await open();
    expect(screen.queryByLabelText('Play')).toBeNull();
    fireEvent.click(screen.getByLabelText('Forward one move'));
    await waitFor(() => expect(selected()).toBe('1.H8'));
  });

  // Board and steps were never in sight together.
  it('has on phones nothing between the board and the steps', async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
    happyDOM.setViewport({ width: 390, height: 844 });
    onTestFinished(() => happyDOM.setViewport({ width: 1024, height: 768 }));
    await open();
    const [deck, ...others] = document.querySelectorAll('.replay-deck');
    expect([document.querySelector('.replay-panel')?.firstElementChild, others]).toEqual([deck, []]);
  });

  it('opens at the move that its address names', async () => {
    await open(study(), 3);
    expect(selected()).toBe('1…I8');
  });

  it('shows a sign at once, and sends it once', async () => {
    await open(study(), 3);
    let settle: (message: object) => void = () => undefined;
    answer = () => new Promise<object>((resolve) => (settle = resolve));
    fireEvent.click(button('Bad move'));
    await waitFor(() => expect(selected()).toBe('1…I8?'));
    await waitFor(() => expect(screen.getByText('Saving…')).toBeTruthy());
    expect(edits).toMatchObject([{ do: 'glyphs', node: 3, glyphs: [2], seen: 4 }]);
    await act(() => {
      settle({ t: 'ack', v: 5 });
    });
    await site.hear({
      t: 'studyEdit',
      studyId: 's1s1',
      chapter: 1,
      v: 5,
      by: 1,
      do: 'glyphs',
      node: 3,
      glyphs: [2],
    });
    await waitFor(() => expect(screen.getByText('Saved')).toBeTruthy());
    expect(edits).toHaveLength(1);
  });

  it('undoes what is refused, and says why', async () => {
    await open(study(), 3);
    answer = () => Promise.reject(new Refusal('not_allowed', '', 'stale'));
    fireEvent.click(button('Bad move'));
    await waitFor(() => expect(selected()).toBe('1…I8'));
    await waitFor(() => expect(site.said.join()).toContain('just changed'));
  });

  it('keeps a comment as it is written, when the field is left', async () => {
    await open(study(), 3);
    const field = screen.getByLabelText('Your comment on this position');
    fireEvent.input(field, { target: { value: ' indirect ' } });
    fireEvent.blur(field);
    expect(edits).toMatchObject([{ do: 'comment', node: 3, text: 'indirect' }]);
  });

  it('asks before it deletes more than a move', async () => {
    await open(study(), 1);
    fireEvent.click(button('Delete move…'));
    expect(edits).toEqual([]);
    fireEvent.click(
      within(screen.getByRole('group', { name: '' })).getByRole('button', { name: 'Delete move' }),
    );
    await waitFor(() => expect(selected()).toBe('Start'));
    expect(edits).toMatchObject([{ do: 'remove', node: 1 }]);
  });

  // One press took a comment of another member along, without a word.
  it('asks before it deletes a move that has a comment', async () => {
    await open(study(), 3);
    await site.hear({
      t: 'studyEdit',
      studyId: 's1s1',
      chapter: 1,
      v: 5,
      by: 2,
      do: 'comment',
      node: 3,
      author: 2,
      text: 'Long work.',
    });
    fireEvent.click(button('Delete move…'));
    expect(edits).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('Delete this move and all that follows it, 1 move?');
  });

  it('makes a variation the main line', async () => {
    await open(study(), 3);
    fireEvent.click(button('Make main line'));
    await waitFor(() => expect(items()).toEqual(['Start', '1.H8', 'I8', '1…I9!']));
    expect(edits).toMatchObject([{ do: 'mainLine', node: 3 }]);
  });

  it('shows where others look', async () => {
    await open();
    await site.hear({ t: 'studyCursors', studyId: 's1s1', chapter: 1, at: [{ name: 'Wang', node: 3 }] });
    expect(item(/I8/).textContent).toContain('Looking here: Wang');
  });

  it('lets a viewer read, and says so', async () => {
    await open(study({ you: 0 }));
    expect(screen.queryByLabelText('Your comment on this position')).toBeNull();
    expect(screen.getByText(/You read this study/)).toBeTruthy();
    expect(screen.queryByText('Members')).toBeTruthy();
    expect(screen.queryByText('Name and visibility')).toBeNull();
  });

  // Tab went past all of its moves, with no item to stop at.
  it('is one stop of Tab to a reader who tries a move, too', async () => {
    const started = vi.spyOn(StudyModel.prototype, 'start');
    onTestFinished(() => started.mockRestore());
    await open(study({ you: 0 }), 3);
    const [model] = started.mock.contexts as StudyModel[];
    await act(() => model?.walk(['h8', 'i9', 'a1']));
    expect(model?.state.peek().tried).toEqual(['a1']);
    const stops = screen.getAllByRole('treeitem').filter((one) => one.tabIndex === 0);
    expect(stops.map((one) => one.textContent)).toEqual(['I9!']);
  });

  // A rename on an old page made public again what another page had made private.
  it('says who sees it only where that is chosen', async () => {
    await open();
    fireEvent.click(button('Name and visibility'));
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Endings' } });
    fireEvent.click(button('Save'));
    await waitFor(() => expect(site.bodies).toEqual([{ name: 'Endings' }]));
  });

  it('that is not there, or is there no more, says so', async () => {
    await open();
    await site.hear({ t: 'error', code: 'not_found', reason: 'study', message: '' });
    expect(screen.getByText('There is no such study, or it is private.')).toBeTruthy();
  });

  it('sends what was done when its page is left', async () => {
    await open(study(), 3);
    const field = screen.getByLabelText('Your comment on this position');
    fireEvent.input(field, { target: { value: 'last words' } });
    cleanup();
    await waitFor(() => expect(edits).toMatchObject([{ do: 'comment', node: 3, text: 'last words' }]));
    await waitFor(() => expect(site.sent).toContainEqual({ t: 'closeStudy', studyId: 's1s1' }));
  });

  // It was thrown away, and the page said that the server is restarting.
  it('sends again what a server that restarts did not take', async () => {
    await open(study(), 3);
    answer = () => Promise.reject(new Refusal('shutting_down', '', undefined, 10));
    fireEvent.click(button('Bad move'));
    await waitFor(() => expect(edits.length).toBeGreaterThan(1));
    answer = () => ({ t: 'ack', v: 5 });
    await waitFor(() => expect(edits.at(-1)).toMatchObject({ do: 'glyphs', glyphs: [2] }));
    expect(site.said.join()).toBe('');
  });

  // Another tab had logged in: the next connection was the other user's.
  it('sends nothing of the user before', async () => {
    await open(study(), 3);
    answer = () => Promise.reject(new Refusal('connection_lost', ''));
    fireEvent.click(button('Bad move'));
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    answer = () => ({ t: 'ack', v: 5 });
    const { length } = edits;
    site.asked.splice(0);
    await act(() => void site.greet({ id: 'u2', name: 'Wang' }));
    await waitFor(() => expect(site.asked.some(({ t }) => t === 'openStudy')).toBe(true));
    await site.hear(study({ you: 2 }));
    await waitFor(() => expect(items()).toEqual(['Start', '1.H8', 'I9!', '1…I8']));
    expect(edits).toHaveLength(length);
  });

  // The page that was taken away said its last words as the next user.
  it('keeps what the user before was writing for that user alone', async () => {
    await open(study(), 3);
    const label = 'Your comment on this position';
    fireEvent.input(screen.getByLabelText(label), { target: { value: 'half a sentence' } });
    await act(() => void site.greet({ id: 'u2', name: 'Wang' }));
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull());
    const of = (user: string) => keptEdits({ user, studyId: 's1s1', chapter: 1 });
    const half = [{ edit: { do: 'comment', node: 3, text: 'half a sentence' } }];
    await waitFor(() => expect(of('u1')).toMatchObject(half));
    expect([of('u2'), edits]).toEqual([[], []]);
  });

  // "Saving…" stood there, and the tab was closed with an evening's work.
  it('asks before a tab is closed that could not send all of it', async () => {
    const asks = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    await open(study(), 3);
    answer = () => Promise.reject(new Refusal('connection_lost', ''));
    await act(() => void (site.status.value = 'lost'));
    expect(asks()).toBe(false);
    fireEvent.click(button('Bad move'));
    await waitFor(() => expect(asks()).toBe(true));
    await act(() => void (site.status.value = 'open'));
    await waitFor(() => expect(asks()).toBe(false));
  });

  it('has what could not be sent after a reload', async () => {
    await open(study(), 3);
    answer = () => Promise.reject(new Refusal('connection_lost', ''));
    fireEvent.click(button('Bad move'));
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    answer = () => ({ t: 'ack', v: 5 });
    const { length } = edits;
    cleanup();
    site.asked.splice(0);
    await open(study(), 3);
    await waitFor(() => expect(edits.slice(length)).toMatchObject([{ do: 'glyphs', glyphs: [2] }]));
  });
});

describe('the members of a study', () => {
  it('are added and taken out by its owner', async () => {
    await open();
    fireEvent.input(screen.getByLabelText('Name of an account'), { target: { value: 'Zhao' } });
    fireEvent.click(button('Add'));
    await waitFor(() => expect(site.bodies).toEqual([{ name: 'Zhao', role: 'writer' }]));
    // The second half of a double click that took out who had stood there.
    fireEvent.click(button('Remove Wang'), { detail: 2 });
    expect(site.bodies).toHaveLength(1);
    fireEvent.click(button('Remove Wang'));
    await waitFor(() => expect(site.fetched).toContain('POST /api/studies/s1s1/members/2'));
    expect(site.bodies[1]).toEqual({ role: 'gone' });
  });
});

describe('my studies', () => {
  it('are those that one owns or shares', async () => {
    site.archive = () => ({
      studies: [
        { id: 's1s1', name: 'Openings', visibility: 'private', owner: 'Lin', role: 'owner' },
        { id: 's2s2', name: 'Endings', visibility: 'public', owner: 'Wang', role: 'viewer' },
      ],
      more: true,
    });
    site.open(<StudiesList />);
    await waitFor(() => expect(screen.getByText('Openings')).toBeTruthy());
    expect(screen.getByRole('link', { name: 'Endings' }).getAttribute('href')).toBe('/study/s2s2');
    expect(screen.getByText('by Wang')).toBeTruthy();
    expect(screen.getByText('The last 2.')).toBeTruthy();
  });

  it('are where they were left for who comes back, once they are here', async () => {
    const scrolled = vi.fn();
    vi.stubGlobal('scrollTo', scrolled);
    onTestFinished(() => history.replaceState(null, ''));
    history.replaceState({ scroll: 640 }, '');
    site.archive = () => ({ studies: [] });
    site.open(<StudiesList />);
    await screen.findByText('None yet.');
    expect(scrolled.mock.calls).toEqual([[0, 640]]);
  });

  it('are made of nothing but a game, or of a file', async () => {
    site.archive = (request) => (request.startsWith('POST') ? { id: 's9s9' } : { studies: [] });
    site.open(<StudiesList />);
    fireEvent.click(button('New study'));
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'New one' } });
    fireEvent.click(button('Create'));
    await waitFor(() => expect(site.bodies).toHaveLength(1));
    expect(site.bodies[0]).toMatchObject({
      name: 'New one',
      visibility: 'private',
      chapter: { name: 'New one', game: 'xiangqi', rule: 'standard' },
    });
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'study', id: 's9s9' }));
  });
});

it('keeps what is being written of a move that another one deletes, and puts it where one wants', async () => {
  await open(study(), 3);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your comment on this position');
  field.focus();
  fireEvent.input(field, { target: { value: 'half a thought' } });
  await site.hear({ t: 'studyEdit', studyId: 's1s1', chapter: 1, v: 5, by: 2, do: 'remove', node: 3 });
  const kept = await screen.findByDisplayValue('half a thought');
  expect(document.activeElement, 'no key of the page').toBe(kept);
  expect(screen.getByRole('alert').textContent).toContain('not saved');
  expect([selected(), edits]).toEqual(['1.H8', []]);
  fireEvent.click(button('Add to the shown move'));
  await waitFor(() => expect(edits).toMatchObject([{ do: 'comment', node: 1, text: 'half a thought' }]));
  expect(screen.queryByRole('alert')).toBeNull();
});
