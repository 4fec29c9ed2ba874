import type { Cursor, Edit, StudyInfo, StudyNews } from '../protocol/study_messages';
import type { Notation } from '../protocol/types';
import type { UnsavedComment } from './comment_edits';
import { ROOT, type Chapter } from './chapter';

/** More than this waits for the server at most; what is done then is refused. */
export const MOST_PENDING = 200;

/** An edit that the server has not settled. */
export interface PendingEdit {
  readonly edit: Edit;
  /** With `add`: its number on this page. */
  readonly newId?: number;
  readonly notation?: Notation | undefined;
  /** Once it was sent: the last version that the visitor had before them. */
  readonly seen?: number;
  /** The version that the server has acknowledged. */
  readonly acked?: number;
  /** Its number was seen before its acknowledgement. */
  readonly landed?: boolean;
  /** A comment that was not taken: it is not sent again, but shown. */
  readonly isLost?: boolean;
}

export interface StudyState {
  readonly studyId: string;
  /** Null until the server has answered. */
  readonly info: (StudyInfo & { readonly you: number }) | null;
  /** Null: the first one. */
  readonly chapter: number | null;
  /** The chapter as the server has it, and as it is shown. */
  readonly known: Chapter | null;
  readonly shown: Chapter | null;
  /** The node that is looked at. */
  readonly at: number;
  /** Moves after it that are in no chapter: what those try who do not write. */
  readonly tried: readonly string[];
  readonly pending: readonly PendingEdit[];
  /** Comments that were written and not taken: their moves were deleted meanwhile, or the server has refused them. */
  readonly unsaved: readonly UnsavedComment[];
  /** The server tells this connection what happens. */
  readonly isOpen: boolean;
  /** The first pending edit is on its way. */
  readonly inFlight: boolean;
  /** The page is gone: nothing is told any more, but what was done is sent. */
  readonly isLeft: boolean;
  readonly cursors: readonly Cursor[];
  /** The last version that was heard of. */
  readonly newest: number;
  /** The next of the page's own numbers. */
  readonly nextOwn: number;
  /** By the server's number of a move that was made here: the page's own one, by which a field of it stays the same. */
  readonly firstIds: ReadonlyMap<number, number>;
}

export type StudyEvent =
  | { readonly do: 'connected' }
  | { readonly do: 'lost' }
  | { readonly do: 'left' }
  | { readonly do: 'hear'; readonly message: StudyNews }
  | { readonly do: 'acked'; readonly v?: number; readonly node?: number }
  | { readonly do: 'refused' }
  | { readonly do: 'again' }
  | { readonly do: 'look'; readonly node: number }
  /** Looks at what stands after `moves` from the start, and adds those that are new. */
  | { readonly do: 'walk'; readonly moves: readonly string[]; readonly notations?: readonly Notation[] }
  | { readonly do: 'edit'; readonly edit: Edit }
  /** What was not taken is not wanted any more, or stands elsewhere. */
  | { readonly do: 'discard' }
  /** What an earlier visit in this tab could not send, or was not taken. */
  | { readonly do: 'resume'; readonly kept: readonly PendingEdit[] };

export type StudyEffect =
  /** With the version from which on the page wants the edits; without it the whole chapter. */
  | { readonly do: 'open'; readonly v?: number }
  /** The chapter is too long for a message. */
  | { readonly do: 'fetch'; readonly chapter: number }
  | { readonly do: 'send'; readonly edit: Edit; readonly seen: number }
  /** What was refused is undone. */
  | { readonly do: 'tell' }
  /** Too much waits for the server. */
  | { readonly do: 'full' };

export interface StudyStep {
  readonly state: StudyState;
  readonly effects: readonly StudyEffect[];
}

export const newStudy = (studyId: string, chapter: number | null, node = ROOT): StudyState => ({
  studyId,
  info: null,
  chapter,
  known: null,
  shown: null,
  at: node,
  tried: [],
  pending: [],
  unsaved: [],
  isOpen: false,
  inFlight: false,
  isLeft: false,
  cursors: [],
  newest: 0,
  nextOwn: -1,
  firstIds: new Map(),
});

/** What the visitor is in the study; undefined: no member. */
export const roleIn = ({ info }: StudyState) => info?.members.find(({ number }) => number === info.you)?.role;

export function mayWrite(state: StudyState): boolean {
  const role = roleIn(state);
  return role === 'writer' || role === 'owner';
}
