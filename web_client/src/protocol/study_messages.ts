import type { GameName, Notation, Side } from './types';

// What is said of studies on the WebSocket: see docs/protocol.md, "Studies".

/** Owners write, too; those who have left are listed for their comments. */
export type StudyRole = 'viewer' | 'writer' | 'owner' | 'gone';

export const brushes = ['green', 'red', 'blue', 'yellow'] as const;
export type Brush = (typeof brushes)[number];

/** A mark on a point, an arrow (`to`), or a letter that stands on the point (`label`). */
export interface StudyShape {
  readonly brush: Brush;
  readonly from: string;
  readonly to?: string;
  readonly label?: string;
}

/** Each member has at most one at a node. Without `by` it came with the game. */
export interface StudyComment {
  readonly by?: number;
  readonly text: string;
}

/** A move, and what is written about the position after it; 0 is the start, which has no move. */
export interface StudyNode {
  readonly id: number;
  readonly parent?: number;
  readonly move?: string;
  readonly notation?: Notation;
  readonly comments?: readonly StudyComment[];
  readonly glyphs?: readonly number[];
  readonly shapes?: readonly StudyShape[];
  /** Thinking time in ms, where the game told it. */
  readonly spent?: number;
}

/** A tree as the server tells it: parents before children, siblings in their order. */
export interface ChapterContent {
  readonly name?: string;
  readonly game: GameName;
  readonly rule: string;
  readonly size?: number;
  readonly startPos?: string;
  readonly orientation?: Side;
  readonly tags?: Readonly<Record<string, string>>;
  readonly nodes: readonly StudyNode[];
  readonly v: number;
}

export interface StudyMember {
  readonly number: number;
  readonly name: string;
  readonly role: StudyRole;
}

export interface ChapterLine {
  readonly chapter: number;
  readonly name: string;
  readonly game: GameName;
}

/** Those that this page offers; a study may have been made public elsewhere. */
export const visibilities = ['private', 'unlisted'] as const;
export type Visibility = (typeof visibilities)[number] | 'public';

/** What a study is beside its chapters' content. */
export interface StudyInfo {
  readonly studyId: string;
  readonly name: string;
  readonly visibility?: Visibility;
  readonly members: readonly StudyMember[];
  readonly chapters: readonly ChapterLine[];
}

/** The study with one of its chapters. Without `content` it is `long`, and had by HTTP, or the edits that the page missed
 *  follow. */
export interface StudyMessage extends StudyInfo {
  readonly t: 'study';
  readonly id?: number;
  /** The visitor's number among the members. */
  readonly you?: number;
  readonly chapter: number;
  readonly v?: number;
  readonly long?: boolean;
  readonly content?: ChapterContent;
}

/** What one does to a chapter. `cut` takes what follows a node, `remove` the node, too. */
export type Edit =
  | { readonly do: 'add'; readonly node: number; readonly move: string }
  | { readonly do: 'remove' | 'cut' | 'promote' | 'mainLine'; readonly node: number }
  | { readonly do: 'order'; readonly node: number; readonly children: readonly number[] }
  | {
      readonly do: 'comment';
      readonly node: number;
      readonly text: string;
      readonly author?: number;
      readonly append?: boolean;
    }
  | { readonly do: 'glyphs'; readonly node: number; readonly glyphs: readonly number[] }
  | { readonly do: 'shapes'; readonly node: number; readonly shapes: readonly StudyShape[] }
  | { readonly do: 'tag'; readonly name: string; readonly text: string }
  | { readonly do: 'rename'; readonly text: string }
  | { readonly do: 'orientation'; readonly side: Side };

/** An edit that is on disk. */
export type StudyEdit = Edit & {
  readonly t: 'studyEdit';
  readonly studyId: string;
  readonly chapter: number;
  readonly v: number;
  readonly by?: number;
  /** With `add`. */
  readonly newId?: number;
  readonly notation?: Notation;
};

/** Where another one looks. */
export interface Cursor {
  readonly member?: number;
  readonly name: string;
  readonly node: number;
}

/** All of a chapter, each time; not the asker's own. */
export interface StudyCursors {
  readonly t: 'studyCursors';
  readonly studyId: string;
  readonly chapter: number;
  readonly at: readonly Cursor[];
}

/** What the client asks. */
export type StudyRequest =
  | { t: 'openStudy'; studyId: string; chapter?: number; v?: number }
  | { t: 'closeStudy'; studyId: string }
  | { t: 'studyCursor'; studyId: string; chapter: number; node: number }
  | (Edit & { t: 'edit'; studyId: string; chapter: number; seen: number });

/** What the server says without being asked, and in answer to `openStudy`. */
export type StudyNews = StudyMessage | StudyEdit | ({ t: 'studyInfo' } & StudyInfo) | StudyCursors;
