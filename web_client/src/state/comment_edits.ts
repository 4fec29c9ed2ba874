import { bytesOf } from '../protocol/utf8';
import type { Edit } from '../protocol/study_messages';

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
