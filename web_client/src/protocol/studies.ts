import { partOfExport, type PartOfExport } from './collections';
import { ask, encodeQuery, encodeSegment, fetchJson, postJson } from './http';
import type { ChapterContent, ChapterLine, StudyInfo, StudyRole, Visibility } from './study_messages';
import type { FileNote, GameName } from './types';

/** A study in the list of who is a member of it. */
export interface StudyLine {
  readonly id: string;
  readonly name: string;
  readonly visibility: Visibility;
  readonly owner: string;
  readonly role: StudyRole;
}

/** What a chapter is made of: a start with moves, a game of this server, or a file. */
export type ChapterSource = { readonly name?: string } & (
  | {
      readonly game: GameName;
      readonly rule?: string;
      readonly size?: number;
      readonly pos?: string;
      readonly moves?: readonly string[];
    }
  | { readonly gameId: string }
  /** `format` `study`: the text of a content. */
  | { readonly record: string; readonly format?: string }
  /** The bytes of a file. */
  | { readonly base64: string }
);

export interface StudyForm {
  readonly name: string;
  readonly visibility?: Visibility | undefined;
}

type Token = string | null;

const pathOf = (id: string): string => `/api/studies/${encodeSegment(id)}`;

/** `more`: there are others. */
export const fetchStudies = (
  token: Token,
): Promise<{ readonly studies: readonly StudyLine[]; readonly more?: boolean }> =>
  fetchJson('/api/studies', token);

/** What of a file no chapter has; absent: nothing. */
interface Noted {
  readonly notes?: readonly FileNote[];
}

export const createStudy = (
  token: Token,
  form: StudyForm & { readonly chapter: ChapterSource },
): Promise<Noted & { readonly id: string }> => postJson('/api/studies', token, form);

export const changeStudy = (token: Token, id: string, form: Partial<StudyForm>): Promise<unknown> =>
  postJson(pathOf(id), token, form);

export const deleteStudy = (token: Token, id: string): Promise<unknown> =>
  fetchJson(pathOf(id), token, { method: 'DELETE' });

/** A file of several games makes several. */
export const addChapters = (
  token: Token,
  id: string,
  chapter: ChapterSource,
): Promise<Noted & { readonly chapters: readonly ChapterLine[] }> =>
  postJson(`${pathOf(id)}/chapters`, token, chapter);

/** With its content, however long. */
export const fetchChapter = (
  token: Token,
  id: string,
  chapter: number,
): Promise<
  StudyInfo & { readonly you?: number; readonly chapter: number; readonly content: ChapterContent }
> => fetchJson(`${pathOf(id)}/chapters/${chapter}`, token);

export const addMember = (token: Token, id: string, name: string, role: StudyRole): Promise<unknown> =>
  postJson(`${pathOf(id)}/members`, token, { name, role });

/** `gone`: out of the study. */
export const changeMember = (token: Token, id: string, number: number, role: StudyRole): Promise<unknown> =>
  postJson(`${pathOf(id)}/members/${number}`, token, { role });

/** One chapter as a file, or all of them that it can hold. */
export async function fetchStudyFile(
  token: Token,
  id: string,
  format: string,
  chapter?: number,
): Promise<PartOfExport> {
  const query = { format, ...(chapter !== undefined && { chapter: String(chapter) }) };
  return partOfExport(await ask(`${pathOf(id)}/export?${encodeQuery(query)}`, token));
}
