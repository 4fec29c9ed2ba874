// A study as one page of it knows it, as pure functions: a state and an event lead to the next state and to effects,
// which the owner (`StudyModel`) carries out in their order. Nothing here knows a socket, a timer or a DOM.
//
// What the visitor does is shown at once and waits in `pending`, in its order; one edit at a time is on its way, so
// that each builds on what the page has seen. An edit is over when the server has acknowledged it and its number has
// been seen, whichever comes first, or when it was refused: then it goes, with what was built on it. A move that the
// server has not numbered yet has a negative number of the page's own.
//
// After a lost connection it is not known what became of the edit that was on its way. It is sent again with the
// `seen` that it had: what has happened already is then granted and changes nothing.

import type { Edit, StudyEdit, StudyInfo, StudyMessage, StudyNews } from '../protocol/study_messages';
import type { Notation } from '../protocol/types';
import { commentEdits, withUnsaved } from './comment_edits';
import { chapterOf, childBy, follow, pathTo, ROOT, withEdit, type Chapter } from './chapter';
import {
  mayWrite,
  MOST_PENDING,
  type PendingEdit,
  type StudyEvent,
  type StudyState,
  type StudyStep,
} from './study_state';

const still = (state: StudyState): StudyStep => ({ state, effects: [] });

export function stepStudy(state: StudyState, event: StudyEvent): StudyStep {
  switch (event.do) {
    case 'connected':
      return reopened({ ...state, inFlight: false });
    case 'lost':
      return still({ ...state, isOpen: false, inFlight: false });
    case 'left':
      return still(settled({ ...state, isLeft: true }));
    case 'hear':
      return heard(state, event.message);
    case 'acked':
      return sendNext(settled(acknowledged(state, event.v ?? 0, event.node)));
    case 'refused':
      return refused(state);
    case 'again':
      return sendNext({ ...state, inFlight: false });
    case 'look':
      return still(state.shown?.nodes.has(event.node) ? { ...state, at: event.node, tried: [] } : state);
    case 'walk':
      return walked(state, event.moves, event.notations ?? []);
    case 'edit':
      return edited(state, event.edit);
    case 'discard':
      return still({ ...state, unsaved: [] });
    case 'resume': {
      const pending = event.kept.filter(({ isLost }) => !isLost);
      const lost = event.kept.filter(({ isLost }) => isLost);
      const unsaved = lost.reduce((all, { edit }) => withUnsaved(all, edit), state.unsaved);
      const own = [...pending.map(({ newId = 0 }) => newId), ...unsaved.map(({ node }) => node)];
      const nextOwn = Math.min(-1, ...own.map((id) => id - 1));
      return sendNext(redrawn({ ...state, pending, unsaved, nextOwn }));
    }
  }
}

/** What the tab keeps until the server has it, or the visitor does not want it any more: `resume` takes it. */
export const toKeep = ({ pending, unsaved }: StudyState): readonly PendingEdit[] => [
  ...pending,
  ...unsaved.map((one) => ({ edit: { do: 'comment' as const, ...one }, isLost: true })),
];

/** Asks for what happened since, or for the whole chapter; not for a page that is gone. */
function reopened(state: StudyState, whole = false): StudyStep {
  if (state.isLeft) return still(state);
  const v = whole ? undefined : state.known?.v;
  return {
    state: { ...state, isOpen: false },
    effects: [{ do: 'open', ...(v !== undefined && { v }) }],
  };
}

function heard(state: StudyState, message: StudyNews): StudyStep {
  if (message.studyId !== state.studyId) return still(state);
  switch (message.t) {
    case 'study':
      return opened(state, message);
    case 'studyInfo':
      return still({ ...state, info: { ...infoOf(message), you: state.info?.you ?? 0 } });
    case 'studyCursors':
      return still(message.chapter === state.chapter ? { ...state, cursors: message.at } : state);
    case 'studyEdit':
      return message.chapter === state.chapter ? happened(state, message) : still(state);
  }
}

const infoOf = ({ studyId, name, visibility, members, chapters }: StudyInfo): StudyInfo => ({
  studyId,
  name,
  ...(visibility && { visibility }),
  members,
  chapters,
});

