// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import type { StudyInfo, StudyMember, StudyMessage } from '../../../../src/protocol/study_messages';
import { mayWrite } from '../../../../src/state/study_state';
import { keptEdits } from '../../../../src/ui/study/kept_edits';
import { StudyModel } from '../../../../src/ui/study/study_model';
import { Site } from '../site';

const wang: StudyMember = { number: 1, name: 'Wang', role: 'owner' };
const info = (...members: readonly StudyMember[]): StudyInfo => ({
  studyId: 's1s1',
  name: 'Openings',
  members: [wang, ...members],
  chapters: [1, 2, 3].map((chapter) => ({ chapter, name: 'One', game: 'gomoku' })),
});
const study = (you: number, ...members: readonly StudyMember[]): StudyMessage => ({
  ...info(...members),
  t: 'study',
  you,
  chapter: 1,
  content: {
    game: 'gomoku',
    rule: 'renju',
    v: 4,
    nodes: [
      { id: 0 },
      { id: 1, parent: 0, move: 'h8' },
      { id: 2, parent: 1, move: 'i9' },
      { id: 3, parent: 1, move: 'i8' },
    ],
  },
});
/** The visitor of the site. */
const lin: StudyMember = { number: 2, name: 'Lin', role: 'writer' };

let site: Site;
let models: Set<StudyModel>;
/** Answers the edit that was sent last. */
let settle: (answer: object) => void;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  site = new Site().greet();
  models = new Set();
  site.answer = (message) =>
    message.t === 'edit' ? new Promise<object>((done) => (settle = done)) : { t: 'ack' };
});
afterEach(async () => {
  for (const model of models) model.leave();
  // The next test waits for no page of this one.
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const later = (ms = 100): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const edits = () => site.asked.filter(({ t }) => t === 'edit');
const opened = () => site.asked.flatMap((one) => (one.t === 'openStudy' ? [one.chapter] : []));

async function start(chapter: number | null = 1): Promise<StudyModel> {
  const model = new StudyModel(site.services, 's1s1', chapter, undefined);
  models.add(model);
  model.start();
  await later(0);
  return model;
}

async function write(): Promise<StudyModel> {
  const model = await start();
  model.onMessage(study(2, lin));
  return model;
}

function leave(model: StudyModel): void {
  models.delete(model);
  model.leave();
}

// The pause of a busy server ended after the line had come back, which had sent the edit already: the answer to the
// second one was taken for that to the edit after it, which the server did not have yet.
it('sends nothing again that was sent again since', async () => {
  const model = await write();
  const hold = site.answer;
  site.answer = () => Promise.reject(new Refusal('busy', '', undefined, 500));
  model.edit({ do: 'glyphs', node: 1, glyphs: [1] });
  model.edit({ do: 'glyphs', node: 2, glyphs: [2] });
  await later(0);
  site.answer = hold;
  model.onConnected();
  model.onMessage(study(2, lin));
  await later(500);
  expect(edits()).toHaveLength(2);
  settle({ t: 'ack', v: 5 });
  await later();
  expect(model.state.peek().pending).toMatchObject([{ acked: 5, edit: { node: 1 } }, { edit: { node: 2 } }]);
});

// It opened the study, and the first of them closed it: what others did was not heard any more, and each edit refused.
it('waits for all pages before it that are sending yet', async () => {
  const first = await write();
  first.edit({ do: 'glyphs', node: 1, glyphs: [1] });
  leave(first);
  leave(await start(2));
  await later();
  await start(3);
  await later();
  expect(opened()).toEqual([1]);
  settle({ t: 'ack', v: 5 });
  await later();
  expect(opened()).toEqual([1, 3]);
  expect(site.sent).toContainEqual({ t: 'closeStudy', studyId: 's1s1' });
});

// Who came back at once found it among what could not be sent: a move was promoted twice.
it('sends nothing that the page before is sending yet', async () => {
  const first = await write();
  first.edit({ do: 'promote', node: 3 });
  leave(first);
  const second = await start();
  settle({ t: 'ack', v: 5 });
  await later();
  second.onMessage(study(2, lin));
  await later();
  expect(opened()).toEqual([1, 1]);
  expect(edits()).toHaveLength(1);
});

// The page went on saying that one reads only, until it was loaded again.
it('lets a reader write who is made a writer', async () => {
  const model = await start();
  model.onMessage(study(0));
  expect(mayWrite(model.state.peek())).toBe(false);
  model.onMessage({ t: 'studyInfo', ...info(lin) });
  await later();
  expect(site.asked.at(-1)).toEqual({ t: 'openStudy', studyId: 's1s1', chapter: 1, v: 4 });
  model.onMessage(study(2, lin));
  expect(mayWrite(model.state.peek())).toBe(true);
  model.onMessage({ t: 'studyInfo', ...info(lin) });
  await later();
  expect(opened(), 'once').toEqual([1, 1]);
});

const refuse = (code: string): void => {
  site.answer = (message) =>
    message.t === 'edit' ? Promise.reject(new Refusal(code, '', undefined, 500)) : { t: 'ack' };
};

// It stood in the page alone: any other page took it away without a question.
it('shows a comment that was not taken to who comes back, until they want it no more', async () => {
  const kept = () => keptEdits({ user: 'u1', studyId: 's1s1', chapter: 1 });
  const first = await write();
  refuse('not_allowed');
  first.edit({ do: 'comment', node: 3, text: 'a thought' });
  await later(0);
  expect(kept()).toEqual([{ edit: { do: 'comment', node: 3, text: 'a thought' }, isLost: true }]);
  leave(first);
  await later();
  // The first chapter is that one, too.
  for (const chapter of [1, null]) {
    const model = await start(chapter);
    model.onMessage(study(2, lin));
    await later();
    expect(model.state.peek().unsaved).toEqual([{ node: 3, text: 'a thought' }]);
    if (chapter === null) model.discard();
    leave(model);
    await later();
  }
  expect([edits().length, kept()]).toEqual([1, []]);
});

// It is sent when its chapter is opened again in that tab, and no word said so.
it('says when it is left what is not saved yet', async () => {
  const model = await write();
  refuse('connection_lost');
  model.edit({ do: 'promote', node: 3 });
  await later(0);
  expect(site.said).toEqual([]);
  leave(model);
  await later();
  expect(site.said).toEqual(['Not all is saved yet: open the study again.']);
});

it('says nothing when it is left where all is saved, or by another user', async () => {
  const saved = await write();
  saved.edit({ do: 'promote', node: 3 });
  leave(saved);
  settle({ t: 'ack', v: 5 });
  await later();
  const other = await write();
  refuse('connection_lost');
  other.edit({ do: 'promote', node: 3 });
  await later(0);
  site.greet({ id: 'u2', name: 'Wang' });
  leave(other);
  await later();
  expect(edits()).toHaveLength(2);
  expect(site.said).toEqual([]);
});

// A tab that was duplicated sent what the first one had not sent yet, and that one did, too.
it('sends nothing that the page of another tab sends', async () => {
  sessionStorage.setItem('sanqi.page', 'first');
  const kept = [{ edit: { do: 'promote', node: 3 } }];
  sessionStorage.setItem('sanqi.edits.u1.s1s1.1', JSON.stringify(kept));
  class Channel {
    onmessage: ((event: { data: string }) => void) | null = null;
    postMessage(data: string): void {
      this.onmessage?.({ data: `${data} is open` });
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.resetModules();
  const fresh = await import('../../../../src/ui/study/study_model');
  const model = new fresh.StudyModel(site.services, 's1s1', 1, undefined);
  models.add(model);
  model.start();
  await later(0);
  model.onMessage(study(2, lin));
  await later();
  expect(opened()).toEqual([1]);
  expect(edits()).toEqual([]);
});
