import type { PendingEdit } from '../../state/study_state';

/** Whose they are, by the user's id, and of which chapter. */
export interface EditsOf {
  readonly user: string;
  readonly studyId: string;
  readonly chapter: number;
}

/** What a user has done to a chapter in this tab, and could not send: a reload goes on with it, no other user does. */
const keyOf = ({ user, studyId, chapter }: EditsOf): string => `sanqi.edits.${user}.${studyId}.${chapter}`;

/** What is kept was written by `keepEdits`, and is not checked. Empty where nothing is, or it cannot be read. */
export function keptEdits(of: EditsOf): readonly PendingEdit[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(of)) ?? '[]') as readonly PendingEdit[];
  } catch {
    return [];
  }
}

/** Called at each change. They are bounded by their number and the length of texts. */
export function keepEdits(of: EditsOf, edits: readonly PendingEdit[]): void {
  const key = keyOf(of);
  try {
    if (edits.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(edits));
  } catch {
    // A full or forbidden storage: they last as long as the page.
  }
}