function opened(state: StudyState, message: StudyMessage): StudyStep {
  const { content, chapter } = message;
  const info = { ...infoOf(message), you: message.you ?? 0 };
  // An answer to an earlier question, or one that the page cannot build on.
  if (state.chapter !== null && chapter !== state.chapter) return still(state);
  if (message.long) return { state: { ...state, info, chapter }, effects: [{ do: 'fetch', chapter }] };
  if (!content && !state.known) return reopened(state, true);
  const known = content ? chapterOf(content) : state.known;
  const after = settled(redrawn({ ...state, info, chapter, known, isOpen: true }));
  // What happened while the chapter was on its way.
  return content && content.v < state.newest ? reopened(after) : sendNext(after);
}

function happened(before: StudyState, message: StudyEdit): StudyStep {
  const state = { ...before, newest: Math.max(before.newest, message.v) };
  const { known } = state;
  if (!known || message.v <= known.v) return still(state);
  // The answer to that brings the missing ones; until then the later ones mean nothing.
  if (message.v > known.v + 1) return state.isOpen ? reopened(state) : still(state);
  const next = withEdit(known, message, message);
  if (!next) return reopened(state, true);
  const after = landed({ ...state, known: { ...next, v: message.v } }, message);
  return sendNext(settled(redrawn(after)));
}

/** What was sent has happened: it is not shown a second time. */
function landed(state: StudyState, message: StudyEdit): StudyState {
  const [first, ...others] = state.pending;
  if (first?.seen === undefined || message.by !== state.info?.you || !isSame(first.edit, message))
    return state;
  const after = { ...state, pending: [{ ...first, landed: true }, ...others] };
  return message.newId === undefined ? after : renumbered(after, first.newId, message.newId);
}

function isSame(edit: Edit, made: Edit): boolean {
  const node = 'node' in edit ? edit.node : ROOT;
  if (edit.do !== made.do || node !== ('node' in made ? made.node : ROOT)) return false;
  return edit.do !== 'add' || made.do !== 'add' || edit.move === made.move;
}

/** The first edit has its number, and a new move its node. */
function acknowledged(state: StudyState, v: number, node?: number): StudyState {
  const [first, ...others] = state.pending;
  if (!first) return state;
  const after = { ...state, pending: [{ ...first, acked: v }, ...others] };
  return node === undefined || first.edit.do !== 'add'
    ? after
    : redrawn(renumbered(after, first.newId, node));
}

/** The server's number in the place of the page's own. */
function renumbered(state: StudyState, own: number | undefined, id: number): StudyState {
  if (own === undefined || own === id) return state;
  const to = (one: number): number => (one === own ? id : one);
  return {
    ...state,
    at: to(state.at),
    firstIds: new Map(state.firstIds).set(id, own),
    pending: state.pending.map((one) => ({
      ...one,
      ...(one.newId !== undefined && { newId: to(one.newId) }),
      edit: {
        ...one.edit,
        ...('node' in one.edit && { node: to(one.edit.node) }),
        ...('children' in one.edit && { children: one.edit.children.map(to) }),
      },
    })),
  };
}

/** Without the first edit, if nothing more is to come of it. */
function settled(state: StudyState): StudyState {
  const acked = state.pending[0]?.acked;
  const isOver = acked !== undefined && (state.isLeft || (state.known?.v ?? 0) >= acked);
  return isOver ? afterFirst(state) : state;
}

/** Of an edit that was sent twice, because no answer came to the first, a refusal of the second means nothing. */
function refused(state: StudyState): StudyStep {
  const isUndone = state.pending[0]?.landed !== true;
  const { state: next, effects } = sendNext(isUndone ? withoutFirst(state) : afterFirst(state));
  return { state: next, effects: isUndone ? [{ do: 'tell' }, ...effects] : effects };
}

const afterFirst = (state: StudyState): StudyState =>
  redrawn({ ...state, inFlight: false, pending: state.pending.slice(1) });

/** Without the first edit, and without what was built on a move that is not to be, or goes on with its comment: that
 *  would stand behind another text. */
function withoutFirst(state: StudyState): StudyState {
  const [first, ...others] = state.pending;
  const gone = new Set([first?.newId]);
  let isPart = true;
  const pending = others.filter(({ edit, newId }) => {
    isPart &&= edit.do === 'comment' && edit.append === true;
    const isLost = isPart || ('node' in edit && gone.has(edit.node));
    if (isLost) gone.add(newId);
    return !isLost;
  });
  const lost = state.pending.filter((one) => !pending.includes(one));
  const unsaved = lost.reduce((all, { edit }) => withUnsaved(all, edit), state.unsaved);
  return redrawn({ ...state, pending, unsaved, inFlight: false });
}

