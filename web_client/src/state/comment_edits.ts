import { bytesOf } from '../protocol/utf8';
import type { Edit } from '../protocol/study_messages';

/** What one wrote of a node that did not take it. */
export interface UnsavedComment {
  readonly node: number;
  readonly text: string;
}

type CommentEdit = Extract<Edit, { do: 'comment' }>;

/** Of a text in one message, as JSON: the server takes 4 KiB, with all that stands around it. */
const MOST_BYTES = 3_072;

/** The number of UTF-16 units that fit, at least a character. */
function fitting(text: string): number {
  let bytes = 0;
  let end = 0;
  for (const sign of text) {
    // Without the quotes around it.
    bytes += bytesOf(JSON.stringify(sign)) - 2;
    if (bytes > MOST_BYTES && end > 0) break;
    end += sign.length;
  }
  return end;
}

/** The same comment in messages that the server takes: the first replaces what was there, the others go on. */
export function commentEdits(edit: CommentEdit): readonly CommentEdit[] {
  const edits: CommentEdit[] = [];
  let rest = edit.text;
  do {
    let part = rest.slice(0, fitting(rest));
    // Blanks at the end of a text are not kept, but in a part that is added.
    if (edits.length === 0 && part !== rest) part = part.trimEnd();
    edits.push({ ...edit, text: part, ...(edits.length > 0 && { append: true }) });
    rest = rest.slice(part.length);
  } while (rest !== '');
  return edits;
}

/** With the text of `edit`, which did not come about, if it is a comment of one's own; the last one of each node. */
export function withUnsaved(all: readonly UnsavedComment[], edit: Edit): readonly UnsavedComment[] {
  if (edit.do !== 'comment' || edit.author !== undefined || edit.text === '') return all;
  const { node } = edit;
  const before = edit.append === true ? all.find((one) => one.node === node)?.text : undefined;
  return [...all.filter((one) => one.node !== node), { node, text: (before ?? '') + edit.text }];
}
