import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type {
  ChapterContent,
  Edit,
  StudyEdit,
  StudyMessage,
  StudyNews,
} from '../../../src/protocol/study_messages';
import { lineFrom, pathTo } from '../../../src/state/chapter';
import { stepStudy, toKeep } from '../../../src/state/study';
import {
  MOST_PENDING,
  newStudy,
  type StudyEffect,
  type StudyEvent,
  type StudyState,
} from '../../../src/state/study_state';

const content: ChapterContent = {
  name: 'One',
  game: 'gomoku',
  rule: 'renju',
  v: 4,
  nodes: [
    { id: 0 },
    { id: 1, parent: 0, move: 'h8' },
    { id: 2, parent: 1, move: 'i9' },
    { id: 3, parent: 1, move: 'i8' },
  ],
};

const study = (more: Partial<StudyMessage> = {}): StudyMessage => ({
  t: 'study',
  studyId: 's1',
  name: 'Openings',
  you: 1,
  members: [
    { number: 1, name: 'Lin', role: 'owner' },
    { number: 2, name: 'Wang', role: 'viewer' },
  ],
  chapters: [{ chapter: 1, name: 'One', game: 'gomoku' }],
  chapter: 1,
  content,
  ...more,
});

/** Nothing but edits has come since. */
function nothingNew(): StudyMessage {
  const { studyId, name, members, chapters, chapter } = study();
  return { t: 'study', studyId, name, you: 1, members, chapters, chapter };
}

const made = (v: number, edit: Edit, more: Partial<StudyEdit> = {}): StudyNews =>
  ({ t: 'studyEdit', studyId: 's1', chapter: 1, v, by: 2, ...edit, ...more }) as StudyEdit;

/** A page, and what it asked of its owner since the last look. */
class Page {
  state: StudyState = newStudy('s1', 1);
  effects: StudyEffect[] = [];

  constructor(message: StudyMessage | null = study()) {
    if (message) this.do({ do: 'connected' }).hear(message).asked();
  }

  do(event: StudyEvent): this {
    const { state, effects } = stepStudy(this.state, event);
    this.state = state;
    this.effects.push(...effects);
    return this;
  }

  hear(message: StudyNews): this {
    return this.do({ do: 'hear', message });
  }

  edit(edit: Edit): this {
    return this.do({ do: 'edit', edit });
  }

  walk(...moves: readonly string[]): this {
    return this.do({ do: 'walk', moves });
  }

  asked(): readonly StudyEffect[] {
    return this.effects.splice(0);
  }

  /** The moves to what is looked at. */
  get line(): string {
    return this.state.shown
      ? pathTo(this.state.shown, this.state.at)
          .map(({ move }) => move)
          .join(' ')
      : '';
  }

  get main(): string {
    return this.state.shown
      ? lineFrom(this.state.shown, 0)
          .map(({ move }) => move)
          .join(' ')
      : '';
  }
}

