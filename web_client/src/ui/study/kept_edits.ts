import type { PendingEdit } from '../../state/study_state';

/** Whose they are, by the user's id, and of which chapter. */
export interface EditsOf {
  readonly user: string;
  readonly studyId: string;
  readonly chapter: number;
}

/** What a user has done to a chapter in this tab, and could not send: a reload goes on with it, no other user does. */
const keyOf = ({ user, studyId, chapter }: EditsOf): string => `${EDITS}${user}.${studyId}.${chapter}`;
const EDITS = 'sanqi.edits.';

/** Under it the page that keeps edits in this tab: a tab that was duplicated has those of the other tab's page. */
const PAGE = 'sanqi.page';
/** A page that is open answers before that, also a hidden one. */
const ANSWER_MS = 200;

async function askForCopies(): Promise<void> {
  const page = sessionStorage.getItem(PAGE);
  const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(EDITS));
  const own = [String(Math.random())];
  sessionStorage.setItem(PAGE, own.join());
  const pages = new BroadcastChannel(PAGE);
  const isElsewhere = new Promise<boolean>((resolve) => {
    pages.onmessage = ({ data }: MessageEvent<string>) => {
      if (own.includes(data)) pages.postMessage(`${data} is open`);
      if (data !== `${page} is open`) return;
      // Late, from a page that was frozen: what it keeps from now on is not here.
      own.length = 1;
      resolve(true);
    };
    setTimeout(resolve, ANSWER_MS, false);
  });
  if (page === null || kept.length === 0) return;
  pages.postMessage(page);
  if (await isElsewhere) for (const key of kept) sessionStorage.removeItem(key);
  else own.push(page);
}

let checked: Promise<void> | undefined;

/** Forgets edits that another open page sends. To be waited for before `keptEdits`. Asks once in the life of a page, and
 *  only where there are any. Never rejects. */
export const forgetCopies = (): Promise<void> => (checked ??= askForCopies().catch(() => undefined));

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
