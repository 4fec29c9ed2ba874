import type { PendingEdit } from '../../state/study_state';

/** What this tab has done to a chapter, and could not send: a reload goes on with it. */
const keyOf = (studyId: string, chapter: number): string => `sanqi.edits.${studyId}.${chapter}`;

/** What is kept was written by `keepEdits`, and is not checked. Empty where nothing is, or it cannot be read. */
export function keptEdits(studyId: string, chapter: number): readonly PendingEdit[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(studyId, chapter)) ?? '[]') as readonly PendingEdit[];
  } catch {
    return [];
  }
}

/** Called at each change. They are bounded by their number and the length of texts. */
export function keepEdits(studyId: string, chapter: number, edits: readonly PendingEdit[]): void {
  const key = keyOf(studyId, chapter);
  try {
    if (edits.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(edits));
  } catch {
    // A full or forbidden storage: they last as long as the page.
  }
}