describe('a study', () => {
  it('asks for its chapter, and again from what it has when the line was lost', () => {
    const page = new Page(null).do({ do: 'connected' });
    expect(page.asked()).toEqual([{ do: 'open' }]);
    page.hear(study()).do({ do: 'lost' }).do({ do: 'connected' });
    expect(page.asked()).toEqual([{ do: 'open', v: 4 }]);
    // Nothing was missed but one edit.
    const told = nothingNew();
    page.hear(told).hear(made(5, { do: 'add', node: 2, move: 'j10' }, { newId: 4 }));
    expect(page.main).toBe('h8 i9 j10');
    expect(page.asked()).toEqual([]);
  });

  it('follows edits in their order, and asks for those that it missed', () => {
    const page = new Page();
    page.hear(made(4, { do: 'cut', node: 0 }));
    expect(page.main, 'known already').toBe('h8 i9');
    page.hear(made(6, { do: 'remove', node: 3 })).hear(made(7, { do: 'remove', node: 2 }));
    expect(page.asked(), 'once').toEqual([{ do: 'open', v: 4 }]);
    expect(page.main).toBe('h8 i9');
    page.hear(study({ content: { ...content, v: 7, nodes: content.nodes.slice(0, 2) } }));
    expect(page.main).toBe('h8');
  });

  it('has a long chapter fetched, and asks for what happened meanwhile', () => {
    const page = new Page({ ...nothingNew(), v: 4, long: true });
    page.do({ do: 'connected' }).hear({ ...nothingNew(), v: 4, long: true });
    expect(page.asked()).toContainEqual({ do: 'fetch', chapter: 1 });
    page.hear(made(5, { do: 'remove', node: 3 })).hear(study());
    expect(page.asked()).toEqual([{ do: 'open', v: 4 }]);
    page.hear({ ...nothingNew(), v: 5 }).hear(made(5, { do: 'remove', node: 3 }));
    expect([page.state.known?.v, page.state.isOpen, page.asked()]).toEqual([5, true, []]);
  });

  it('asks for all where an edit cannot follow', () => {
    const page = new Page().hear(made(5, { do: 'remove', node: 77 }));
    expect(page.asked()).toEqual([{ do: 'open' }]);
  });

  it('shows a move at once, and gives it the number of the server', () => {
    const page = new Page().walk('h8', 'i9', 'j10');
    expect([page.line, page.state.at]).toEqual(['h8 i9 j10', -1]);
    expect(page.asked()).toEqual([{ do: 'send', edit: { do: 'add', node: 2, move: 'j10' }, seen: 4 }]);
    page.do({ do: 'acked', v: 5, node: 4 });
    expect([page.line, page.state.at], 'acknowledged').toEqual(['h8 i9 j10', 4]);
    expect(page.state.inFlight, 'its number is to come').toBe(true);
    page.hear(made(5, { do: 'add', node: 2, move: 'j10' }, { newId: 4, by: 1, notation: { wxf: 'x' } }));
    expect(page.state).toMatchObject({ inFlight: false, pending: [], at: 4 });
    expect(page.state.shown).toEqual(page.state.known);
    expect(page.state.shown?.nodes.get(4)?.notation).toEqual({ wxf: 'x' });
  });

  it('takes the number before the acknowledgement, too', () => {
    const page = new Page().walk('h8', 'i9', 'j10');
    page.hear(made(5, { do: 'add', node: 2, move: 'j10' }, { newId: 4, by: 1 }));
    expect([page.line, page.state.at, page.state.inFlight]).toEqual(['h8 i9 j10', 4, true]);
    page.do({ do: 'acked', v: 5, node: 4 });
    expect(page.state).toMatchObject({ inFlight: false, pending: [] });
  });

  it('sends one edit at a time, with the numbers that moves have by then', () => {
    const page = new Page().walk('h8', 'i9', 'j10').walk('h8', 'i9', 'j10', 'k11');
    page.edit({ do: 'glyphs', node: page.state.at, glyphs: [1] });
    expect(page.asked()).toHaveLength(1);
    page
      .do({ do: 'acked', v: 5, node: 4 })
      .hear(made(5, { do: 'add', node: 2, move: 'j10' }, { newId: 4, by: 1 }));
    expect(page.asked()).toEqual([{ do: 'send', edit: { do: 'add', node: 4, move: 'k11' }, seen: 5 }]);
    page
      .hear(made(6, { do: 'add', node: 4, move: 'k11' }, { newId: 5, by: 1 }))
      .do({ do: 'acked', v: 6, node: 5 });
    expect(page.asked()).toEqual([{ do: 'send', edit: { do: 'glyphs', node: 5, glyphs: [1] }, seen: 6 }]);
    expect(page.line).toBe('h8 i9 j10 k11');
  });

  it('sends no move that is there, and only looks at it', () => {
    const page = new Page().walk('h8', 'i8').edit({ do: 'add', node: 1, move: 'i9' });
    expect([page.line, page.asked()]).toEqual(['h8 i9', []]);
  });

  it('takes the same move of another one for the same node', () => {
    const page = new Page().walk('h8', 'i9', 'j10');
    page.hear(made(5, { do: 'add', node: 2, move: 'j10' }, { newId: 4 }));
    expect(page.line).toBe('h8 i9 j10');
    page.do({ do: 'acked', v: 5, node: 4 });
    expect(page.state).toMatchObject({ at: 4, pending: [], inFlight: false });
    expect(page.state.shown?.nodes.size).toBe(5);
  });

  it('undoes what is refused, with what was built on it, and no more', () => {
    const page = new Page().walk('a1').walk('a1', 'b2').edit({ do: 'comment', node: 3, text: 'other' });
    page.asked();
    page.do({ do: 'refused' });
    expect(page.line, 'where it came from').toBe('');
    expect(page.asked()).toEqual([
      { do: 'tell' },
      { do: 'send', edit: { do: 'comment', node: 3, text: 'other' }, seen: 4 },
    ]);
    expect(page.state.shown?.nodes.get(3)?.comments).toEqual([{ by: 1, text: 'other' }]);
    expect(page.state.shown?.nodes.size).toBe(4);
  });

  it('moves a variation up once, although it is told of it before the answer', () => {
    const page = new Page(
      study({ content: { ...content, nodes: [...content.nodes, { id: 4, parent: 1, move: 'c3' }] } }),
    ).edit({ do: 'promote', node: 4 });
    const order = () => page.state.shown?.nodes.get(1)?.children;
    expect(order()).toEqual([2, 4, 3]);
    page.hear(made(5, { do: 'promote', node: 4 }, { by: 1 }));
    expect(order()).toEqual([2, 4, 3]);
    page.do({ do: 'acked', v: 5 });
    expect(order()).toEqual([2, 4, 3]);
  });

  it('sends what was on its way again after a loss, with what was seen then', () => {
    const page = new Page().walk('a1').walk('a1', 'b2');
    page.asked();
    page.do({ do: 'lost' }).do({ do: 'connected' });
    expect(page.asked()).toEqual([{ do: 'open', v: 4 }]);
    page.hear(study({ content: { ...content, v: 6 } }));
    expect(page.asked()).toEqual([{ do: 'send', edit: { do: 'add', node: 0, move: 'a1' }, seen: 4 }]);
    expect(page.line).toBe('a1 b2');
  });

  it('does not send again what is on disk, although its number is lost', () => {
    const page = new Page().walk('a1').do({ do: 'acked', v: 5, node: 4 });
    page.asked();
    page.do({ do: 'lost' }).do({ do: 'connected' });
    page.hear(
      study({ content: { ...content, v: 5, nodes: [...content.nodes, { id: 4, parent: 0, move: 'a1' }] } }),
    );
    expect(page.asked()).toEqual([{ do: 'open', v: 4 }]);
    expect([page.line, page.state.pending]).toEqual(['a1', []]);
  });

  it('is not told that a change was refused which it has seen happen', () => {
    const page = new Page().edit({ do: 'promote', node: 3 });
    page.do({ do: 'lost' }).do({ do: 'connected' });
    const told = nothingNew();
    page.hear(told).hear(made(5, { do: 'promote', node: 3 }, { by: 1 }));
    page.asked();
    page.do({ do: 'refused' });
    expect(page.asked()).toEqual([]);
    expect(page.state.shown?.nodes.get(1)?.children).toEqual([3, 2]);
  });

  it('goes to what led to a move that another one removes', () => {
    const page = new Page().walk('h8', 'i8');
    page.hear(made(5, { do: 'cut', node: 0 }));
    expect([page.line, page.state.at]).toEqual(['', 0]);
  });

  it('leaves alone what a viewer tries', () => {
    const page = new Page(study({ you: 2 })).walk('h8', 'a1', 'b2');
    expect([page.line, page.state.tried, page.asked()]).toEqual(['h8', ['a1', 'b2'], []]);
    page.edit({ do: 'glyphs', node: 1, glyphs: [1] });
    expect(page.asked()).toEqual([]);
    page.do({ do: 'look', node: 2 });
    expect(page.state.tried).toEqual([]);
  });

  it('says in one edit what was changed twice before it was sent', () => {
    const page = new Page().edit({ do: 'glyphs', node: 1, glyphs: [1] });
    page.edit({ do: 'comment', node: 1, text: 'a' }).edit({ do: 'comment', node: 1, text: 'ab' });
    expect(page.state.pending.map(({ edit }) => edit)).toEqual([
      { do: 'glyphs', node: 1, glyphs: [1] },
      { do: 'comment', node: 1, text: 'ab' },
    ]);
  });

  it('sends a long comment in parts that the server takes', () => {
    const text = `${'棋'.repeat(1_022)}     ${'"'.repeat(1_600)}${'棋'.repeat(1_300)}`;
    const page = new Page()
      .edit({ do: 'comment', node: 1, text: 'a' })
      .edit({ do: 'comment', node: 1, text });
    const parts = page.state.pending.slice(1).map(({ edit }) => edit as Extract<Edit, { do: 'comment' }>);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(new Blob([JSON.stringify(part)]).size).toBeLessThan(3_500);
    expect(parts[0]?.text).toBe('棋'.repeat(1_022));
    expect(parts.map(({ append }) => append ?? false)).toEqual(parts.map((_, at) => at > 0));
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(page.state.shown?.nodes.get(1)?.comments).toEqual([{ by: 1, text }]);
    page.edit({ do: 'comment', node: 1, text: 'short' });
    expect(page.state.pending).toHaveLength(2);
    expect(page.state.shown?.nodes.get(1)?.comments).toEqual([{ by: 1, text: 'short' }]);
  });

  it('holds so many edits and no more', () => {
    const page = new Page();
    for (let i = 0; i <= MOST_PENDING; i++) page.edit({ do: 'glyphs', node: 1 + (i % 2), glyphs: [1] });
    expect(page.state.pending).toHaveLength(MOST_PENDING);
    expect(page.asked()).toContainEqual({ do: 'full' });
  });

  it('sends what was done before the page was left', () => {
    const page = new Page().walk('a1').walk('a1', 'b2').do({ do: 'left' });
    page.asked();
    page.do({ do: 'acked', v: 9, node: 4 });
    expect(page.asked()).toEqual([{ do: 'send', edit: { do: 'add', node: 4, move: 'b2' }, seen: 4 }]);
    page.do({ do: 'acked', v: 10, node: 5 });
    expect(page.state.pending).toEqual([]);
  });

  it('goes on with what an earlier visit could not send', () => {
    const before = new Page().walk('a1').walk('a1', 'b2');
    const page = new Page(null).do({ do: 'resume', kept: before.state.pending });
    page.do({ do: 'connected' }).hear(study());
    expect(page.asked().at(-1)).toEqual({ do: 'send', edit: { do: 'add', node: 0, move: 'a1' }, seen: 4 });
    page.walk('a1', 'b2', 'c3');
    expect(page.state.at, 'a number of its own').toBe(-3);
  });

  it('hears who is where and what the study is called, of this chapter and study only', () => {
    const page = new Page();
    const at = [{ name: 'Wang', node: 2 }];
    page.hear({ t: 'studyCursors', studyId: 's1', chapter: 1, at });
    page.hear({ t: 'studyCursors', studyId: 's1', chapter: 2, at: [] });
    page.hear({ t: 'studyCursors', studyId: 's2', chapter: 1, at: [] });
    expect(page.state.cursors).toEqual(at);
    const { studyId, members, chapters } = study();
    page.hear({ t: 'studyInfo', studyId, members, chapters, name: 'Endings', visibility: 'public' });
    expect(page.state.info).toMatchObject({ name: 'Endings', you: 1 });
  });

  it('understands the samples of the server', () => {
    const file = new URL('../../../../tests/protocol/samples/study_messages.json', import.meta.url);
    const samples = JSON.parse(readFileSync(file, 'utf8')) as {
      name: string;
      message: StudyNews | { t: 'edit' };
    }[];
    const news = samples.flatMap(({ message }) =>
      message.t.startsWith('study') ? [message as StudyNews] : [],
    );
    const first = news.find((message) => message.t === 'study');
    const page = new Page(null);
    page.state = newStudy(first?.studyId ?? '', null);
    for (const message of news) page.hear(message);
    expect(page.state.known).toMatchObject({ v: 16, orientation: 'first' });
    expect(page.state.known?.nodes.get(4)?.comments).toEqual([{ by: 1, text: 'x' }]);
    expect(page.asked().filter((effect) => effect.do === 'open')).toEqual([]);
  });
});