/** The server's chapter with what waits. A move that is there by now, of another writer, is that one. */
function withPending(state: StudyState, known: Chapter): { chapter: Chapter; state: StudyState } {
  let chapter = known;
  let after = state;
  for (const index of state.pending.keys()) {
    const { landed: isThere, edit, newId, notation } = after.pending[index] ?? {};
    if (isThere || !edit) continue;
    const there = edit.do === 'add' && childBy(chapter, edit.node, edit.move);
    if (there) after = renumbered(after, newId, there.id);
    else chapter = withEdit(chapter, edit, { by: state.info?.you, newId, notation }) ?? chapter;
  }
  return { chapter, state: after };
}

/** Shows what the server has, with what waits. Who looks at a move that is gone looks at what led there. */
function redrawn(before: StudyState): StudyState {
  const { known, shown: old } = before;
  if (!known) return before;
  const { chapter: shown, state } = withPending(before, known);
  const path = old ? pathTo(old, before.at).map(({ id }) => id) : [];
  const at = [state.at, ...path.reverse(), ROOT].find((id) => shown.nodes.has(id)) ?? ROOT;
  return { ...state, shown, at, tried: at === before.at ? state.tried : [] };
}

/** One edit at a time is on its way. */
function sendNext(state: StudyState): StudyStep {
  const [first, ...others] = state.pending;
  // What is on disk already waits for its number only.
  if (!first || first.acked !== undefined || !state.isOpen || state.inFlight) return still(state);
  const seen = first.seen ?? state.known?.v ?? 0;
  const pending = [{ ...first, seen }, ...others];
  return {
    state: { ...state, pending, inFlight: true },
    effects: [{ do: 'send', edit: first.edit, seen }],
  };
}

function walked(
  state: StudyState,
  moves: readonly string[],
  notations: readonly (Notation | undefined)[],
): StudyStep {
  if (!state.shown) return still(state);
  const { at, rest } = follow(state.shown, moves);
  const there = { ...state, at, tried: [] };
  if (rest.length === 0) return still(there);
  if (!mayWrite(state)) return still({ ...there, tried: rest });
  if (state.pending.length + rest.length > MOST_PENDING) return { state, effects: [{ do: 'full' }] };
  let after: StudyState = there;
  for (const [index, move] of rest.entries()) {
    const newId = after.nextOwn;
    const edit: Edit = { do: 'add', node: after.at, move };
    const notation = notations[moves.length - rest.length + index];
    after = {
      ...after,
      at: newId,
      nextOwn: newId - 1,
      pending: [...after.pending, { edit, newId, notation }],
    };
  }
  return sendNext(redrawn(after));
}

function edited(state: StudyState, edit: Edit): StudyStep {
  const { shown, pending } = state;
  if (!shown) return still(state);
  const unsaved = withUnsaved(state.unsaved, edit);
  // A field goes with its move, or with the right to write, and tells in that moment what was written in it.
  const isGone = edit.do === 'comment' && !shown.nodes.has(edit.node);
  if (isGone || !mayWrite(state)) return still({ ...state, unsaved });
  if (edit.do === 'add') {
    const there = childBy(shown, edit.node, edit.move);
    if (there) return still({ ...state, at: there.id, tried: [] });
    return walked(state, [...pathTo(shown, edit.node).map(({ move }) => move), edit.move], []);
  }
  // What has not been sent yet is said better now; of a long comment there are several parts.
  const kept = pending.slice(0, pending.findLastIndex((one) => !replaces(edit, one)) + 1);
  const edits = edit.do === 'comment' ? commentEdits(edit) : [edit];
  if (kept.length + edits.length > MOST_PENDING)
    return { state: { ...state, unsaved }, effects: [{ do: 'full' }] };
  return sendNext(redrawn({ ...state, pending: [...kept, ...edits.map((one) => ({ edit: one }))] }));
}

const replaces = (edit: Edit, { edit: last, seen }: PendingEdit): boolean =>
  seen === undefined &&
  isSame(edit, last) &&
  (edit.do === 'glyphs' ||
    edit.do === 'shapes' ||
    (edit.do === 'comment' && last.do === 'comment' && edit.author === last.author));