describe('a comment that is not taken', () => {
  const comment = (text: string, node = 2): Edit => ({ do: 'comment', node, text });

  // Its writer saw another move, with an empty field, and the text was nowhere.
  it('is kept where its move is deleted while it is written', () => {
    const page = new Page().hear(made(5, { do: 'remove', node: 2 })).edit(comment('a thought'));
    expect(page.state.unsaved).toEqual([{ node: 2, text: 'a thought' }]);
    expect([page.state.pending, page.asked()]).toEqual([[], []]);
    page.edit(comment('', 2));
    expect(page.state.unsaved).toHaveLength(1);
    expect(page.do({ do: 'discard' }).state.unsaved).toEqual([]);
  });

  it('is kept whole where the server refuses it, and the last one of a node', () => {
    const long = 'é'.repeat(2_000);
    const page = new Page().edit(comment('first')).edit(comment(long));
    while (page.state.pending.length > 0) page.do({ do: 'refused' });
    expect(page.state.unsaved).toEqual([{ node: 2, text: long }]);
  });

  // The rest was sent, and stood alone or behind what another one had made of it.
  it('takes along what goes on with it, and nothing else', () => {
    const long = 'é'.repeat(2_000);
    const glyphs: Edit = { do: 'glyphs', node: 2, glyphs: [1] };
    const page = new Page().edit(comment(long)).edit(glyphs);
    page.asked();
    expect(page.do({ do: 'refused' }).asked()).toEqual([
      { do: 'tell' },
      { do: 'send', edit: glyphs, seen: 4 },
    ]);
    expect(page.state.unsaved).toEqual([{ node: 2, text: long }]);
  });

  it('is kept with a move that is refused', () => {
    const page = new Page().walk('h8', 'h9');
    page.edit(comment('of h9', page.state.at)).do({ do: 'refused' });
    expect(page.state.unsaved.map(({ text }) => text)).toEqual(['of h9']);
  });

  it('is kept where one may not write any more, or too much waits', () => {
    const page = new Page();
    const members = [{ number: 1, name: 'Lin', role: 'viewer' }] as const;
    const { studyId, name, chapters } = study();
    page.hear({ t: 'studyInfo', studyId, name, members, chapters }).edit(comment('late'));
    expect(page.state.unsaved).toEqual([{ node: 2, text: 'late' }]);
    const full = new Page();
    for (let n = 0; n < MOST_PENDING; ++n) full.edit({ do: 'promote', node: 3 });
    expect(full.edit(comment('much')).state.unsaved).toEqual([{ node: 2, text: 'much' }]);
  });

  // It stood in the page alone: a reload took it away.
  it('is kept with the edits that wait, and shown again, but not sent', () => {
    const lost = { edit: comment('a thought'), isLost: true };
    const before = new Page()
      .walk('a1')
      .hear(made(5, { do: 'remove', node: 2 }))
      .edit(comment('a thought'));
    const kept = toKeep(before.state);
    expect(kept).toEqual([...before.state.pending, lost]);
    const page = new Page(null).do({ do: 'resume', kept }).do({ do: 'connected' }).hear(study());
    expect(page.state.unsaved).toEqual([{ node: 2, text: 'a thought' }]);
    const add: Edit = { do: 'add', node: 0, move: 'a1' };
    expect(page.asked().slice(1)).toEqual([{ do: 'send', edit: add, seen: 4 }]);
    expect(toKeep(page.state)).toEqual([expect.objectContaining({ edit: add }), lost]);
    expect(toKeep(page.do({ do: 'discard' }).state)).toEqual(page.state.pending);
  });

  it('is none where it was somebody else’s, or has come about', () => {
    const page = new Page().edit({ do: 'comment', node: 2, author: 2, text: 'x' }).do({ do: 'refused' });
    page
      .edit(comment('mine'))
      .hear(made(5, comment('mine'), { by: 1 }))
      .do({ do: 'refused' });
    expect(page.state.unsaved).toEqual([]);
  });
});
